import { fileTexts } from '#contract/core/fileTexts.ts';
import type { ReaderMessage } from './sheetReader.ts';

const MAX_DURATION_MS = 60_000;

/** The cells of a file's first sheet as texts, read in a worker. Rejects with a sentence, or when `signal` is aborted. */
export async function readFile(file: Blob, signal: AbortSignal): Promise<string[][]> {
  const worker = new Worker(new URL('./sheetReader.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<string[][]>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(fileTexts.slow)), MAX_DURATION_MS);
      signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      worker.addEventListener('message', ({ data }: MessageEvent<ReaderMessage>) => {
        clearTimeout(timer);
        if ('table' in data) resolve(data.table);
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
