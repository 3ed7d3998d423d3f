/**
 * The file of a pack: a ZIP of its files, then manifest.json with the size and SHA-256 of each, then manifest.sig with the
 * manifest's Ed25519 signature. The comment at the end of the ZIP is its seal: a signature of the SHA-256 of all bytes
 * before it. So a change of any byte is noticed, also of those that belong to no file.
 */
import { createHash, createPrivateKey, createPublicKey, hash, sign, type KeyObject } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { MANIFEST, packLimits, SIGNATURE, type PackManifest } from '#contract/prove/packs.ts';
import { END_BYTES, SEAL_BYTES, sealedText, sealOf } from './seal.ts';

/** Time of all files in a ZIP, in any zone: the earliest that the format allows. */
export const PACKED_ON = new Date(1980, 0, 1);

/** Compressed already. */
const isDense = (name: string) => /\.(pdf|xlsx|png|jpg)$/.test(name);

/** The SHA-256 of a public key, in hexadecimal. */
export function fingerprintOf(publicKey: KeyObject): string {
  return hash('sha256', publicKey.export({ type: 'spki', format: 'der' }), 'hex');
}

interface PackLimits {
  files: number;
  bytes: number;
}

/** A pack with more in it than can be checked. */
export class PackTooLargeError extends Error {}

/** The ZIP of a pack as it is written: its files, then the manifest of them with its signature. */
export class PackFile {
  readonly #zip = new ZipFile();
  readonly #files: PackManifest['files'] = [];
  #bytes = 0;
  readonly #limits: PackLimits;
  readonly #privateKey: KeyObject;
  readonly #written: Promise<{ size: number; sha256: string }>;

  /** `emit` takes the bytes in order; the next wait until it is done. */
  constructor(privateKey: string, emit: (bytes: Buffer) => Promise<void>, limits: PackLimits = packLimits) {
    this.#limits = limits;
    this.#privateKey = createPrivateKey(privateKey);
    this.#written = this.#write(emit);
    // Thrown by `finish`, or by the file that could not be added.
    this.#written.catch(() => undefined);
  }

  get files(): readonly PackManifest['files'][number][] {
    return this.#files;
  }

  /** Adds a file; resolves once its bytes are taken. Throws PackTooLargeError. */
  async add(name: string, content: Uint8Array | string): Promise<void> {
    const bytes = Buffer.from(content);
    this.#bytes += bytes.length;
    const { files, bytes: most } = this.#limits;
    if (this.#files.length >= files || this.#bytes > most) {
      throw new PackTooLargeError(`more than ${files} files or ${most} bytes`);
    }
    this.#files.push({ name, size: bytes.length, sha256: hash('sha256', bytes, 'hex') });
    await this.#put(name, bytes);
  }

  /** Adds manifest and signature, and seals the file. Returns its size and SHA-256. */
  async finish(
    about: Pick<PackManifest, 'madeAt' | 'from' | 'to' | 'lots'>,
  ): Promise<{ size: number; sha256: string }> {
    const publicKey = createPublicKey(this.#privateKey);
    const manifest: PackManifest = {
      godownPack: 1,
      ...about,
      publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      fingerprint: fingerprintOf(publicKey),
      files: this.#files,
    };
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
    await this.#put(MANIFEST, text);
    await this.#put(SIGNATURE, Buffer.from(sign(null, text, this.#privateKey).toString('hex')));
    this.#zip.end();
    return await this.#written;
  }

  async #put(name: string, bytes: Buffer): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const options = { mtime: PACKED_ON, mode: 0o100644, compress: !isDense(name), forceDosTimestamp: true };
    // Lazily, so that only the file whose turn it is waits in memory.
    this.#zip.addReadStreamLazy(name, { ...options, size: bytes.length }, (callback) => {
      const stream = Readable.from([bytes], { objectMode: false });
      stream.once('close', resolve);
      callback(null, stream);
    });
    await Promise.race([promise, this.#written]);
  }

  async #write(emit: (bytes: Buffer) => Promise<void>): Promise<{ size: number; sha256: string }> {
    const whole = createHash('sha256');
    const sealed = createHash('sha256');
    let size = 0;
    const out = async (bytes: Buffer) => {
      if (bytes.length === 0) return;
      whole.update(bytes);
      size += bytes.length;
      await emit(bytes);
    };
    // Held back: the end of the ZIP, which names the length of the seal.
    let held = Buffer.alloc(0);
    for await (const chunk of this.#zip.outputStream) {
      const all = Buffer.concat([held, Buffer.from(chunk)]);
      const ready = all.subarray(0, Math.max(0, all.length - END_BYTES));
      held = all.subarray(ready.length);
      sealed.update(ready);
      await out(ready);
    }
    const end = Buffer.from(held);
    end.writeUInt16LE(SEAL_BYTES, END_BYTES - 2);
    sealed.update(end);
    await out(end);
    const signature = sign(null, sealedText(sealed.digest('hex')), this.#privateKey);
    await out(Buffer.from(sealOf(signature)));
    return { size, sha256: whole.digest('hex') };
  }
}
