import { formatDate } from '#contract/core/values/format.ts';

const SHOWN_DIGITS = 15;

/** A cell of a spreadsheet as text; whole days as dates are written in India. */
export function textOfCell(cell: unknown): string {
  if (cell instanceof Date) return formatDate(cell.toISOString().slice(0, 10));
  if (typeof cell === 'number') return String(Number(cell.toPrecision(SHOWN_DIGITS)));
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
  return typeof cell === 'string' ? cell.trim() : '';
}
