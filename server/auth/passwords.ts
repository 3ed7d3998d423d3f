/** Passwords: argon2id, with the same latency for an unknown account. */
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of an unknown random text, with the same options. */
const decoy = '$argon2id$v=19$m=19456,t=2,p=1$/XAnj4NZD5jcnXb3C/xKsA$duL2sErKTMessqPqGyFqxfqYaI4ke9UMOmftj32xS/E';

/** Leaves one processor for all other work. */
export const HASHES_AT_ONCE = Math.max(1, availableParallelism() - 1);

const queue = new PQueue({ concurrency: HASHES_AT_ONCE });

/** The hash to store. */
export async function hashPassword(password: string): Promise<string> {
  return await queue.add(() => hash(password, options));
}

/** Verifies a password. Without a stored one it takes as long and returns false. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const right = await queue.add(() => verify(stored ?? decoy, password));
  return right && stored !== undefined;
}
