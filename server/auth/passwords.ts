/** Passwords: argon2id, and an answer that takes as long for an account that isn't there. */
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a random text that nobody knows, with the same options. */
const decoy = '$argon2id$v=19$m=19456,t=2,p=1$/XAnj4NZD5jcnXb3C/xKsA$duL2sErKTMessqPqGyFqxfqYaI4ke9UMOmftj32xS/E';

/** One processor stays free for everything else. */
export const HASHES_AT_ONCE = Math.max(1, availableParallelism() - 1);

const queue = new PQueue({ concurrency: HASHES_AT_ONCE });

/** The text to store for a password. */
export async function hashPassword(password: string): Promise<string> {
  return await queue.add(() => hash(password, options));
}

/** Whether the password is the stored one. Without a stored one it works as long and answers no. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const right = await queue.add(() => verify(stored ?? decoy, password));
  return right && stored !== undefined;
}
