/** Passwords: argon2id, and an answer that takes as long for an account that isn't there. */
import { hash, verify } from '@node-rs/argon2';

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let decoy: Promise<string> | undefined;

/** The text to store for a password. */
export async function hashPassword(password: string): Promise<string> {
  return await hash(password, options);
}

/** Whether the password is the stored one. Without a stored one it works as long and answers no. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const right = await verify(stored ?? (await decoy), password);
  return right && stored !== undefined;
}
