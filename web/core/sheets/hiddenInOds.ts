/** Hidden sheets and rows of OpenDocument spreadsheets, which the reader of workbooks does not look at. */
import { strFromU8, unzipSync } from 'fflate';

/** The hidden rows of a sheet, each from a row up to another one. */
interface HiddenParts {
  isHidden: boolean;
  rows: { from: number; to: number }[];
}

const CONTENT = 'content.xml';
const tags =
  /<style:style\b([^>]*)>|<style:table-properties\b([^>]*)>|<table:table(?=[\s/>])([^>]*)>|<table:table-row\b([^>]*)>|<(\/)table:table>/g;

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
}

/** The hidden parts of each sheet, in the order of the sheets; empty for a file of another kind. */
export function hiddenInOds(bytes: Uint8Array): HiddenParts[] {
  const { [CONTENT]: content } = unzipSync(bytes, { filter: ({ name }) => name === CONTENT });
  if (!content) return [];
  const sheets: HiddenParts[] = [];
  const hiddenStyles = new Set<string>();
  let style = '';
  /** Tables may stand in cells. */
  let depth = 0;
  let row = 0;
  for (const [, styleTag, properties, table, rowTag, end] of strFromU8(content).matchAll(tags)) {
    if (styleTag !== undefined) style = attribute(styleTag, 'style:name') ?? '';
    else if (properties !== undefined) {
      if (attribute(properties, 'table:display') === 'false') hiddenStyles.add(style);
    } else if (table !== undefined) {
      depth += 1;
      if (depth > 1) continue;
      sheets.push({ isHidden: hiddenStyles.has(attribute(table, 'table:style-name') ?? ''), rows: [] });
      row = 0;
    } else if (end !== undefined) depth -= 1;
    else if (rowTag !== undefined && depth === 1) {
      const to = row + Number(attribute(rowTag, 'table:number-rows-repeated') ?? 1);
      const visibility = attribute(rowTag, 'table:visibility') ?? 'visible';
      if (visibility !== 'visible') sheets.at(-1)?.rows.push({ from: row, to });
      row = to;
    }
  }
  return sheets;
}
