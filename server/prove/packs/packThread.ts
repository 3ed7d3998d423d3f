/** Makes a pack in a thread of its own (packWorker.ts). */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BuiltPack, PackTask, ThreadMessage } from './packTask.ts';

/** A thread that would take more ends with an error. */
const MEMORY_MB = 1024;

export interface PackReceiver {
  begin(): Promise<void>;
  progress(step: string, done: number, total: number): Promise<void>;
  store(bytes: Buffer): Promise<void>;
}

/** Ends the thread; the pack is then not built. */
export type EndThread = () => Promise<void>;

/** A pack that cannot be built, with the reason for users as its message. */
export class PackRefusedError extends Error {}

/** Builds a pack; `receiver` gets its bytes in order. Throws errors of the thread. */
export async function buildInThread(
  task: PackTask,
  receiver: PackReceiver,
  onBegun: (end: EndThread) => void,
): Promise<BuiltPack> {
  const worker = new Worker(new URL('./packWorker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  onBegun(async () => {
    await worker.terminate();
  });
  const built = Promise.withResolvers<BuiltPack>();
  let work = Promise.resolve();
  const receive = async (message: ThreadMessage) => {
    if (message.kind === 'begin') await receiver.begin();
    else if (message.kind === 'progress') await receiver.progress(message.step, message.done, message.total);
    else if (message.kind === 'made') {
      const { kind: _, ...result } = message;
      built.resolve(result);
    } else if (message.kind === 'refused') built.reject(new PackRefusedError(message.reason));
    else {
      await receiver.store(Buffer.from(message.bytes));
      worker.postMessage('stored', []);
    }
  };
  worker.on('message', (message: ThreadMessage) => {
    // One after the other, in their order.
    work = work.then(async () => await receive(message)).catch(built.reject);
  });
  worker.once('error', built.reject);
  const ended = once(worker, 'exit').then(async () => {
    await work;
    built.reject(new Error('the thread that made the pack ended before it was done'));
  });
  ended.catch(built.reject);
  try {
    return await built.promise;
  } finally {
    await worker.terminate();
  }
}
