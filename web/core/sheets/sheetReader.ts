/** A web worker that reads spreadsheet files, so that the screen stays responsive and reading can be cancelled. */
import { fileTexts } from '#contract/core/fileTexts.ts';
import { UnreadableFileError, type ReadTable } from './readTable.ts';
import { tablesOf } from './sheetFile.ts';

export type ReaderMessage = { tables: ReadTable[] } | { fault: string };

function post(message: ReaderMessage) {
  postMessage(message);
}

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  data
    .arrayBuffer()
    .then((buffer) => tablesOf(new Uint8Array(buffer)))
    .then(
      (tables) => post({ tables }),
      (error: unknown) => {
        if (!(error instanceof UnreadableFileError)) console.error(error);
        post({ fault: error instanceof UnreadableFileError ? error.message : fileTexts.damaged });
      },
    );
});
