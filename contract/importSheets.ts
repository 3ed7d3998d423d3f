/** What can be imported from a spreadsheet, and the columns of each: for the server, the screen and the templates. */
import { adjustmentLabels, adjustmentTexts } from './adjustments.ts';
import { categoryLabels } from './categories.ts';
import { claimLabels, claimTexts } from './claims.ts';
import { goodLabels } from './goods.ts';
import { materialLabels } from './materials.ts';
import { longestSent, NAME_LENGTH } from './names.ts';
import { partyLabels } from './parties.ts';
import { productLabels } from './products.ts';
import { recipeTexts } from './recipes.ts';
import { finishedGoods, listPaths, masters, type masterRows, type ImportKind } from './resources.ts';
import { claims } from './stock.ts';

/**
 * How the cells of a column are read; a number with % is a hundredth of it where the column is of no percentages, and a
 * quantity may have its unit behind it.
 */
type CellKind = 'text' | 'phone' | 'number' | 'quantity' | 'percent' | 'date' | 'choice';

export interface ImportColumn<Field extends string = string> {
  field: Field;
  label: string;
  /** Other headings that are taken for it. Case, spaces and signs don't count. */
  synonyms: readonly string[];
  cell: CellKind;
  required: boolean;
  example: string | number;
  /** What a cell of the kind `choice` may say, and the value of each. */
  choices?: Readonly<Record<string, string | number>>;
  /** What such a cell is taken for too, in any case, without being offered. */
  otherChoices?: Readonly<Record<string, string | number>>;
}

interface ImportSheet<Field extends string = string> {
  title: string;
  /** Of one row and of several. */
  noun: readonly [one: string, more: string];
  /** The list that the records are in. */
  listTitle: string;
  screenPath:
    | (typeof masterRows)[number]['screenPath']
    | typeof finishedGoods.screenPath
    | typeof listPaths.recipes
    | typeof listPaths.adjustments;
  columns: readonly ImportColumn<Field>[];
}

type Details = Partial<Pick<ImportColumn, 'required' | 'choices' | 'otherChoices'>>;

function column<const Field extends string>(
  field: Field,
  label: string,
  cell: CellKind,
  example: string | number,
  synonyms: readonly string[] = [],
  details: Details = {},
): ImportColumn<Field> {
  return { field, label, cell, example, synonyms, required: false, ...details };
}

const required = { required: true } as const;
const active: Details = {
  choices: { Active: 1, Inactive: 0, Yes: 1, No: 0 },
  otherChoices: { Y: 1, N: 0, True: 1, False: 0, 1: 1, 0: 0 },
};

const unitSynonyms = ['UOM', 'Unit of measure', 'Units'];
const supplierSynonyms = [
  'Supplier name',
  'Vendor',
  'Vendor name',
  'Party',
  'Party name',
  'Company',
  'Farmer',
  'Farmer name',
];
const quantitySynonyms = ['Qty', 'Stock', 'Opening stock', 'Opening qty', 'Closing stock', 'Balance'];
const batchSynonyms = ['Batch', 'Batch no', 'Lot no', 'Lot', 'Lot number'];
const expirySynonyms = ['Expiry', 'Exp date', 'Exp', 'Best before', 'Expires on', 'Use by'];
const descriptionSynonyms = ['Details', 'Remarks', 'Notes'];

function partyColumns(names: readonly string[], phone: Details, example: readonly [name: string, mail: string]) {
  return [
    column('name', partyLabels.name, 'text', example[0], names, required),
    column(
      'phone',
      partyLabels.phone,
      'phone',
      '9443012345',
      [
        'Mobile',
        'Mobile no',
        'Mobile number',
        'Phone no',
        'Phone number',
        'Contact',
        'Contact no',
        'Contact number',
        'Cell',
        'Tel',
      ],
      phone,
    ),
    column('email', partyLabels.email, 'text', example[1], ['E-mail', 'Mail', 'Email id', 'Email address', 'Mail ID']),
    column('gstinNumber', partyLabels.gstinNumber, 'text', '33AAACN1234L1ZR', [
      'GST',
      'GST No',
      'GST Number',
      'GSTIN No',
      'GSTIN Number',
      'GSTIN/UIN',
    ]),
    column('address', partyLabels.address, 'text', 'Coonoor Road, Ooty', ['Place', 'City', 'Location', 'Full address']),
    column('status', partyLabels.status, 'choice', 'Active', ['Active', 'Is active'], active),
  ];
}

const description = column('description', 'Description', 'text', 'Cut leaves', descriptionSynonyms);
const categoryColumn = (details: Details) =>
  column('categoryName', 'Category', 'text', 'Herbs', ['Category name', 'Group', 'Type', 'Stock group'], details);

const sheets = {
  suppliers: {
    title: 'Import suppliers',
    noun: ['supplier', 'suppliers'],
    listTitle: masters.suppliers.title,
    screenPath: masters.suppliers.screenPath,
    columns: partyColumns(['Supplier', ...supplierSynonyms], required, [
      'Nilgiri Herb Growers',
      'office@nilgiriherbs.example',
    ]),
  },
  buyers: {
    title: 'Import buyers',
    noun: ['buyer', 'buyers'],
    listTitle: masters.buyers.title,
    screenPath: masters.buyers.screenPath,
    columns: partyColumns(
      ['Buyer', 'Buyer name', 'Customer', 'Customer name', 'Client', 'Party', 'Party name', 'Company'],
      {},
      ['Morning Basket', 'orders@morningbasket.example'],
    ),
  },
  categories: {
    title: 'Import categories',
    noun: ['category', 'categories'],
    listTitle: masters.categories.title,
    screenPath: masters.categories.screenPath,
    columns: [
      column('name', categoryLabels.name, 'text', 'Herbs', ['Category', 'Category name', 'Group'], required),
      description,
      column('status', categoryLabels.status, 'choice', 'Active', ['Active', 'Is active'], active),
    ],
  },
  materials: {
    title: 'Import raw materials',
    noun: ['raw material', 'raw materials'],
    listTitle: masters.materials.title,
    screenPath: masters.materials.screenPath,
    columns: [
      column(
        'name',
        materialLabels.name,
        'text',
        'Moringa leaf, dried',
        [
          'Material',
          'Material name',
          'Raw material',
          'Raw material name',
          'RM',
          'RM name',
          'Item',
          'Item name',
          'Particulars',
          'Ingredient',
        ],
        required,
      ),
      column('unit', materialLabels.unit, 'text', 'kg', unitSynonyms),
      categoryColumn({}),
      description,
      column('minProductionQuantity', materialLabels.minProductionQuantity, 'quantity', 0.25, [
        'Smallest quantity',
        'Minimum quantity',
        'Min qty',
      ]),
    ],
  },
  products: {
    title: 'Import products',
    noun: ['product', 'products'],
    listTitle: masters.products.title,
    screenPath: masters.products.screenPath,
    columns: [
      column(
        'name',
        productLabels.name,
        'text',
        'Moringa tea',
        ['Product', 'Product name', 'Item', 'Item name', 'Particulars'],
        required,
      ),
      categoryColumn(required),
      column(
        'price',
        productLabels.price,
        'number',
        185.5,
        ['Price', 'Rate', 'MRP', 'Selling price', 'Sale rate'],
        required,
      ),
      column('unit', productLabels.unit, 'text', 'pouch', unitSynonyms, required),
      description,
    ],
  },
  recipes: {
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
      column('unit', 'Unit of the ingredient', 'text', 'kg', ['Unit', ...unitSynonyms]),
      column('plannedLossPercent', 'Planned loss (%)', 'percent', 1, ['Loss', 'Loss %', 'Wastage', 'Wastage %']),
      column('expectedYieldPercent', 'Expected yield (%)', 'percent', 98.5, ['Yield', 'Yield %']),
    ],
  },
  'opening-stock': {
    title: 'Import opening stock',
    noun: ['line of opening stock', 'lines of opening stock'],
    listTitle: adjustmentTexts.title,
    screenPath: listPaths.adjustments,
    columns: [
      column(
        'itemName',
        'Item',
        'text',
        'Moringa leaf, dried',
        [
          'Item name',
          'Material',
          'Raw material',
          'Raw material name',
          'RM',
          'RM name',
          'Product',
          'Product name',
          'Name',
          'Particulars',
        ],
        required,
      ),
      column('quantity', 'Quantity', 'quantity', '1,250.5', quantitySynonyms, required),
      column('unit', 'Unit', 'text', 'kg', unitSynonyms),
      column('date', adjustmentLabels.date, 'date', '01-04-2026', ['As on', 'Opening date', 'Stock date']),
      column('code', 'Lot', 'text', 'ML-04', [...batchSynonyms, 'Batch number', 'Lot code']),
      column('expiresOn', 'Expires on', 'date', '31-03-2027', ['Expiry date', ...expirySynonyms]),
      column('pricePerUnit', 'Price per unit', 'number', 118.5, [
        'Price',
        'Rate',
        'Cost',
        'Unit price',
        'Purchase price',
      ]),
      column('claim', claimTexts.claim, 'choice', claimLabels.organic, ['Organic status', 'Certification'], {
        choices: Object.fromEntries(claims.map((claim) => [claimLabels[claim], claim])),
      }),
      column('supplierName', adjustmentLabels.supplierId, 'text', 'Nilgiri Herb Growers', supplierSynonyms),
    ],
  },
  goods: {
    title: 'Import finished goods',
    noun: ['batch', 'batches'],
    listTitle: finishedGoods.title,
    screenPath: finishedGoods.screenPath,
    columns: [
      column(
        'productName',
        goodLabels.productId,
        'text',
        'Moringa tea',
        ['Product name', 'Item', 'Item name'],
        required,
      ),
      column('batchNumber', goodLabels.batchNumber, 'text', 'MT-014', batchSynonyms, required),
      column('quantity', goodLabels.quantity, 'quantity', 120, ['Qty', 'Stock', 'Made', 'Units'], required),
      column('status', goodLabels.status, 'choice', 'Available', [], {
        choices: { Available: 'available', Sold: 'sold', Expired: 'expired' },
      }),
      column('manufactureDate', goodLabels.manufactureDate, 'date', '01-11-2026', [
        'Mfg date',
        'Mfg',
        'Made on',
        'Manufactured',
        'Manufacturing date',
      ]),
      column('expiryDate', goodLabels.expiryDate, 'date', '31-10-2027', expirySynonyms),
    ],
  },
} satisfies Record<ImportKind, ImportSheet>;

/** The fields of the columns of a kind. */
export type ImportField<Kind extends ImportKind> = (typeof sheets)[Kind]['columns'][number]['field'];

/** By kind, in the order in which a new user needs them. */
export const importSheets: { readonly [Kind in ImportKind]: ImportSheet<ImportField<Kind>> } = sheets;

/** Of lines that are pasted into an inward. */
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
  column('quantity', 'Quantity', 'number', 12.5, ['Qty', 'Weight', 'Kg'], required),
  column('pricePerUnit', 'Price per unit', 'number', 118.5, ['Price', 'Rate', 'Unit price', 'Cost'], required),
  column('supplierLotNumber', 'Supplier lot number', 'text', 'ML-04', ['Lot', 'Lot no', 'Batch', 'Batch no']),
];

/** Normalizes a heading for comparison; one that is longer than a name can be is like no other. */
function plain(heading: string): string {
  if (heading.length > longestSent(NAME_LENGTH)) return heading;
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\([^)]*\)/g, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}%]+/gu, '');
}

/** The field of each heading, by labels first and synonyms then; each field once, and '' for headings that mean none. */
export function matchHeadings(columns: readonly ImportColumn[], headings: readonly string[]): Record<string, string> {
  const matched = new Map<string, string>();
  const taken = new Set<string>();
  const plainOf = new Map(headings.map((heading) => [heading, plain(heading)]));
  const take = (namesOf: (each: ImportColumn) => readonly string[]) => {
    const called = columns.map((each) => ({ field: each.field, names: new Set(namesOf(each).map(plain)) }));
    for (const [heading, name] of plainOf) {
      if (matched.has(heading)) continue;
      const found = called.find(({ field, names }) => !taken.has(field) && names.has(name));
      if (!found) continue;
      matched.set(heading, found.field);
      taken.add(found.field);
    }
  };
  take(({ label, field }) => [label, field]);
  take(({ synonyms }) => synonyms);
  return Object.fromEntries(headings.map((heading) => [heading, matched.get(heading) ?? '']));
}
