/** Rows of a sheet that are no records: totals, group heads, repeated headings and notes, each with its reason. */
import { readCellAmount, readCellQuantity } from '#contract/core/values/cellNumbers.ts';
import { sumOfAmounts, sumOfQuantities } from '#contract/core/values/numbers.ts';
import { isTotal } from '#contract/stock/sheets/totals.ts';
import { asideTexts as texts } from '#contract/stock/sheets/questionTexts.ts';
import type { ReadTable } from '#web/core/sheets/readTable.ts';
import type { GridRow, HeadedTable } from './headedTable.ts';

export interface AsideRow extends GridRow {
  why: string;
  /** The numbers of the first and last row below it, which may be its batches. */
  sumOf?: { from: number; to: number } | undefined;
}

const carried = /^(?:\(?(?:cont(?:inue)?d\.?|carried (?:over|forward)|brought forward|[bc]\/[fd])\)?)$/i;
const note =
  /^(?:checked|prepared|printed|verified|approved|authori[sz]ed|signature|note|remarks?|page \d|e\.? ?& ?o)/i;
const isBelowGap = (row: GridRow, before: GridRow | undefined) =>
  before !== undefined && row.number > before.number + 1;
const filledOf = (cells: readonly string[]) => cells.filter((cell) => cell !== '');

/** Rows whose number is the sum of at least two that follow, up to the next such row. */
function groupHeads(rows: readonly GridRow[], column: number): Map<number, { from: number; to: number }> {
  const numbers = rows.map(({ cells }) => readCellQuantity(cells[column] ?? '')?.value);
  const heads = new Map<number, { from: number; to: number }>();
  for (let at = 0; at < rows.length; at += 1) {
    const head = numbers[at];
    if (!head) continue;
    let sum = 0;
    for (let last = at + 1; last < rows.length; last += 1) {
      const number = numbers[last];
      if (number === undefined || number <= 0) break;
      sum = sumOfQuantities([sum, number]);
      if (sum > head) break;
      if (sum < head || last === at + 1) continue;
      heads.set(at, { from: at + 1, to: last });
      break;
    }
  }
  return heads;
}

/** Whether the heads with what they add up are all rows: one alone among others may be a coincidence. */
function areGroups(rows: readonly GridRow[], heads: ReadonlyMap<number, { from: number; to: number }>): boolean {
  const covered = [...heads].reduce((sum, [head, { to }]) => sum + to - head + 1, 0);
  return heads.size > 0 && covered >= rows.length;
}

/** The indents of a sheet, and the place of its values, which groups state where quantities have several units. */
interface SheetOutline {
  looks: ReadTable['looks'];
  value: number | undefined;
}

/** A row with others below it, indented further. */
interface OutlineHead {
  /** The first and the last row below it. */
  from: number;
  to: number;
  /** Whether it has a number, which is the sum of those directly below it. */
  isSum: boolean;
  /** Whether the rows below it can be batches: no group has heads below it, or bold letters where others have none. */
  isOpen: boolean;
}

/** The rows directly below each, by their indents; undefined without any. */
function belowByIndent(indents: readonly number[]): ReadonlyMap<number, readonly number[]> | undefined {
  const below = new Map<number, number[]>();
  const above: number[] = [];
  for (const [at, indent] of indents.entries()) {
    while (above.length > 0 && (indents[above.at(-1) ?? 0] ?? 0) >= indent) above.pop();
    const head = above.at(-1);
    if (head !== undefined) below.set(head, [...(below.get(head) ?? []), at]);
    above.push(at);
  }
  return below.size > 0 ? below : undefined;
}

/** Heads by the indents of a sheet, if the number of each is the sum of those directly below it; else indents say nothing. */
function outlineHeads(
  rows: readonly GridRow[],
  quantity: number,
  { looks, value }: SheetOutline,
): Map<number, OutlineHead> | undefined {
  const shown = rows.map(({ number }) => looks?.get(number - 1));
  const below = belowByIndent(shown.map((look) => look?.indent ?? 0));
  if (!below) return undefined;
  const textOf = (at: number, column: number | undefined) =>
    column === undefined ? '' : (rows[at]?.cells[column] ?? '');
  const measures = [
    { of: (at: number) => readCellQuantity(textOf(at, quantity))?.value, sumOf: sumOfQuantities },
    { of: (at: number) => readCellAmount(textOf(at, value), 'point'), sumOf: sumOfAmounts },
  ];
  const heads = new Map<number, OutlineHead>();
  for (const [at, rowsBelow] of below) {
    const stated = measures.filter(({ of }) => of(at) !== undefined);
    const isSum = stated.some(({ of, sumOf }) => sumOf(rowsBelow.map((each) => of(each) ?? 0)) === of(at));
    if (stated.length > 0 && !isSum) return undefined;
    let to = rowsBelow.at(-1) ?? at;
    for (let last = below.get(to); last; last = below.get(to)) to = last.at(-1) ?? to;
    heads.set(at, { from: at + 1, to, isSum, isOpen: !rowsBelow.some((each) => below.has(each)) });
  }
  const open = [...heads].filter(([, { isOpen }]) => isOpen);
  const plain = open.filter(([at]) => shown[at]?.isBold === false);
  if (plain.length > 0) for (const [at, head] of open) head.isOpen = shown[at]?.isBold === false;
  return [...heads.values()].some(({ isSum }) => isSum) ? heads : undefined;
}

/** The heads of a sheet with the rows that each adds up: by their indents, else where such sums make up the whole sheet. */
function headsOf(
  rows: readonly GridRow[],
  quantity: number | undefined,
  outline: SheetOutline,
): Map<number, OutlineHead> {
  // Lists of names have no sums.
  if (quantity === undefined) return new Map();
  const outlined = outlineHeads(rows, quantity, outline);
  if (outlined) return outlined;
  const heads = groupHeads(rows, quantity);
  if (!areGroups(rows, heads)) return new Map();
  return new Map([...heads].map(([at, head]) => [at, { ...head, isSum: true, isOpen: true }]));
}

/** The rows of a table apart from those that are no records; `quantity` is the place of its quantities. */
export function withoutAside(
  { headings, rows }: HeadedTable,
  quantity: number | undefined,
  isOwnTotal: (row: GridRow) => boolean = () => false,
  outline: SheetOutline = { looks: undefined, value: undefined },
): { rows: GridRow[]; aside: AsideRow[] } {
  const lastWhole = rows.findLastIndex(({ cells }) => filledOf(cells).length > 1);
  const firstSetOff = rows.findIndex((row, at) => at > lastWhole && isBelowGap(row, rows[at - 1]));
  const whyOf = (row: GridRow, at: number): string | undefined => {
    const { cells } = row;
    const filled = filledOf(cells);
    const [first = ''] = filled;
    if (isTotal(first) || isOwnTotal(row)) return texts.total;
    if (carried.test(first)) return texts.carried;
    if (cells.every((cell, index) => cell === headings[index])) return texts.headings;
    const isNameAlone = quantity !== undefined && filled.length === 1 && cells[quantity] === '';
    if (isNameAlone && rows[at + 1]?.cells[quantity]) return texts.groupName;
    if (filled.length !== 1 || headings.length < 3 || at <= lastWhole) return undefined;
    // A name alone may be a record; a note is set off, or speaks of the sheet.
    const isSetOff = firstSetOff !== -1 && at >= firstSetOff;
    return isSetOff || note.test(first) ? texts.note : undefined;
  };
  const reasons = new Map(
    rows.flatMap((row, at) => {
      const why = whyOf(row, at);
      return why === undefined ? [] : [[row, why] as const];
    }),
  );
  const sums = new Map<GridRow, { from: number; to: number }>();
  const others = rows.filter((row) => !reasons.has(row));
  for (const [at, { from, to, isSum, isOpen }] of headsOf(others, quantity, outline)) {
    const [row, first, last] = [others[at], others[from], others[to]];
    if (!row || !first || !last) continue;
    reasons.set(row, isSum ? texts.group(first.number, last.number) : texts.groupName);
    if (isOpen) sums.set(row, { from: first.number, to: last.number });
  }
  return {
    rows: rows.filter((row) => !reasons.has(row)),
    aside: rows.flatMap((row) => {
      const why = reasons.get(row);
      return why === undefined ? [] : [{ ...row, why, sumOf: sums.get(row) }];
    }),
  };
}
