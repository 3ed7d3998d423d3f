/**
 * The file format of a backup: a SQLite database that any SQLite can read, followed by a seal of 512 bytes, which
 * SQLite ignores. The seal holds time and reason of the backup, the length of the database, and the SHA-256 of all
 * that. It is written last, so a truncated file has none. The SHA-256 detects damage; the signature, an HMAC of it by
 * BACKUP_KEY, identifies the server, since that key is in no backup (docs/decisions/100).
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { backupReasons } from '#contract/office/backups.ts';

export const SEAL_BYTES = 512;
const CHUNK_BYTES = 1024 * 1024;
const KEY_NAME_DIGITS = 16;

const details = z.object({ madeAt: z.iso.datetime(), reason: z.enum(backupReasons), bytes: z.int().nonnegative() });
/** `key` identifies the key without disclosing it. */
const signature = z.object({ key: z.string(), hmac: z.string() });
const seal = details.extend({ godownBackup: z.literal(1), sha256: z.string(), signature: signature.optional() });

export type BackupDetails = z.output<typeof details>;

/** Origin of a backup, by its signature; `unchecked` without a BACKUP_KEY to check it by. */
export type BackupOrigin = 'ours' | 'other' | 'unchecked' | 'unsigned';

/** A backup that must not be used; with the reason as its message. */
export class DamagedBackupError extends Error {}

/** The first `bytes` of a file, in chunks. */
async function* pieces(file: FileHandle, bytes: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let position = 0; position < bytes;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(CHUNK_BYTES, bytes - position), position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** The checksum of a database and of its details. */
async function sumOf(parts: AsyncIterable<Buffer>, about: BackupDetails): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of parts) hash.update(part);
  return hash.update(JSON.stringify([about.madeAt, about.reason, about.bytes])).digest('hex');
}

function hmacOf(backupKey: string, text: string): string {
  return createHmac('sha256', backupKey).update(`godown-backup-1:${text}`).digest('hex');
}

const keyNameOf = (backupKey: string) => hmacOf(backupKey, 'key').slice(0, KEY_NAME_DIGITS);

function signatureOf(backupKey: string, sha256: string): z.output<typeof signature> {
  return { key: keyNameOf(backupKey), hmac: hmacOf(backupKey, sha256) };
}

/** Throws a DamagedBackupError where a signature of this key doesn't fit. */
function originOf(
  { sha256, signature: signed }: z.output<typeof seal>,
  name: string,
  backupKey?: string,
): BackupOrigin {
  if (!signed) return 'unsigned';
  if (backupKey === undefined) return 'unchecked';
  const expected = signatureOf(backupKey, sha256);
  if (signed.key !== expected.key) return 'other';
  const [a, b] = [Buffer.from(signed.hmac), Buffer.from(expected.hmac)];
  if (a.length === b.length && timingSafeEqual(a, b)) return 'ours';
  throw new DamagedBackupError(`${name} was edited after it was signed: its signature by BACKUP_KEY doesn't fit.`);
}

/** Appends the seal to a finished database, signed where there is a key, and syncs the file. */
export async function appendSeal(
  path: string,
  about: Omit<BackupDetails, 'bytes'>,
  backupKey: string | undefined,
): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const whole = { ...about, bytes: size };
    const sha256 = await sumOf(pieces(file, size), whole);
    const signed = backupKey === undefined ? {} : { signature: signatureOf(backupKey, sha256) };
    const text = JSON.stringify({ godownBackup: 1, ...whole, sha256, ...signed }).padEnd(SEAL_BYTES - 1);
    await file.write(`${text}\n`, size);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function readSeal(file: FileHandle, name: string): Promise<z.output<typeof seal>> {
  const { size } = await file.stat();
  const end = Buffer.alloc(SEAL_BYTES);
  await file.read(end, 0, SEAL_BYTES, Math.max(0, size - SEAL_BYTES));
  let parsed: unknown;
  try {
    parsed = JSON.parse(end.toString('utf8'));
  } catch {
    parsed = undefined;
  }
  const result = seal.safeParse(parsed);
  if (!result.success || result.data.bytes !== size - SEAL_BYTES) {
    throw new DamagedBackupError(
      `${name} is not a whole backup of Godown: its end is missing, or something was added to it.`,
    );
  }
  return result.data;
}

/**
 * Copies the database of a backup to `target` and returns the details of the seal, and whose it is. Throws a DamagedBackupError
 * where the seal doesn't match.
 */
export async function extractDatabase(
  path: string,
  target: string,
  backupKey: string | undefined,
): Promise<BackupDetails & { origin: BackupOrigin }> {
  const name = basename(path);
  const file = await open(path, 'r');
  try {
    const sealed = await readSeal(file, name);
    const about = details.parse(sealed);
    const copy = await open(target, 'wx', 0o600);
    try {
      async function* copied(): AsyncGenerator<Buffer> {
        for await (const piece of pieces(file, about.bytes)) {
          await copy.writeFile(piece);
          yield piece;
        }
      }
      if ((await sumOf(copied(), about)) !== sealed.sha256) {
        throw new DamagedBackupError(`${name} was damaged or edited after it was made: its checksum doesn't fit.`);
      }
      await copy.sync();
    } finally {
      await copy.close();
    }
    return { ...about, origin: originOf(sealed, name, backupKey) };
  } finally {
    await file.close();
  }
}
