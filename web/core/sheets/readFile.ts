import { fileTexts } from '#contract/core/fileTexts.ts';
import type { ReadTable } from './readTable.ts';
import type { ReaderMessage } from './sheetReader.ts';

const MAX_DURATION_MS = 60_000;

/** The tables of a file, read in a worker. Rejects with a sentence, or when `signal` is aborted. */
export async function readFile(file: Blob, signal: AbortSignal): Promise<ReadTable[]> {
  const worker = new Worker(new URL('./sheetReader.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<ReadTable[]>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(fileTexts.slow)), MAX_DURATION_MS);
      signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      worker.addEventListener('message', ({ data }: MessageEvent<ReaderMessage>) => {
        clearTimeout(timer);
        if ('tables' in data) resolve(data.tables);
        else reject(new Error(data.fault));
      });
      // Out of memory, for one.
      worker.addEventListener('error', () => reject(new Error(fileTexts.damaged)));
      worker.postMessage(file, []);
    });
  } finally {
    worker.terminate();
  }
}
