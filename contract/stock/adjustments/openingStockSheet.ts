import { type ImportSheet, endsMonth, required, column } from '../../core/importColumns.ts';
import { synonyms } from '../importing.ts';
import { claims } from '../stock.ts';
import { claimLabels, claimTexts } from '../claims/claims.ts';
import { adjustmentLabels, adjustmentTexts } from './adjustmentTexts.ts';
import { listPaths } from '../../kinds.ts';

/** The sheet of opening stock. */
export const openingStockSheet = {
  title: 'Import opening stock',
  noun: ['line of opening stock', 'lines of opening stock'],
  listTitle: adjustmentTexts.title,
  screenPath: listPaths.adjustments,
  totals: [adjustmentTexts.worth, adjustmentTexts.adjusted],
  columns: [
    column(
      'itemName',
      'Item',
      'text',
      'Moringa leaf, dried',
      [
        ...synonyms.item,
        'Material',
        'Raw material',
        'Raw material name',
        'RM',
        'RM name',
        'Product',
        'Product name',
        'Name',
      ],
      required,
    ),
    column('quantity', 'Quantity', 'quantity', '1,250.5', synonyms.quantity, required),
    column('unit', 'Unit', 'text', 'kg', synonyms.unit),
    column('date', adjustmentLabels.date, 'date', '31-03-2026', ['As on', 'Opening date', 'Stock date'], {
      forAll: 'needed',
    }),
    column('code', 'Lot', 'code', 'ML-04', [...synonyms.batch, 'Batch number', 'Lot code']),
    column('expiresOn', 'Expires on', 'date', '31-03-2027', ['Expiry date', ...synonyms.expiry], endsMonth),
    column('pricePerUnit', 'Price per unit', 'price', 118.5, ['Price', 'Rate', 'Cost', 'Unit price', 'Purchase price']),
    column('claim', claimTexts.claim, 'choice', claimLabels.organic, ['Organic status', 'Certification'], {
      choices: Object.fromEntries(claims.map((claim) => [claimLabels[claim], claim])),
      forAll: 'asked',
    }),
    column('supplierName', adjustmentLabels.supplierId, 'text', 'Nilgiri Herb Growers', synonyms.supplier, {
      forAll: 'offered',
    }),
  ],
} satisfies ImportSheet;
