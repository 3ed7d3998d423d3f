/** The spreadsheets of masters. */
import { soldAsKey } from '#contract/stock/claims/soldAs.ts';
import type { BuyerRecord } from '#contract/masters/buyers.ts';
import type { CategoryRecord } from '#contract/masters/categories.ts';
import {
  buyerSheet,
  categorySheet,
  materialSheet,
  productSheet,
  supplierSheet,
} from '#contract/masters/importSheets.ts';
import type { MaterialRecord } from '#contract/masters/materials.ts';
import type { ProductRecord } from '#contract/masters/products.ts';
import type { SupplierRecord } from '#contract/masters/suppliers.ts';
import type { ExportedMaster } from '#web/core/records/masters/masterSheet.ts';

export const soldAsTextOf = ({ soldAs }: BuyerRecord): string => (soldAs ? soldAsKey(soldAs) : '');

export const exportedSuppliers: ExportedMaster<SupplierRecord> = {
  sheet: supplierSheet,
  rowId: (row) => row.supplierId,
};
export const exportedBuyers: ExportedMaster<BuyerRecord> = {
  sheet: buyerSheet,
  rowId: (row) => row.buyerId,
  exported: (row) => ({ soldAs: soldAsTextOf(row) }),
};
export const exportedCategories: ExportedMaster<CategoryRecord> = {
  sheet: categorySheet,
  rowId: (row) => row.categoryId,
};
export const exportedMaterials: ExportedMaster<MaterialRecord> = {
  sheet: materialSheet,
  rowId: (row) => row.rawMaterialId,
};
export const exportedProducts: ExportedMaster<ProductRecord> = { sheet: productSheet, rowId: (row) => row.productId };
