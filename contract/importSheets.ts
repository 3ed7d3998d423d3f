/** The sheet of each kind of import. */
import { goodSheet, recipeSheet } from './makeSheets.ts';
import { openingStockSheet } from './openingStockSheet.ts';
import { productSheet, materialSheet, categorySheet, buyerSheet, supplierSheet } from './masterSheets.ts';
import type { ImportKind } from './resources.ts';
import type { ImportSheet } from './importColumns.ts';

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
