import type { Sheet, SheetNews } from './sheetWorker.ts';

/** Hears how many of a hundred rows are written. */
export type Progress = (percent: number) => void;

/** Makes a spreadsheet and hands it to the browser as a download. */
export async function downloadSheet(sheet: Sheet, fileName: string, onProgress: Progress) {
  const file = await made(sheet, onProgress);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  // The download has begun by then; the file itself is not needed for ever.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function made(sheet: Sheet, onProgress: Progress): Promise<Blob> {
  const worker = new Worker(new URL('./sheetWorker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<Blob>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<SheetNews>) => {
        if ('percent' in data) onProgress(data.percent);
        else if (data.file) resolve(data.file);
        else reject(new Error('The spreadsheet could not be made.'));
      });
      worker.addEventListener('error', reject);
      worker.postMessage(sheet, []);
    });
  } finally {
    worker.terminate();
  }
}
