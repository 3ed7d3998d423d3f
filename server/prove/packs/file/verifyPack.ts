/** Checks the file of a pack: changed, missing and added files, and the key of its signature. */
import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { open } from 'node:fs/promises';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import {
  MANIFEST,
  MAX_FAULTS,
  packLimits,
  packManifest,
  SIGNATURE,
  verdictTexts,
  type PackManifest,
  type PackVerdict,
} from '#contract/prove/packs.ts';
import { fingerprintOf } from './packFile.ts';
import { END_BYTES, SEAL_BYTES, sealedText, signatureIn } from './seal.ts';

const CHUNK_BYTES = 1024 * 1024;
/** A manifest is read into memory. */
const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;
/** UTF-8 takes up to three bytes for a UTF-16 unit. */
const MAX_NAME_BYTES = 3 * packLimits.nameCharacters;

interface Read {
  sha256: string;
  size: number;
  /** Content of manifest and signature alone. */
  bytes: Buffer;
}

/** A file of the ZIP; undefined if it cannot be unpacked. */
async function readEntry(zip: ZipFile, entry: Entry): Promise<Read | undefined> {
  const isStored = entry.fileName === MANIFEST || entry.fileName === SIGNATURE;
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    const stream: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream) {
      hash.update(chunk);
      size += chunk.length;
      if (isStored && size > MAX_MANIFEST_BYTES) return undefined;
      if (isStored) chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return { sha256: hash.digest('hex'), size, bytes: Buffer.concat(chunks) };
}

interface Contents {
  /** By name; undefined for one that cannot be unpacked. */
  files: Map<string, Read | undefined>;
  /** Names that two files have. */
  twice: Set<string>;
}

/** A ZIP that has more in it than a pack can have. */
class PackLimitError extends Error {}

/** Besides the files that a manifest names: itself and its signature. */
const MAX_ENTRIES = packLimits.files + 2;

/**
 * Bounds the work on a ZIP before it is done. No two files of a pack share bytes: else a small ZIP could be unpacked for
 * hours. Returns the check of the next entry; it throws PackLimitError.
 */
function boundsOf({ entryCount, fileSize }: ZipFile, maxBytes: number): (entry: Entry) => void {
  if (entryCount > MAX_ENTRIES) throw new PackLimitError();
  let [packed, unpacked] = [0, 0];
  return ({ compressedSize, uncompressedSize, fileNameLength }) => {
    packed += compressedSize;
    unpacked += uncompressedSize;
    if (packed > fileSize || unpacked > maxBytes || fileNameLength > MAX_NAME_BYTES) throw new PackLimitError();
  };
}

/** All files of a ZIP; undefined if it is none. Throws PackLimitError. */
async function readContents(path: string, maxBytes: number): Promise<Contents | undefined> {
  const contents: Contents = { files: new Map(), twice: new Set() };
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { autoClose: false });
    const checkBounds = boundsOf(zip, maxBytes);
    for await (const entry of zip.eachEntry()) {
      checkBounds(entry);
      if (contents.files.has(entry.fileName)) contents.twice.add(entry.fileName);
      contents.files.set(entry.fileName, await readEntry(zip, entry));
    }
    return contents;
  } catch (error) {
    if (error instanceof PackLimitError) throw error;
    return undefined;
  } finally {
    zip?.close();
  }
}

/** The manifest; undefined if it is not one. */
function parseManifest(bytes: Buffer | undefined): PackManifest | undefined {
  try {
    return packManifest.safeParse(JSON.parse(bytes?.toString('utf8') ?? '')).data;
  } catch {
    return undefined;
  }
}

function keyOf({ publicKey }: PackManifest): KeyObject | undefined {
  try {
    const key = createPublicKey(publicKey);
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the end of a file is a seal by this key of all bytes before it. */
async function isSealed(path: string, key: KeyObject): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const sealedBytes = size - SEAL_BYTES;
    if (sealedBytes < END_BYTES) return false;
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let position = 0; position < sealedBytes;) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(CHUNK_BYTES, sealedBytes - position), position);
      if (bytesRead === 0) return false;
      hash.update(buffer.subarray(0, bytesRead));
      position += bytesRead;
    }
    const seal = Buffer.alloc(SEAL_BYTES);
    await file.read(seal, 0, SEAL_BYTES, sealedBytes);
    const signature = signatureIn(seal);
    return signature !== undefined && verify(null, sealedText(hash.digest('hex')), key, signature);
  } finally {
    await file.close();
  }
}

function faultsOf({ files, twice }: Contents, manifest: PackManifest): PackVerdict['faults'] {
  const named = new Map(manifest.files.map((file) => [file.name, file]));
  const faults: PackVerdict['faults'] = [];
  for (const { name, size, sha256 } of manifest.files) {
    const file = files.get(name);
    if (!files.has(name)) faults.push({ name, kind: 'missing' });
    else if (file?.size !== size || file.sha256 !== sha256) faults.push({ name, kind: 'changed' });
  }
  const isOwn = (name: string) => name === MANIFEST || name === SIGNATURE || named.has(name);
  for (const name of files.keys()) if (!isOwn(name) || twice.has(name)) faults.push({ name, kind: 'added' });
  return faults;
}

/** The verdict on a file in which nothing could be checked. */
function noPack(problem: string): PackVerdict {
  const nothing = { isWhole: false, isOurs: false, fingerprint: null, madeAt: null, from: null, to: null } as const;
  return { ...nothing, files: 0, faults: [], moreFaults: 0, problem };
}

/**
 * Checks a pack; needs nothing but the file. `isOurs` says whether its key has the fingerprint that is expected. A file
 * that is no pack is a verdict, too, and so is one with more in it than a pack has, or than `maxBytes` unpacked; only a
 * file that cannot be read throws.
 */
export async function verifyPack(
  path: string,
  ownFingerprint?: string,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<PackVerdict> {
  try {
    const contents = await readContents(path, maxBytes);
    if (contents) return await verdictOf(path, contents, ownFingerprint);
  } catch (error) {
    if (error instanceof PackLimitError) return noPack(verdictTexts.beyondLimits);
    throw error;
  }
  // True if there is a file at all.
  await (await open(path, 'r')).close();
  return noPack(verdictTexts.notZip);
}

async function verdictOf(path: string, contents: Contents, ownFingerprint?: string): Promise<PackVerdict> {
  const text = contents.files.get(MANIFEST)?.bytes;
  const manifest = parseManifest(text);
  if (!manifest || !text) return noPack(verdictTexts.noManifest);
  const key = keyOf(manifest);
  const signature = contents.files.get(SIGNATURE)?.bytes.toString('latin1') ?? '';
  const isSigned =
    key !== undefined &&
    fingerprintOf(key) === manifest.fingerprint &&
    /^[0-9a-f]{128}$/.test(signature) &&
    verify(null, text, key, Buffer.from(signature, 'hex'));
  const faults = faultsOf(contents, manifest);
  const isWhole = isSigned && faults.length === 0 && (await isSealed(path, key));
  const { madeAt, from, to, fingerprint } = manifest;
  return {
    isWhole,
    isOurs: isSigned && fingerprint === ownFingerprint,
    fingerprint: isSigned ? fingerprint : null,
    madeAt,
    from,
    to,
    files: manifest.files.length,
    faults: faults.slice(0, MAX_FAULTS),
    moreFaults: Math.max(0, faults.length - MAX_FAULTS),
    problem: isSigned ? (isWhole || faults.length > 0 ? null : verdictTexts.container) : verdictTexts.badManifest,
  };
}
