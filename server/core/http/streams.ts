/** Streamed answers. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** The minimum rate of a client: a slower one holds memory for too long. */
const BYTES_PER_SECOND = 8 * 1024;
/** Socket buffers drain in large steps. */
const GRACE_SECONDS = 60;
const POLL_INTERVAL_MS = 10_000;

/**
 * Streams parts with backpressure until all are sent or the client is gone. A client that is too slow is disconnected.
 * Errors before the first part are thrown, so that they can be answered.
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
    // With an empty buffer the client isn't the slow side.
    if (stream.readableLength > 0 && taken < seconds * BYTES_PER_SECOND) reply.raw.destroy();
  }, POLL_INTERVAL_MS).unref();
  reply.send(stream);
  await isOver;
  clearInterval(clock);
  return reply;
}
