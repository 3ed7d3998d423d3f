/** A web worker that creates spreadsheets, so that the screen stays responsive. */
import { writtenSheet, type Sheet } from './writtenSheet.ts';

/** Progress messages, then the file, or undefined on failure. */
export type SheetMessage = { percent: number } | { file: Blob | undefined };

function post(message: SheetMessage) {
  postMessage(message);
}

addEventListener('message', ({ data }: MessageEvent<Sheet>) => {
  writtenSheet(data, (percent) => post({ percent })).then(
    (file) => post({ file }),
    (fault: unknown) => {
      // An unhandled rejection would not reach the page.
      console.error(fault);
      post({ file: undefined });
    },
  );
});
