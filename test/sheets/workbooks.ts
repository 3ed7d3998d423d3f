/** Small workbooks with cells as a spreadsheet writes them, for tests of reading. */
import { zipSync } from 'fflate';
import { utils, write, type BookType, type CellObject, type WorkBook, type WorkSheet } from '@e965/xlsx';

/** A number shown by a format, an error, or a formula without a kept result. */
export type TestCell = string | number | null | { v: number; z: string } | { e: string } | { f: string };

interface TestSheet {
  name?: string;
  rows: readonly (readonly TestCell[])[];
  hidden?: boolean;
  /** Places of hidden rows. */
  hiddenRows?: readonly number[];
  /** Such as D2:D4. */
  merges?: readonly string[];
}

const errorCodes: Readonly<Record<string, number>> = {
  '#DIV/0!': 7,
  '#VALUE!': 15,
  '#REF!': 23,
  '#NAME?': 29,
  '#N/A': 42,
};

function cellOf(cell: TestCell): CellObject | null {
  if (cell === null) return null;
  if (typeof cell === 'string') return { t: 's', v: cell };
  if (typeof cell === 'number') return { t: 'n', v: cell };
  if ('e' in cell) return { t: 'e', v: errorCodes[cell.e] ?? 42, w: cell.e };
  return 'f' in cell ? { t: 'n', f: cell.f } : { t: 'n', v: cell.v, z: cell.z };
}

function sheetOf({ rows, merges = [], hiddenRows = [] }: TestSheet): WorkSheet {
  const sheet = utils.aoa_to_sheet(rows.map((row) => row.map(cellOf)));
  sheet['!merges'] = merges.map((range) => utils.decode_range(range));
  if (hiddenRows.length > 0) {
    sheet['!rows'] = rows.map((_, at) => ({ hidden: hiddenRows.includes(at) }));
  }
  return sheet;
}

/** The bytes of a workbook of a kind. */
export function workbook(sheets: readonly TestSheet[], bookType: BookType = 'xlsx', date1904 = false): Uint8Array {
  const names = sheets.map(({ name }, index) => name ?? `Sheet${index + 1}`);
  const book: WorkBook = {
    SheetNames: names,
    Sheets: Object.fromEntries(sheets.map((sheet, index) => [names[index] ?? '', sheetOf(sheet)])),
    Workbook: { Sheets: sheets.map(({ hidden }) => ({ Hidden: hidden ? 1 : 0 })), WBProps: { date1904 } },
  };
  const written: ArrayBuffer = write(book, { type: 'array', bookType });
  return new Uint8Array(written);
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export function utf16(text: string, isMarked: boolean): Uint8Array {
  const marked = isMarked ? `\uFEFF${text}` : text;
  return new Uint8Array(Buffer.from(marked, 'utf16le'));
}

/** Letters of Windows-1252 that have the same numbers in Unicode. */
export function windows1252(text: string): Uint8Array {
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

interface OutlinedRow {
  indent: number;
  isBold?: boolean;
  cells: readonly (string | number | { v: number; z: string } | null)[];
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The bytes of an xlsx whose first cells are indented and bold, which the library writes none of. */
export function outlinedWorkbook(rows: readonly OutlinedRow[]): Uint8Array {
  const formatOf = (cell: OutlinedRow['cells'][number]) =>
    cell === null || typeof cell === 'string' || typeof cell === 'number' ? '' : cell.z;
  const formats = [...new Set(rows.flatMap(({ cells }) => cells.map(formatOf)))];
  const looks = [...new Set(rows.map(({ indent, isBold = false }) => `${indent} ${isBold ? 1 : 0}`))];
  const ofFormats = formats.map((_, at) => `<xf numFmtId="${200 + at}" fontId="0"/>`);
  const ofLooks = looks.map((look) => {
    const [indent = '', font = ''] = look.split(' ');
    return `<xf numFmtId="0" fontId="${font}" applyAlignment="1"><alignment indent="${indent}"/></xf>`;
  });
  const writtenCell = (cell: OutlinedRow['cells'][number], place: string, look: number) => {
    if (cell === null) return '';
    if (typeof cell === 'string')
      return `<c r="${place}" s="${look}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
    const value = typeof cell === 'number' ? cell : cell.v;
    return `<c r="${place}" s="${formats.indexOf(formatOf(cell))}"><v>${value}</v></c>`;
  };
  const lines = rows.map(({ indent, isBold = false, cells }, at) => {
    const look = formats.length + looks.indexOf(`${indent} ${isBold ? 1 : 0}`);
    const written = cells.map((cell, column) => writtenCell(cell, `${'ABCDEFGH'.charAt(column)}${at + 1}`, look));
    return `<row r="${at + 1}">${written.join('')}</row>`;
  });
  const namespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const files = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${namespace} xmlns:r="${relations}"><sheets><sheet name="Stock Summary" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet ${namespace}><numFmts count="${formats.length}">${formats.map((format, at) => `<numFmt numFmtId="${200 + at}" formatCode="${escaped(format || 'General')}"/>`).join('')}</numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellXfs count="${formats.length + looks.length}">${[...ofFormats, ...ofLooks].join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${namespace}><sheetData>${lines.join('')}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, bytesOf(text)])));
}
