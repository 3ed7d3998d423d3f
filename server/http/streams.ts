/** Answers that are sent while they are made or read. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** The slowest client that is served for long: a slower one holds memory that others need. */
const BYTES_PER_SECOND = 8 * 1024;
/** What the system keeps for a connection moves in large steps. */
const GRACE_SECONDS = 60;
const LOOK_EVERY_MS = 10_000;

/**
 * Sends what comes part by part, read no faster than its client takes it, and ends when all of it is sent or the client is
 * gone. A client that is too slow is cut off. What fails before the first part is thrown, so that it is answered.
 */
export async function sendStream(reply: FastifyReply, parts: AsyncGenerator<string | Buffer>): Promise<FastifyReply> {
  const first = await parts.next();
  async function* all(): AsyncGenerator<string | Buffer> {
    if (!first.done) yield first.value;
    yield* parts;
  }
  const stream = Readable.from(all());
  const isOver = new Promise<void>((resolve) => stream.once('close', resolve));
  const { socket } = reply.raw;
  const began = performance.now();
  const sentBefore = socket?.bytesWritten ?? 0;
  const clock = setInterval(() => {
    const seconds = (performance.now() - began) / 1000 - GRACE_SECONDS;
    const taken = (socket?.bytesWritten ?? 0) - sentBefore;
    // Where no part is ready, it isn't the client that is slow.
    if (stream.readableLength > 0 && taken < seconds * BYTES_PER_SECOND) reply.raw.destroy();
  }, LOOK_EVERY_MS).unref();
  reply.send(stream);
  await isOver;
  clearInterval(clock);
  return reply;
}
