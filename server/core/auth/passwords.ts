/**
 * Passwords and mailed codes: argon2id, with the same latency for an unknown account. Codes are hashed when no password
 * waits, and by a bounded queue (docs/decisions/101).
 */
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of an unknown random text, with the same options. */
const decoy = '$argon2id$v=19$m=19456,t=2,p=1$/XAnj4NZD5jcnXb3C/xKsA$duL2sErKTMessqPqGyFqxfqYaI4ke9UMOmftj32xS/E';

/** Leaves one processor for all other work. */
export const MAX_CONCURRENT_HASHES = Math.max(1, availableParallelism() - 1);

const queue = new PQueue({ concurrency: MAX_CONCURRENT_HASHES });
/** Below that of passwords, which is 0. */
const CODE_PRIORITY = -1;
/** Beyond it a decoy is left out: among so many hashes it cannot be noticed. */
const MAX_WAITING = 20;

/** The hash to store. */
export async function hashPassword(password: string): Promise<string> {
  return await queue.add(() => hash(password, options));
}

/** Verifies a password. Without a stored one it takes as long and returns false. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const right = await queue.add(() => verify(stored ?? decoy, password));
  return right && stored !== undefined;
}

/** The hash of a mailed code to store, computed when no password waits. */
export async function hashCode(code: string): Promise<string> {
  return await queue.add(() => hash(code, options), { priority: CODE_PRIORITY });
}

/**
 * Takes as long as hashCode, for an account that doesn't exist: the requests after it must not be quicker. Does nothing
 * while many hashes wait, so that strangers can't fill the queue.
 */
export async function hashDecoy(): Promise<void> {
  if (queue.size < MAX_WAITING) await hashCode('');
}
