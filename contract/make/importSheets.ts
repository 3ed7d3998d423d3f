/** Sheets of recipes and of batches. */
import { goodLabels } from './goods.ts';
import { finishedGoods, listPaths } from '../kinds.ts';
import { type ImportSheet, endsMonth, required, column } from '../core/importColumns.ts';
import { synonyms } from '../stock/importing.ts';
import { recipeTexts } from './recipes.ts';

export const recipeSheet = {
  title: 'Import recipes',
  noun: ['recipe line', 'recipe lines'],
  listTitle: recipeTexts.title,
  screenPath: listPaths.recipes,
  columns: [
    column('productName', 'Product', 'text', 'Moringa tea', ['Product name', 'Makes', 'Finished product'], required),
    column(
      'outputQuantity',
      'Output quantity',
      'quantity',
      100,
      ['Makes quantity', 'Output', 'Output qty', 'Batch size'],
      required,
    ),
    column('outputUnit', 'Unit of the output', 'text', 'pouch', ['Output unit', 'Output UOM', 'Batch unit']),
    column(
      'itemName',
      'Ingredient',
      'text',
      'Moringa leaf, dried',
      [
        'Ingredient name',
        'Raw material',
        'Raw material name',
        'RM',
        'RM name',
        'Material',
        'Material name',
        'Item',
        'Item name',
        'Input',
      ],
      required,
    ),
    column('quantity', 'Quantity', 'quantity', 5.25, ['Qty', 'Ingredient quantity', 'Input quantity'], required),
    column('unit', 'Unit of the ingredient', 'text', 'kg', ['Unit', ...synonyms.unit]),
    column('plannedLossPercent', 'Planned loss (%)', 'percent', 1, ['Loss', 'Loss %', 'Wastage', 'Wastage %']),
    column('expectedYieldPercent', 'Expected yield (%)', 'percent', 98.5, ['Yield', 'Yield %']),
  ],
} satisfies ImportSheet;

export const goodSheet = {
  title: 'Import finished goods',
  noun: ['batch', 'batches'],
  listTitle: finishedGoods.title,
  screenPath: finishedGoods.screenPath,
  columns: [
    column('productName', goodLabels.productId, 'text', 'Moringa tea', ['Product name', 'Item', 'Item name'], required),
    column('batchNumber', goodLabels.batchNumber, 'code', 'MT-014', synonyms.batch, required),
    column('quantity', goodLabels.quantity, 'quantity', 120, ['Qty', 'Stock', 'Made'], required),
    column('unit', 'Unit', 'text', 'pouch', synonyms.unit),
    column('status', goodLabels.status, 'choice', 'Available', [], {
      choices: { Available: 'available', Sold: 'sold', Expired: 'expired' },
    }),
    column('manufactureDate', goodLabels.manufactureDate, 'date', '30-10-2026', [
      'Mfg date',
      'Mfg dt',
      'Mfg',
      'Made on',
      'Manufactured',
      'Manufacturing date',
    ]),
    column('expiryDate', goodLabels.expiryDate, 'date', '31-10-2027', synonyms.expiry, endsMonth),
  ],
} satisfies ImportSheet;
