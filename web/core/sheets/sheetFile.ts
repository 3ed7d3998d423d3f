/** Reads a file of any kind that holds a table: the one reader of all doors. */
import { fileTexts } from '#contract/core/fileTexts.ts';
import { UnreadableFileError, type ReadTable } from './readTable.ts';
import { isTally, tallyTables } from './tally/tallyTables.ts';
import { tableOfText } from './textTable.ts';
import { checkUnpackedSize, tablesOfWorkbook } from './workbook.ts';

function startsWith(bytes: Uint8Array, ...first: number[]): boolean {
  return first.every((byte, index) => bytes[index] === byte);
}

/** How many of the first bytes are looked at to find the encoding. */
const SAMPLE = 4000;

/** UTF-16 without a mark has a zero in every second byte of plain letters. */
function unmarkedUtf16(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, SAMPLE);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 8 && even === 0) return 'utf-16le';
  return even > sample.length / 8 && odd === 0 ? 'utf-16be' : undefined;
}

function encodingOf(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  return unmarkedUtf16(bytes) ?? 'utf-8';
}

function textOf(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    if (encoding !== 'utf-8') throw new UnreadableFileError(fileTexts.encoding);
    // Excel's “CSV” of Windows.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The bytes at the beginning of a compound file, such as an xls. */
const COMPOUND_HEADER = 512;

const markup = /^\s*<(?:!doctype html|html|head|body|meta|style|table|\?xml|\w+:?workbook)/i;

/** The tables of a file; at least one. Throws a sentence. */
export function tablesOf(bytes: Uint8Array): ReadTable[] {
  const tables = readTables(bytes);
  if (tables.length === 0) throw new UnreadableFileError(fileTexts.empty);
  return tables;
}

function readTables(bytes: Uint8Array): ReadTable[] {
  if (startsWith(bytes, 0x50, 0x4b)) {
    checkUnpackedSize(bytes);
    return tablesOfWorkbook(bytes);
  }
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    // The library takes a shorter one for a text.
    if (bytes.length < COMPOUND_HEADER) throw new UnreadableFileError(fileTexts.damaged);
    return tablesOfWorkbook(bytes);
  }
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) throw new UnreadableFileError(fileTexts.notTable);
  const text = textOf(bytes);
  if (text.includes('\0')) throw new UnreadableFileError(fileTexts.notTable);
  if (isTally(text)) return tallyTables(text);
  if (markup.test(text)) return tablesOfWorkbook(new TextEncoder().encode(text));
  const rows = tableOfText(text);
  return rows.length === 0 ? [] : [{ name: '', isHidden: false, rows, hiddenRows: [], isText: true }];
}
