/** The sheet of each kind of import. */
import { goodSheet, recipeSheet } from '../make/importSheets.ts';
import { openingStockSheet } from '../stock/adjustments/openingStockSheet.ts';
import { productSheet, materialSheet, categorySheet, buyerSheet, supplierSheet } from '../masters/importSheets.ts';
import type { ImportKind } from '../kinds.ts';
import { recordColumn, type ImportColumn, type ImportSheet } from '../core/importColumns.ts';

/** By kind, in the order in which a new user needs them. */
export const importSheets: Readonly<Record<ImportKind, ImportSheet>> = {
  suppliers: supplierSheet,
  buyers: buyerSheet,
  categories: categorySheet,
  materials: materialSheet,
  products: productSheet,
  recipes: recipeSheet,
  'opening-stock': openingStockSheet,
  goods: goodSheet,
};

/** All columns that the sheets of a kind may have, with parts of fields, and that of exported lists. */
export function importColumns(kind: ImportKind): readonly ImportColumn[] {
  const { columns, parts = [] } = importSheets[kind];
  return [...columns, ...parts, recordColumn];
}
