/**
 * Finds the cells of a workbook that are formatted as percentages: 95 % is stored as 0.95. The library only
 * distinguishes dates from numbers, so it reads a copy in which percentage formats are date formats: a cell that is a
 * date only there is a percentage.
 */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { textOfCell } from './cellText.ts';

type Table = readonly (readonly unknown[])[];

const STYLES = 'xl/styles.xml';
/** Built in: 0% and 0.00%. */
const PERCENT_FORMATS = ['9', '10'];
const DATE_FORMAT = '14';

function attributeOf(tag: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}

/** Whether a format multiplies by a hundred: a % that isn't written as text. */
function isPercent(code: string): boolean {
  return code
    .replaceAll('&quot;', '"')
    .replaceAll(/"[^"]*"|\\./g, '')
    .includes('%');
}

/** The styles with percentages as dates; undefined if no cell can be a percentage. */
function withDates(styles: string): string | undefined {
  const own = [...styles.matchAll(/<(?:\w+:)?numFmt\s[^>]*>/g)].map(([tag]) => tag);
  const isOwn = (tag: string) => isPercent(attributeOf(tag, 'formatCode'));
  const ids = new Set([...PERCENT_FORMATS, ...own.filter(isOwn).map((tag) => attributeOf(tag, 'numFmtId'))]);
  const dated = (tag: string) =>
    ids.has(attributeOf(tag, 'numFmtId')) ? tag.replace(/(\snumFmtId=")\d+/, `$1${DATE_FORMAT}`) : tag;
  // The formats that cells name, without those of named styles.
  const changed = styles.replace(/<(?:\w+:)?cellXfs[\s>].*?<\/(?:\w+:)?cellXfs>/s, (formats) =>
    formats.replaceAll(/<(?:\w+:)?xf\s[^>]*>/g, dated),
  );
  return changed === styles ? undefined : changed;
}

/** The workbook with percentages as dates; undefined if it has none. */
function percentsAsDates(bytes: Uint8Array<ArrayBuffer>): Blob | undefined {
  const file = unzipSync(bytes, { filter: ({ name }) => name === STYLES })[STYLES];
  const styles = file && withDates(strFromU8(file));
  if (!styles) return undefined;
  const copy = zipSync({ ...unzipSync(bytes), [STYLES]: strToU8(styles) }, { level: 0 });
  return new Blob([copy]);
}

/** The cells of a workbook's first sheet as texts, read by `read`; percentages as a spreadsheet shows them. */
export async function textsOfWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  read: (file: Blob) => Promise<Table>,
): Promise<string[][]> {
  const rows = await read(new Blob([bytes]));
  const copy = percentsAsDates(bytes);
  const dated = copy ? await read(copy) : rows;
  return rows.map((row, at) =>
    row.map((cell, column) => {
      const isShare = typeof cell === 'number' && dated[at]?.[column] instanceof Date;
      return isShare ? `${textOfCell(cell * 100)}%` : textOfCell(cell);
    }),
  );
}
