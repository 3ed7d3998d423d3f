import { saveFile } from '#web/ui/saveFile.ts';
import type { Sheet, SheetMessage } from './sheetWorker.ts';

export type Progress = (percent: number) => void;

/** Creates a spreadsheet in a worker and downloads it. */
export async function downloadSheet(sheet: Sheet, fileName: string, onProgress: Progress) {
  saveFile(await createSheet(sheet, onProgress), fileName);
}

async function createSheet(sheet: Sheet, onProgress: Progress): Promise<Blob> {
  const worker = new Worker(new URL('./sheetWorker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<Blob>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<SheetMessage>) => {
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
