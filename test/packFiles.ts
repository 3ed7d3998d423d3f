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

/** A text without blanks, as readers of PDFs put them elsewhere than its writer. */
export function squeezed(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, '');
}

/** Footers of packs are below it. */
const FOOTER_TOP = 36;

/** The text of each page without its footer, and what of it is not within the page. */
export async function pagesOf(bytes: Buffer): Promise<{ text: string; outside: string[] }[]> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await loading.promise;
  const pages: { text: string; outside: string[] }[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const [, , width = 0, height = 0] = page.view;
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item) => ('str' in item && item.transform[5] > FOOTER_TOP ? [item] : []));
    const outside = texts.filter(({ str, transform: [, , , , x, y], width: own }) => {
      return str.trim() !== '' && (x < 0 || x + own > width || y < 0 || y > height);
    });
    pages.push({ text: texts.map(({ str }) => str).join(' '), outside: outside.map(({ str }) => str) });
  }
  await loading.destroy();
  return pages;
}

/** The rows of a spreadsheet by their headings. */
export async function sheetOf(pack: Buffer, name: string): Promise<Record<string, unknown>[]> {
  const [sheet] = await readXlsxFile(fileOf(pack, `${name}.xlsx`));
  const [headings = [], ...rows] = sheet?.data ?? [];
  return rows.map((row) => Object.fromEntries(headings.map((heading, index) => [String(heading), row[index] ?? null])));
}

/** The rows of the sortable spreadsheet by their headings. */
export async function sortableOf(pack: Buffer): Promise<Record<string, unknown>[]> {
  return await sheetOf(pack, 'sortable');
}
