/** Names the records of a section that could not be printed whole. */
import { cutText } from '#contract/core/values/cutText.ts';
import { packTexts } from '#contract/prove/packs.ts';
import { textOf } from './pdf.ts';
import type { Block, Section } from './sections/section.ts';

/** The most remarks of a pack; beyond, their number stands in place of the rest. */
const MAX_REMARKS = 100;
const NAME_CHARACTERS = 80;

const shortened = (text: string): string => {
  const cut = cutText(text, NAME_CHARACTERS);
  return cut === text ? text : `${cut} …`;
};

/** `placeOf` gives the place in the spreadsheet of a row of the blocks, counted from 0. */
export function remarksOn(
  { title }: Section,
  blocks: readonly Block[],
  unprintable: ReadonlySet<string>,
  placeOf: (row: number) => string,
): string[] {
  const rows = blocks.flatMap((block) => block.rows.map((row) => row.map(textOf)));
  const ofRows = rows.flatMap((texts, index) => {
    if (!texts.some((text) => unprintable.has(text))) return [];
    const name = texts.filter((text) => text !== '').join(', ');
    return [packTexts.unprintableRow(title, shortened(name), placeOf(index))];
  });
  const cells = new Set(rows.flat());
  const others = [...unprintable].filter((text) => !cells.has(text));
  return [...ofRows, ...others.map((text) => packTexts.unprintableText(title, shortened(text)))];
}

/** The first remarks, each once, and how many more there are. */
export function boundedRemarks(all: readonly string[]): string[] {
  // A heading may stand in several files.
  const remarks = [...new Set(all)];
  const more = remarks.length - MAX_REMARKS;
  return [...remarks.slice(0, MAX_REMARKS), ...(more > 0 ? [packTexts.moreRemarks(more)] : [])];
}
