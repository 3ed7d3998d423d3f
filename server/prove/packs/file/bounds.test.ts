/** The work of checking a file is bounded before it is done, and every pack that is made is within the bounds. */
import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { MAX_PACK_BYTES, packLimits, verdictTexts } from '#contract/prove/packs.ts';
import { placeOfTest } from '#test/buildTestApp.ts';
import { fileName } from './fileName.ts';
import { PackFile, PackTooLargeError } from './packFile.ts';
import { verifyPack } from './verifyPack.ts';

interface Named {
  name: string;
  packed: number;
  unpacked: number;
}

/** The end of a ZIP: an entry for each name, of which all have the bytes at its beginning. */
function directoryOf(names: readonly Named[], start: number, crc: number): Buffer {
  const entries = names.map(({ name, packed, unpacked }) => {
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(packed === unpacked ? 0 : 8, 10);
    entry.writeUInt32LE(crc, 16);
    entry.writeUInt32LE(packed, 20);
    entry.writeUInt32LE(unpacked, 24);
    entry.writeUInt16LE(name.length, 28);
    return Buffer.concat([entry, Buffer.from(name)]);
  });
  const directory = Buffer.concat(entries);
  // Both ends: that for many entries, and the one that a ZIP always has.
  const end = Buffer.alloc(98);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(BigInt(names.length), 24);
  end.writeBigUInt64LE(BigInt(names.length), 32);
  end.writeBigUInt64LE(BigInt(directory.length), 40);
  end.writeBigUInt64LE(BigInt(start), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(start + directory.length), 64);
  end.writeUInt32LE(1, 72);
  end.writeUInt32LE(0x06054b50, 76);
  end.fill(0xff, 84, 96);
  return Buffer.concat([directory, end]);
}

/** A ZIP of names that all share one file. */
function zipOf(names: readonly string[], content: Buffer, packed = deflateRawSync(content)): Buffer {
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(packed.length === content.length ? 0 : 8, 8);
  const file = Buffer.concat([local, packed]);
  const entries = names.map((name) => ({ name, packed: packed.length, unpacked: content.length }));
  return Buffer.concat([file, directoryOf(entries, file.length, crc32(content))]);
}

const nothing = Buffer.alloc(0);
const zeros = Buffer.alloc(1024 * 1024);

async function problemOf(zip: Buffer, maxBytes?: number): Promise<string | null> {
  const path = join((await placeOfTest()).dataDir, 'pack.zip');
  await writeFile(path, zip);
  return (await verifyPack(path, undefined, maxBytes)).problem;
}

describe('a pack is refused before it is unpacked', () => {
  test('when it has more files than allowed', async () => {
    const many = Array.from({ length: packLimits.files + 3 }, (_, index) => index.toString(36));
    expect(await problemOf(zipOf(many, nothing, nothing))).toBe(verdictTexts.beyondLimits);
  });

  test('when its files share bytes', async () => {
    expect(await problemOf(zipOf(['a'], zeros))).toBe(verdictTexts.noManifest);
    const shared = Array.from({ length: 1000 }, (_, index) => String(index));
    expect(await problemOf(zipOf(shared, zeros))).toBe(verdictTexts.beyondLimits);
  });

  test('when it would be larger than allowed', async () => {
    expect(await problemOf(zipOf(['a'], zeros), zeros.length)).toBe(verdictTexts.noManifest);
    expect(await problemOf(zipOf(['a'], zeros), zeros.length - 1)).toBe(verdictTexts.beyondLimits);
  });

  test('when a name is longer than allowed', async () => {
    expect(await problemOf(zipOf(['a'.repeat(3001)], nothing, nothing))).toBe(verdictTexts.beyondLimits);
  });
});

describe('a created pack', () => {
  const { privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const packOf = (limits: { files: number; bytes: number }) =>
    new PackFile(privateKey, async () => await Promise.resolve(), limits);

  test('has no more files and bytes than the check allows', async () => {
    const few = packOf({ files: 2, bytes: 100 });
    await few.add('a', 'a');
    await few.add('b', 'b');
    await expect(few.add('c', 'c')).rejects.toBeInstanceOf(PackTooLargeError);
    const small = packOf({ files: 100, bytes: 10 });
    await small.add('a', '12345');
    await expect(small.add('b', '123456')).rejects.toBeInstanceOf(PackTooLargeError);
  });

  test('stays below the largest upload with the names, manifest and tables of the most files', () => {
    // Devanagari takes the most bytes in UTF-8.
    const name = fileName('transaction-certificates', Number.MAX_SAFE_INTEGER, 'क'.repeat(200), 'application/pdf');
    expect(name.length).toBeLessThan(packLimits.nameCharacters);
    const bytes = Buffer.byteLength(name);
    const inManifest = JSON.stringify([{ name, size: packLimits.bytes, sha256: '0'.repeat(64) }], null, 6).length;
    // The heads of a file in the two tables, with their extra fields for large files.
    const ofFile = inManifest + bytes + 2 * (bytes + 80);
    expect(packLimits.bytes + packLimits.files * ofFile).toBeLessThan(MAX_PACK_BYTES);
    expect(packLimits.files * (inManifest + bytes)).toBeLessThan(64 * 1024 * 1024);
  });
});
