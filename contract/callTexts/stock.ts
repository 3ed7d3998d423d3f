/** Texts of the calls for inwards, production, finished goods and stock. */
import { materialStockEndpoints } from '../materialStock.ts';
import { itemOverviewEndpoints } from '../itemOverview.ts';
import { partyOverviewEndpoints } from '../partyOverviews.ts';
import type { goodEndpoints } from '../goods.ts';
import type { importEndpoints } from '../imports.ts';
import type { inwardEndpoints } from '../inward.ts';
import type { itemEndpoints } from '../items.ts';
import type { lotEndpoints } from '../lots.ts';
import type { productionEndpoints } from '../production.ts';
import type { stockOnEndpoints } from '../stockOn.ts';
import type { ImportKind } from '../resources.ts';
import { importSheets } from '../importSheets.ts';
import type { CallText, CallTexts } from './callText.ts';

const searchedInward = '`search` looks in invoice number, supplier, raw materials, their ids and status.';

export const inwardCallTexts: CallTexts<typeof inwardEndpoints> = {
  list: {
    operationId: 'listInwards',
    tag: 'Inward',
    summary: 'List inwards without their lines',
    description: searchedInward,
  },
  totals: {
    operationId: 'sumInwards',
    tag: 'Inward',
    summary: 'Sum inwards',
    description: `Of those that the same filters and \`search\` list. ${searchedInward}`,
  },
  listWithLines: {
    operationId: 'listInwardsWithLines',
    tag: 'Inward',
    summary: 'List inwards with their lines',
    description: `${searchedInward} The bill is left out: \`hasBill\` says whether there is one.`,
  },
  get: { operationId: 'getInward', tag: 'Inward', summary: 'Read one inward with its lines and its bill' },
  bill: {
    operationId: 'getInwardBill',
    tag: 'Inward',
    summary: 'Read the bill of an inward as a file',
    description: 'A PDF, PNG or JPEG; a 404 where the inward has none.',
  },
  lastPrice: {
    operationId: 'getLastPrice',
    tag: 'Raw materials',
    summary: 'Read the last price and quantity of a raw material',
    description:
      'What one unit cost in rupees on its newest inward by date, and how much of it came in; both null where it never did. `exceptId` leaves out the inward that is edited.',
  },
  invoiceNumberUse: {
    operationId: 'getInvoiceNumberUse',
    tag: 'Inward',
    summary: 'Whether a supplier has an inward with an invoice number',
    description:
      'The newest one by date, in small or capital letters; null where there is none. `exceptId` leaves out the inward that is edited.',
  },
  create: {
    operationId: 'createInward',
    tag: 'Inward',
    summary: 'Record a purchase invoice',
    description:
      'Adds stock: each line becomes a lot of its raw material. Quantities are in the unit of the raw material, amounts in rupees. Totals that are sent are ignored; the server computes them. `warnings` says what may be a slip, and refuses nothing.',
  },
  update: {
    operationId: 'updateInward',
    tag: 'Inward',
    summary: 'Change a purchase invoice',
    description:
      'Stock follows: a line with its `id` keeps its lot, one without becomes a new lot, one that is left out leaves the stock. Refused with a 409 where more was taken from a lot than would be left: `documents` lists what took it; and where the supplier changes after something went back. Without `billAttachment` the bill stays. `warnings` says what may be a slip, and refuses nothing.',
  },
  remove: {
    operationId: 'deleteInward',
    tag: 'Inward',
    summary: 'Delete a purchase invoice',
    description:
      'Takes its lots out of stock. Refused with a 409 where something was taken from one of them, or counted: `documents` lists what did it.',
  },
};

const oldestFirst =
  'Takes the quantity from the lots of the raw material that expire first, then from the oldest; from those that came in later only where the others are not enough.';
const atMostBalance = 'More than the available balance is refused with a 409.';
const warned = '`warnings` says what may be a slip, and refuses nothing.';
const atLeast = 'Less than the `minProductionQuantity` of a raw material is refused with a 400';

export const productionCallTexts: CallTexts<typeof productionEndpoints> = {
  list: {
    operationId: 'listProductions',
    tag: 'Production',
    summary: 'List productions',
    description: '`search` looks in raw material, its id and status.',
  },
  get: {
    operationId: 'getProduction',
    tag: 'Production',
    summary: 'Read one production and the lots that it took from',
  },
  create: {
    operationId: 'createProduction',
    tag: 'Production',
    summary: 'Record what production used of one raw material',
    description: `${oldestFirst} ${atMostBalance} ${atLeast}. ${warned}`,
  },
  createMany: {
    operationId: 'createProductions',
    tag: 'Production',
    summary: 'Record what production used of several raw materials',
    description: `All lines are saved or none. ${oldestFirst} Lines of the same raw material count together: ${atMostBalance.toLowerCase()} ${atLeast}. ${warned}`,
  },
  update: {
    operationId: 'updateProduction',
    tag: 'Production',
    summary: 'Change a production',
    description: `Stock follows the new quantity and raw material. ${atMostBalance} ${atLeast}, unless the quantity stays. Without \`status\` the status stays. ${warned}`,
  },
  remove: {
    operationId: 'deleteProduction',
    tag: 'Production',
    summary: 'Delete a production',
    description: 'What it used is in stock again.',
  },
  lastQuantity: {
    operationId: 'getLastQuantity',
    tag: 'Raw materials',
    summary: 'Read the last quantity that production used of a raw material',
    description:
      'That of its newest production by date; null where none used it. `exceptId` leaves out the production that is edited.',
  },
  report: {
    operationId: 'listProductionReport',
    tag: 'Production',
    summary: 'List what production used, by date',
    description: 'The newest date first. `search` looks in the name of the raw material.',
  },
  reportDays: {
    operationId: 'listProductionDays',
    tag: 'Production',
    summary: 'List what production used, a row for each date',
    description:
      'The newest date first; its status is that of its first report. `search` finds the dates on which a raw material was used.',
  },
};

export const materialStockCallTexts: CallTexts<typeof materialStockEndpoints> = {
  list: {
    operationId: 'listRawMaterialStock',
    tag: 'Production',
    summary: 'List the stock of every raw material',
    description:
      'What came in, what production used and what is left, in units, and the smallest quantity that production takes. `search` looks in the name.',
  },
  get: {
    operationId: 'getRawMaterialStock',
    tag: 'Production',
    summary: 'Read the stock of one raw material',
    description: 'The id is that of the raw material.',
  },
};

export const goodCallTexts: CallTexts<Pick<typeof goodEndpoints, 'batchNumberUse' | 'perProduct'>> = {
  batchNumberUse: {
    operationId: 'getBatchNumberUse',
    tag: 'Finished goods',
    summary: 'Whether a batch number is used already',
    description:
      'By another finished good than `exceptId`, in small or capital letters. One that has no run can be an output of a run, by its `finishedGoodId`.',
  },
  perProduct: {
    operationId: 'listQuantityPerProduct',
    tag: 'Finished goods',
    summary: 'List the quantity of each product by status',
    description: 'Only products that have finished goods, in units of the product.',
  },
};

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
    summary: 'What is on hand of lots, and what it is worth',
    description: 'Of those that the same filters and `search` list: the sum of their values, each at its own price.',
  },
  get: { operationId: 'getLot', tag: 'Lots', summary: 'Read one lot with its movements and their documents' },
  update: {
    operationId: 'updateLot',
    tag: 'Lots',
    summary: 'Change code, supplier lot number, expiry date and claim of a lot',
    description:
      'What is not sent stays. A code is unique within its item, and fixed once something has left the lot: then a 409. A claim that goes further than its certificate, or what went in, allows is a 400. Its inward or adjustment says the same of it, and gets a new `updatedAt`.',
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

export const partyOverviewCallTexts: CallTexts<typeof partyOverviewEndpoints> = {
  supplier: {
    operationId: 'getSupplierOverview',
    tag: 'Suppliers',
    summary: 'What is owed to a supplier, and what was bought there',
  },
  buyer: {
    operationId: 'getBuyerOverview',
    tag: 'Buyers',
    summary: 'What a buyer holds, batch by batch',
  },
};

export const itemOverviewCallTexts: CallTexts<typeof itemOverviewEndpoints> = {
  material: {
    operationId: 'getMaterialOverview',
    tag: 'Raw materials',
    summary: 'Stock, use and prices of a raw material',
  },
  product: {
    operationId: 'getProductOverview',
    tag: 'Products',
    summary: 'Stock and use of a product',
  },
};

export const inwardOverviewCallText: CallText = {
  operationId: 'getInwardOverview',
  tag: 'Inward',
  summary: 'What became of the lots of an inward, and the last prices before it',
};

const STOCK_ON = 'Stock on a day';

export const stockOnCallTexts: CallTexts<typeof stockOnEndpoints> = {
  items: {
    operationId: 'listItemsOnDay',
    tag: STOCK_ON,
    summary: 'List what was in stock of each item by the end of a day',
    description:
      'With what had come in, was used and was dispatched by then, and its value at the prices of its lots. `search` looks in names.',
  },
  lots: {
    operationId: 'listLotsOnDay',
    tag: STOCK_ON,
    summary: 'List what was left of each lot by the end of a day',
    description:
      'Those of which something had moved by then. `search` looks in code, supplier lot number, item and supplier.',
  },
  value: { operationId: 'getValueOnDay', tag: STOCK_ON, summary: 'Read what everything in stock was worth on a day' },
  ledger: {
    operationId: 'getStockLedger',
    tag: STOCK_ON,
    summary: 'Read the stock ledger of an item',
    description:
      'Opening, what each document moved with the balance after it, and closing. Net of corrections; more than 5,000 entries are a 400.',
  },
};

export const importCallTexts: CallTexts<typeof importEndpoints> = {
  list: { operationId: 'listImports', tag: 'Imports', summary: 'List the newest imports' },
  file: { operationId: 'downloadImport', tag: 'Imports', summary: 'Download what an import had in its sheet' },
  undo: {
    operationId: 'undoImport',
    tag: 'Imports',
    summary: 'Undo an import',
    description: 'A 409 where one of its records was changed since, or something refers to one.',
  },
};

/** Of a sheet of one kind. */
export function importCallText(kind: ImportKind): CallText {
  const { title } = importSheets[kind];
  return {
    operationId: title.toLowerCase().replaceAll(/ (.)/g, (_, letter: string) => letter.toUpperCase()),
    tag: 'Imports',
    summary: `${title} from a sheet`,
    description:
      'The columns are taken for fields by their headings unless `mapping` says otherwise. `check` says what each row would do and what is wrong with it; `save` does it all or nothing, and with any fault it is a 400.',
  };
}
