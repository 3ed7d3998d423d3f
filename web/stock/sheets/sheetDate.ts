/** The day that the head of a sheet names, such as “as on 01.04.2026”, with the cell that it stands in. */
import { writtenDate } from '#contract/core/values/sheetDates.ts';
import { columnLetters, type RowAbove } from './headedTable.ts';

export interface SheetDate {
  /** The cell, such as A4. */
  cell: string;
  text: string;
  /** The day on which the stock was there; undefined where the text can be read in two ways. */
  day: string | undefined;
  /** The first day of a period, which the opening balance is of. */
  from?: string | undefined;
}

/** A day as a person writes it in a line of text. */
const DAY = String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}(?:st|nd|rd|th)?[-/., ]{0,2}(?:\d{1,2}|[\p{L}\p{M}]{3,9}\.?)[-/., ']{1,2}(?:\d{4}|\d{2})|\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}`;
const asOn = new RegExp(String.raw`(?:^|[^\p{L}])as\s+(?:on|at|of)(?:\s+date)?[\s:.–-]*(?<day>${DAY})?(?!\d)`, 'iu');
const period = new RegExp(
  String.raw`^(?:for\s+the\s+period\s+)?(?:from\s+|for\s+)?(?<from>${DAY})\s*(?:to|till|until|–|-)\s*(?<day>${DAY})$`,
  'iu',
);

/** With points, the day comes first everywhere; with other signs nobody can say. */
function dayIn(text: string): string | undefined {
  const date = writtenDate(text.trim());
  if (!date || 'month' in date) return undefined;
  if ('day' in date) return date.day;
  const { day, month } = date.byOrder;
  if (day === null || month === null) return day ?? month ?? undefined;
  return text.includes('.') ? day : undefined;
}

function dateIn(cells: readonly string[], at: number): Omit<SheetDate, 'cell'> | undefined {
  const text = cells[at]?.replaceAll(/\s+/g, ' ') ?? '';
  const days = period.exec(text)?.groups;
  if (days) return { text, day: dayIn(days['day'] ?? ''), from: dayIn(days['from'] ?? '') };
  const named = asOn.exec(text);
  if (!named) return undefined;
  const own = named.groups?.['day'];
  if (own !== undefined) return { text, day: dayIn(own) };
  // The label and its day stand side by side.
  const beside = cells.slice(at + 1).find((cell) => cell !== '');
  return beside !== undefined && writtenDate(beside) ? { text: `${text} ${beside}`, day: dayIn(beside) } : undefined;
}

/**
 * The day that the rows above a table, or its headings, name; undefined where none does. Two cells with different days
 * leave it open.
 */
export function dateAbove(above: readonly RowAbove[]): SheetDate | undefined {
  const found = above.flatMap(({ index, cells }) =>
    cells.flatMap((_, at): SheetDate[] => {
      const date = dateIn(cells, at);
      return date ? [{ ...date, cell: `${columnLetters(at)}${index + 1}` }] : [];
    }),
  );
  const [first] = found;
  const differs = found.some(({ day, from }) => day !== first?.day || from !== first?.from);
  return first && differs ? { ...first, day: undefined, from: undefined } : first;
}
