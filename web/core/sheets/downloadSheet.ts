import { formatCount } from '#contract/core/values/format.ts';
import type { Narrowing } from '#web/core/filters/filterWords.ts';
import { saveFile } from '#web/core/ui/saveFile.ts';
import { toastDone } from '#web/core/ui/toast.tsx';
import { aboutPage } from './about.ts';
import type { SheetMessage } from './sheetWorker.ts';
import type { Sheet } from './writtenSheet.ts';

export type Progress = (percent: number) => void;

/** Creates a spreadsheet in a worker and downloads it; rejects when `signal` is aborted. */
export async function downloadSheet(sheet: Sheet, fileName: string, onProgress: Progress, signal?: AbortSignal) {
  saveFile(await createSheet(sheet, onProgress, signal), fileName);
}

/**
 * Downloads the spreadsheet of a list with a page that says by what its rows are narrowed; a message names the file and
 * its number of rows.
 */
export async function exportSheet(
  sheet: Sheet,
  fileName: string,
  narrowing: Narrowing,
  onProgress: Progress,
  signal?: AbortSignal,
) {
  const { length } = sheet.rows;
  const notes = await aboutPage(sheet.name, narrowing, length);
  await downloadSheet({ ...sheet, notes }, fileName, onProgress, signal);
  toastDone(`${fileName}: ${length === 1 ? '1 row' : `${formatCount(length)} rows`}`);
}

async function createSheet(sheet: Sheet, onProgress: Progress, signal?: AbortSignal): Promise<Blob> {
  const worker = new Worker(new URL('./sheetWorker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<Blob>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<SheetMessage>) => {
        if ('percent' in data) onProgress(data.percent);
        else if (data.file) resolve(data.file);
        else reject(new Error('The spreadsheet could not be made.'));
      });
      worker.addEventListener('error', reject);
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      worker.postMessage(sheet, []);
    });
  } finally {
    worker.terminate();
  }
}
