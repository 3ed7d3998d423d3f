/** Answers that are sent while they are made or read. */
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Rest } from './admission.ts';

/**
 * Sends what comes by and by. While its client takes it, however slowly, the request rests: it keeps nobody out.
 */
export async function sendStream(reply: FastifyReply, stream: Readable, rest: Rest): Promise<FastifyReply> {
  const over = new Promise<void>((resolve) => stream.once('close', resolve));
  reply.send(stream);
  await rest(over);
  return reply;
}
