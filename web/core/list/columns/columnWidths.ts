import type { ColumnChoice } from './useColumns.ts';

/** In pixels: a column stays visible, and leaves room for others. */
export const columnWidths = { least: 56, most: 800 };

/** `width` is undefined for as wide as its content needs. */
export function withWidth(choice: ColumnChoice, header: string, width: number | undefined): ColumnChoice {
  const { [header]: _, ...others } = choice.widths;
  if (width === undefined) return { ...choice, widths: others };
  const within = Math.round(Math.min(columnWidths.most, Math.max(columnWidths.least, width)));
  return { ...choice, widths: { ...others, [header]: within } };
}
