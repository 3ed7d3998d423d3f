/** Texts of the calls of lots, items, the stock of raw materials, adjustments and stock on a day. */
import type { adjustmentEndpoints, countEndpoints } from './adjustments/adjustments.ts';
import type { itemOverviewEndpoints } from './items/itemOverview.ts';
import type { itemEndpoints } from './items/items.ts';
import type { materialStockEndpoints } from './items/materialStock.ts';
import type { lotEndpoints } from './lots/lots.ts';
import type { stockLedgerEndpoints } from './lots/stockLedger.ts';
import type { stockOnEndpoints } from './lots/stockOn.ts';
import type { CallTexts } from '../core/callText.ts';

export const lotCallTexts: CallTexts<typeof lotEndpoints> = {
  list: {
    operationId: 'listLots',
    tag: 'Lots',
    summary: 'List lots',
    description:
      '`search` looks in code, supplier lot number, item and supplier; `itemId`, `state`, `hasStock` and expiry dates narrow the list.',
  },
  totals: {
    operationId: 'sumLots',
    tag: 'Lots',
    summary: 'Sum the stock of lots and its value',
    description: 'Sums of the lots that the same filters and `search` list, each valued at its own price.',
  },
  get: { operationId: 'getLot', tag: 'Lots', summary: 'Read one lot with its movements and their documents' },
  markets: {
    operationId: 'getLotMarkets',
    tag: 'Lots',
    summary: 'Read who may buy a lot on a day',
    description:
      'For India, the European Union and the United States: the claim under a scheme that the market accepts, or the first lot or certificate that stands in the way. Certificates count as of the days of receipt and production.',
  },
  update: {
    operationId: 'updateLot',
    tag: 'Lots',
    summary: 'Change code, supplier lot number, expiry date and claim of a lot',
    description:
      'Fields that are left out stay unchanged. A code is unique within its item, and fixed once something has left the lot: then a 409. A claim beyond its certificate or its inputs is a 400. Its inward or adjustment shows the new values, and gets a new `updatedAt`.',
  },
  hold: {
    operationId: 'holdLot',
    tag: 'Lots',
    summary: 'Put a lot on hold',
    description:
      'From its answer on no production and no dispatch takes from the lot. A 409 where it is on hold or recalled already.',
  },
  release: {
    operationId: 'releaseLot',
    tag: 'Lots',
    summary: 'Release a lot that is on hold',
    description: 'A 409 where it is not on hold.',
  },
};

export const itemCallTexts: CallTexts<typeof itemEndpoints> = {
  list: {
    operationId: 'listItems',
    tag: 'Lots',
    summary: 'List items',
    description: 'Each raw material and each product is one. `search` looks in names.',
  },
  get: { operationId: 'getItem', tag: 'Lots', summary: 'Read one item' },
  update: {
    operationId: 'updateItem',
    tag: 'Lots',
    summary:
      'Change grams per unit, part in recipes, tolerance, reorder level, batch pattern and shelf life of an item',
  },
  nextBatch: {
    operationId: 'getNextBatch',
    tag: 'Lots',
    summary: 'Propose batch number and expiry date of what is made on a day',
  },
};

export const itemOverviewCallTexts: CallTexts<typeof itemOverviewEndpoints> = {
  material: {
    operationId: 'getMaterialOverview',
    tag: 'Raw materials',
    summary: 'Read stock, use and prices of a raw material',
  },
  product: {
    operationId: 'getProductOverview',
    tag: 'Products',
    summary: 'Read stock and use of a product',
  },
};

const STOCK_ON = 'Stock on a day';

export const stockOnCallTexts: CallTexts<typeof stockOnEndpoints> = {
  items: {
    operationId: 'listItemsOnDay',
    tag: STOCK_ON,
    summary: 'List what was in stock of each item by the end of a day',
    description:
      'With the quantities received, used and dispatched by then, and its value at the prices of its lots. `search` looks in names.',
  },
  lots: {
    operationId: 'listLotsOnDay',
    tag: STOCK_ON,
    summary: 'List what was left of each lot by the end of a day',
    description:
      'Those of which something had moved by then. `search` looks in code, supplier lot number, item and supplier.',
  },
  value: { operationId: 'getValueOnDay', tag: STOCK_ON, summary: 'Read what everything in stock was worth on a day' },
};

export const stockLedgerCallTexts: CallTexts<typeof stockLedgerEndpoints> = {
  get: {
    operationId: 'getStockLedger',
    tag: STOCK_ON,
    summary: 'Read the stock ledger of an item',
    description:
      'Opening, what each document moved with the balance after it, and closing. Net of corrections; more than 5,000 entries are a 400.',
  },
};

export const adjustmentCallTexts: CallTexts<typeof adjustmentEndpoints> = {
  list: {
    operationId: 'listAdjustments',
    tag: 'Adjustments',
    summary: 'List adjustments',
    description: 'Opening stock, counts, write-offs and returns; `search` looks in reasons, lot codes and items.',
  },
  totals: {
    operationId: 'sumAdjustments',
    tag: 'Adjustments',
    summary: 'Sum adjustments',
    description: 'Sums of the adjustments that the same filters and `search` list.',
  },
  get: { operationId: 'getAdjustment', tag: 'Adjustments', summary: 'Read one adjustment with its lines' },
  create: {
    operationId: 'createAdjustment',
    tag: 'Adjustments',
    summary: 'Record opening stock, a count, a write-off or a return',
    description:
      'A count posts its differences from the ledger as found or lost. A quantity that a buyer returned becomes a lot of its own, on hold. A 409 where a lot has too little left, or a buyer’s return is before its dispatch, or a write-off, count or return to a supplier before its lot came in.',
  },
  update: {
    operationId: 'updateAdjustment',
    tag: 'Adjustments',
    summary: 'Change an adjustment',
    description:
      'Its kind stays. A 409 where more has left a lot than would be in it. A count that waits for the office is posted by this.',
  },
  remove: {
    operationId: 'deleteAdjustment',
    tag: 'Adjustments',
    summary: 'Delete an adjustment and take back what it moved',
    description: 'A 409 where something has left a lot that it brought in, or a count has it.',
  },
};

export const countCallTexts: CallTexts<typeof countEndpoints> = {
  create: {
    operationId: 'createCount',
    tag: 'Counts',
    summary: 'Count stock',
    description:
      'Posts its differences from the ledger as found or lost. One by a user waits instead (`state` is `waiting`) where a line differs by more than the tolerance of its item, or counts a lot that was not recorded: it moves nothing until an admin or a manager posts it with `PUT /adjustments/{id}`.',
  },
  discard: {
    operationId: 'discardCount',
    tag: 'Counts',
    summary: 'Discard a count that waits for the office',
    description: 'By an admin, a manager, or the person who counted. A 409 where it was posted.',
  },
};

export const materialStockCallTexts: CallTexts<typeof materialStockEndpoints> = {
  list: {
    operationId: 'listRawMaterialStock',
    tag: 'Production',
    summary: 'List the stock of every raw material',
    description:
      'Received, used and remaining quantities, in units, and the smallest quantity that production takes. `search` looks in the name.',
  },
  get: {
    operationId: 'getRawMaterialStock',
    tag: 'Production',
    summary: 'Read the stock of one raw material',
    description: 'The id is that of the raw material.',
  },
};
