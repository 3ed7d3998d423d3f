import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MAX_PACK_BYTES, packTexts } from '#contract/prove/packs.ts';
import { ApiError } from '../../core/http/errors.ts';

const noSpace = new Set(['ENOSPC', 'EDQUOT']);

/**
 * Writes an upload to a file and returns its SHA-256, in hexadecimal. Throws 413 if it exceeds the limit, or the free
 * space of the disk.
 */
export async function writeUpload(upload: Readable, path: string): Promise<string> {
  let size = 0;
  const hash = createHash('sha256');
  async function* bounded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > MAX_PACK_BYTES) throw new ApiError('too_large', packTexts.tooLarge);
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    await pipeline(upload, bounded, createWriteStream(path, { mode: 0o600 }));
    return hash.digest('hex');
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && noSpace.has(String(error.code));
    throw isFull ? new ApiError('too_large', packTexts.noSpace) : error;
  }
}
