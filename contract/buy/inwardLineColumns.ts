import { required, column, type ImportColumn } from '../core/importColumns.ts';
import { synonyms } from '../stock/importing.ts';

/** Columns of lines that are pasted into an inward; discount and amount are no fields, and check the price. */
export const inwardLineColumns: readonly ImportColumn[] = [
  column(
    'rawMaterialName',
    'Raw material',
    'text',
    'Moringa leaf, dried',
    [
      'Raw material name',
      'RM',
      'RM name',
      'Material',
      'Material name',
      'Item',
      'Item name',
      'Particulars',
      'Description of goods',
      'Name',
    ],
    required,
  ),
  column('quantity', 'Quantity', 'quantity', 12.5, ['Qty', 'Weight', 'Kg'], required),
  column('unit', 'Unit', 'text', 'kg', [...synonyms.unit, 'Per']),
  column('pricePerUnit', 'Price per unit', 'price', 118.5, ['Price', 'Rate', 'Unit price', 'Cost'], required),
  column('discountPercent', 'Disc %', 'percent', 10, [
    'Disc',
    'Discount',
    'Discount %',
    'Discount percent',
    'Trade discount',
    'Trade discount %',
    'Disc percent',
  ]),
  column('amount', 'Amount', 'number', 1333.13, ['Line amount', 'Net amount', 'Value', 'Assessable value'], {
    preferred: ['Taxable value', 'Taxable amount', 'Taxable'],
  }),
  column('supplierLotNumber', 'Supplier lot number', 'code', 'ML-04', ['Lot', 'Lot no', 'Batch', 'Batch no']),
];
