import { saveFile } from '#web/ui/saveFile.ts';
import type { Sheet, SheetNews } from './sheetWorker.ts';

/** Hears how many of a hundred rows are written. */
export type Progress = (percent: number) => void;

/** Makes a spreadsheet and hands it to the browser as a download. */
export async function downloadSheet(sheet: Sheet, fileName: string, onProgress: Progress) {
  saveFile(await made(sheet, onProgress), fileName);
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
