/** Passwords: argon2id, and an answer that takes as long for an account that isn't there. */
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a random text that nobody knows, with the same options. */
const decoy = '$argon2id$v=19$m=19456,t=2,p=1$/XAnj4NZD5jcnXb3C/xKsA$duL2sErKTMessqPqGyFqxfqYaI4ke9UMOmftj32xS/E';

/** What the last password of each lane waits for, or has come to. */
const lanes: Promise<unknown>[] = Array.from({ length: Math.max(1, availableParallelism() - 1) }, () =>
  Promise.resolve(),
);
let turn = 0;

/** Works on passwords in as many lanes as leave one processor free: however many sign in, everybody else is served. */
async function inLane<T>(work: () => Promise<T>): Promise<T> {
  turn = (turn + 1) % lanes.length;
  const result = (lanes[turn] ?? Promise.resolve()).then(work);
  // Whoever is next doesn't mind how it ended.
  lanes[turn] = result.catch(() => undefined);
  return await result;
}

/** The text to store for a password. */
export async function hashPassword(password: string): Promise<string> {
  return await inLane(() => hash(password, options));
}

/** Whether the password is the stored one. Without a stored one it works as long and answers no. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const right = await inLane(() => verify(stored ?? decoy, password));
  return right && stored !== undefined;
}
