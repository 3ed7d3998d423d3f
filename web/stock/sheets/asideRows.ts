/** Rows of a sheet that are no records: totals, group heads, repeated headings and notes, each with its reason. */
import { readCellQuantity } from '#contract/core/values/cellNumbers.ts';
import { sumOfQuantities } from '#contract/core/values/numbers.ts';
import { isTotal } from '#contract/stock/sheets/totals.ts';
import { asideTexts as texts } from '#contract/stock/sheets/questionTexts.ts';
import type { GridRow, HeadedTable } from './headedTable.ts';

export interface AsideRow extends GridRow {
  why: string;
  /** The numbers of the first and last row that it is the sum of. */
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

/** The rows of a table apart from those that are no records; `quantity` is the place of its quantities. */
export function withoutAside(
  { headings, rows }: HeadedTable,
  quantity: number | undefined,
  isOwnTotal: (row: GridRow) => boolean = () => false,
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
  const heads = quantity === undefined ? new Map<number, never>() : groupHeads(others, quantity);
  if (areGroups(others, heads)) {
    for (const [at, row] of others.entries()) {
      const group = heads.get(at);
      if (!group) continue;
      const sumOf = { from: others[group.from]?.number ?? 0, to: others[group.to]?.number ?? 0 };
      reasons.set(row, texts.group(sumOf.from, sumOf.to));
      sums.set(row, sumOf);
    }
  }
  return {
    rows: rows.filter((row) => !reasons.has(row)),
    aside: rows.flatMap((row) => {
      const why = reasons.get(row);
      return why === undefined ? [] : [{ ...row, why, sumOf: sums.get(row) }];
    }),
  };
}
