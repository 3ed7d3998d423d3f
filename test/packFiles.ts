/** Reads the files of an inspection pack as those who get it do. */
import { unzipSync } from 'fflate';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import readXlsxFile from 'read-excel-file/node';

export function fileOf(pack: Buffer, name: string): Buffer {
  return Buffer.from(unzipSync(pack)[name] ?? []);
}

/** The text of a PDF as a reader copies it. */
export async function textOf(bytes: Buffer): Promise<string> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await loading.promise;
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const texts = items.map((item) => ('str' in item ? item.str : ''));
  await loading.destroy();
  return texts.join(' ');
}

/** The rows of the sortable spreadsheet by their headings. */
export async function sortableOf(pack: Buffer): Promise<Record<string, unknown>[]> {
  const [sheet] = await readXlsxFile(fileOf(pack, 'sortable.xlsx'));
  const [headings = [], ...rows] = sheet?.data ?? [];
  return rows.map((row) => Object.fromEntries(headings.map((heading, index) => [String(heading), row[index] ?? null])));
}
