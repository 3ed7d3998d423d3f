/** A web worker that reads spreadsheet files, so that the screen stays responsive and reading can be cancelled. */
import { unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/web-worker';
import { fileTexts } from '#contract/core/fileTexts.ts';
import { tableOfText } from './textTable.ts';
import { textsOfWorkbook } from './percentCells.ts';

export type ReaderMessage = { table: string[][] } | { fault: string };

/** A sentence for the user who chose the file. */
class UnreadableFileError extends Error {}

const MAX_UNPACKED = 300 * 1024 * 1024;
const MAX_READ = 100_000;

function startsWith(bytes: Uint8Array, ...first: number[]): boolean {
  return first.every((byte, index) => bytes[index] === byte);
}

/** Refuses a file that would unpack to more than memory has room for, before anything is unpacked. */
function checkSize(bytes: Uint8Array): void {
  let unpacked = 0;
  try {
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        unpacked += originalSize;
        return false;
      },
    });
  } catch {
    throw new UnreadableFileError(fileTexts.damaged);
  }
  if (unpacked > MAX_UNPACKED) throw new UnreadableFileError(fileTexts.tooLarge);
}

const isFilled = (row: readonly string[]): boolean => row.some((cell) => cell !== '');

async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  checkSize(bytes);
  const rows = await textsOfWorkbook(bytes, async (file) => await readSheet(file)).catch(() => {
    throw new UnreadableFileError(fileTexts.damaged);
  });
  if (rows.length <= MAX_READ) return rows;
  const filled = rows.map((row) => (isFilled(row) ? row : []));
  if (filled.filter(isFilled).length > MAX_READ) throw new UnreadableFileError(fileTexts.tooManyRows);
  return filled;
}

function textOf(bytes: Uint8Array): string {
  const encoding = startsWith(bytes, 0xff, 0xfe) ? 'utf-16le' : startsWith(bytes, 0xfe, 0xff) ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFileError(fileTexts.encoding);
  }
}

function readText(bytes: Uint8Array): string[][] {
  const text = textOf(bytes);
  if (text.includes('\0')) throw new UnreadableFileError(fileTexts.notTable);
  const { table, isWhole } = tableOfText(text, MAX_READ + 1);
  if (!isWhole) throw new UnreadableFileError(fileTexts.tooManyRows);
  return table;
}

async function read(file: Blob): Promise<string[][]> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (startsWith(bytes, 0x50, 0x4b)) return await readWorkbook(bytes);
  // The format of Excel before 2007.
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new UnreadableFileError(fileTexts.oldExcel);
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) throw new UnreadableFileError(fileTexts.notTable);
  return readText(bytes);
}

function post(message: ReaderMessage) {
  postMessage(message);
}

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  read(data).then(
    (table) => post({ table }),
    (error: unknown) => {
      if (!(error instanceof UnreadableFileError)) console.error(error);
      post({ fault: error instanceof UnreadableFileError ? error.message : fileTexts.damaged });
    },
  );
});
