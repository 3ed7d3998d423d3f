/** Answers that are sent while they are made or read. */
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Rest } from './admission.ts';

/** A client that takes nothing for so long is given up: what is kept for it is wanted by others. */
const STALLED_MS = 60_000;

/**
 * Sends what comes by and by, read no faster than its client takes it. While it does, however slowly, the request rests: it
 * keeps nobody out. One that takes nothing for a minute is cut off.
 */
export async function sendStream(reply: FastifyReply, stream: Readable, rest: Rest): Promise<FastifyReply> {
  const over = new Promise<void>((resolve) => stream.once('close', resolve));
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
  reply.send(stream);
  await rest(over);
  return reply;
}
