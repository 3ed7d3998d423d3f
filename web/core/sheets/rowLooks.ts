/** Indents and bold letters of rows in xlsx files, which say what is a group, an item and a batch. */
import { strFromU8, unzipSync } from 'fflate';

/** How the first cell of a row is shown. */
export interface RowLook {
  indent: number;
  isBold: boolean;
}

const BOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const STYLES = 'xl/styles.xml';
/** Larger sheets are no summaries that people indent. */
const MOST_BYTES = 20 * 1024 * 1024;

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1];
}

function looksOfStyles(styles: string): RowLook[] {
  const [, fonts = ''] = /<fonts\b[^>]*>([\s\S]*?)<\/fonts>/.exec(styles) ?? [];
  const isBold = [...fonts.matchAll(/<font\b[^>]*?(?:\/>|>([\s\S]*?)<\/font>)/g)].map(([, font = '']) =>
    /<b\s*\/>|<b\s+val="(?:1|true)"/.test(font),
  );
  const [, cellStyles = ''] = /<cellXfs\b[^>]*>([\s\S]*?)<\/cellXfs>/.exec(styles) ?? [];
  return [...cellStyles.matchAll(/<xf\b([^>]*?)(?:\/>|>([\s\S]*?)<\/xf>)/g)].map(([, tag = '', inside = '']) => ({
    indent: Number(attribute(inside, 'indent') ?? 0),
    isBold: isBold[Number(attribute(tag, 'fontId') ?? 0)] ?? false,
  }));
}

/** The looks of the rows of each sheet by their place, in the order of the sheets; empty for a file of another kind. */
export function rowLooks(bytes: Uint8Array): Map<number, RowLook>[] {
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) =>
      originalSize < MOST_BYTES && ([BOOK, RELATIONS, STYLES].includes(name) || /^xl\/worksheets\/.*\.xml$/.test(name)),
  });
  const textOf = (name: string) => (files[name] ? strFromU8(files[name]) : '');
  const looks = looksOfStyles(textOf(STYLES));
  const targets = new Map(
    [...textOf(RELATIONS).matchAll(/<Relationship\b([^>]*)>/g)].map(([, tag = '']) => [
      attribute(tag, 'Id') ?? '',
      attribute(tag, 'Target') ?? '',
    ]),
  );
  return [...textOf(BOOK).matchAll(/<sheet\b([^>]*)>/g)].map(([, tag = '']) => {
    const target = targets.get(attribute(tag, String.raw`\w+:id`) ?? '') ?? '';
    const sheet = textOf(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    return new Map(
      [...sheet.matchAll(/<row\b([^>]*)>\s*<c\b([^>]*)>/g)].flatMap(([, row = '', cell = '']) => {
        const look = looks[Number(attribute(cell, 's') ?? 0)];
        return look ? [[Number(attribute(row, 'r')) - 1, look] as const] : [];
      }),
    );
  });
}
