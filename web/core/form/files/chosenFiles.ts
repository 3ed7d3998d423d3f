/**
 * Hands a chosen file that is not saved yet to a tab that shows it, over a channel of this origin: it has no address, and
 * a blob: URL would be opened by the browser's own programs.
 */
import { z } from 'zod';
import { newIdempotencyKey } from '#web/core/api/idempotency.ts';

/** The form that has the file is in a tab that may be busy. */
const PATIENCE_MS = 2000;

const WANTED = 'wanted';
const channelOf = (key: string) => new BroadcastChannel(`chosen file ${key}`);
/** Another program of this origin may post anything. */
const offered = z.instanceof(File);

/** Offers a file until `stop`; a tab takes it by its key. */
export function offerFile(file: File): { key: string; stop: () => void } {
  const key = newIdempotencyKey();
  const channel = channelOf(key);
  channel.addEventListener('message', ({ data }) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has one origin, its own.
    if (data === WANTED) channel.postMessage(file);
  });
  return { key, stop: () => channel.close() };
}

/** The file that is offered under a key; undefined if its form is closed. */
export async function popOfferedFile(key: string): Promise<File | undefined> {
  const channel = channelOf(key);
  const { promise, resolve } = Promise.withResolvers<File | undefined>();
  channel.addEventListener('message', ({ data }) => {
    const file = offered.safeParse(data);
    if (file.success) resolve(file.data);
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has one origin, its own.
  channel.postMessage(WANTED);
  setTimeout(() => resolve(undefined), PATIENCE_MS);
  try {
    return await promise;
  } finally {
    channel.close();
  }
}
