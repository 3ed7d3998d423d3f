/** Sheets of masters. */
import { productLabels } from './products.ts';
import { materialLabels } from './materials.ts';
import { categoryLabels } from './categories.ts';
import { type ImportSheet, active, required, column, type ColumnDetails } from '../core/importColumns.ts';
import { synonyms } from '../stock/importing.ts';
import { masters } from '../kinds.ts';
import { markets, marketLabels } from '../stock/claims/schemes.ts';
import { soldAsOptions } from '../stock/claims/soldAs.ts';
import { buyerLabels } from './buyers.ts';
import { partyLabels } from './parties.ts';

function partyColumns(names: readonly string[], phone: ColumnDetails, example: readonly [name: string, mail: string]) {
  return [
    column('name', partyLabels.name, 'text', example[0], names, required),
    column(
      'phone',
      partyLabels.phone,
      'phone',
      '9443012345',
      ['Phone no', 'Phone number', 'Contact', 'Contact no', 'Contact number', 'Cell', 'Tel'],
      { ...phone, preferred: ['Mobile', 'Mobile no', 'Mobile number'] },
    ),
    column('email', partyLabels.email, 'text', example[1], ['E-mail', 'Mail', 'Email id', 'Email address', 'Mail ID']),
    column('gstinNumber', partyLabels.gstinNumber, 'gstin', '33AAACN1234L1ZR', [
      'GST',
      'GST No',
      'GST Number',
      'GSTIN No',
      'GSTIN Number',
      'GSTIN/UIN',
    ]),
    column('address', partyLabels.address, 'text', 'Coonoor Road, Ooty', ['Full address', 'Postal address']),
    column('status', partyLabels.status, 'choice', 'Active', ['Active', 'Is active'], active),
  ];
}

const joinedAddress: ColumnDetails = { partOf: { field: 'address', how: 'joined' } };

/** Parts of addresses in their order, and numbers that are taken where there is no mobile. */
const partyParts = [
  column('addressLine1', 'Address 1', 'text', '12 Coonoor Road', ['Address line 1', 'Add 1', 'Street'], joinedAddress),
  column(
    'addressLine2',
    'Address 2',
    'text',
    'Near the market',
    ['Address line 2', 'Add 2', 'Area', 'Locality'],
    joinedAddress,
  ),
  column('addressLine3', 'Address 3', 'text', 'Ward 4', ['Address line 3', 'Add 3', 'Landmark'], joinedAddress),
  column('city', 'City', 'text', 'Ooty', ['Place', 'Location', 'Town', 'Village', 'City / Town'], joinedAddress),
  column('district', 'District', 'text', 'The Nilgiris', ['Dist'], joinedAddress),
  column('state', 'State', 'text', 'Tamil Nadu', ['State name'], joinedAddress),
  column('pin', 'PIN', 'code', '643001', ['PIN code', 'Pincode', 'Postal code', 'Zip', 'Zip code'], {
    ...joinedAddress,
    digits: 6,
  }),
  column(
    'otherPhone',
    'Other phone',
    'phone',
    '9443012346',
    [
      'Phone',
      'Phone no',
      'Phone number',
      'Contact no',
      'Contact number',
      'Landline',
      'Landline no',
      'Telephone',
      'Tel',
      'Office phone',
      'Phone 2',
      'Mobile 2',
      'Alternate mobile',
      'Alternate phone',
    ],
    { partOf: { field: 'phone', how: 'otherwise' } },
  ),
] as const;

const description = column('description', 'Description', 'text', 'Cut leaves', synonyms.description);
const categoryColumn = (details: ColumnDetails) =>
  column(
    'categoryName',
    'Category',
    'text',
    'Herbs',
    ['Category name', 'Group', 'Type', 'Stock group', 'Under', 'Parent'],
    details,
  );

export const supplierSheet = {
  title: 'Import suppliers',
  noun: ['supplier', 'suppliers'],
  listTitle: masters.suppliers.title,
  screenPath: masters.suppliers.screenPath,
  columns: partyColumns(['Supplier', ...synonyms.supplier], required, [
    'Nilgiri Herb Growers',
    'office@nilgiriherbs.example',
  ]),
  parts: partyParts,
} satisfies ImportSheet;

export const buyerSheet = {
  title: 'Import buyers',
  noun: ['buyer', 'buyers'],
  listTitle: masters.buyers.title,
  screenPath: masters.buyers.screenPath,
  columns: [
    ...partyColumns(
      ['Buyer', 'Buyer name', 'Customer', 'Customer name', 'Client', 'Party', 'Party name', 'Company'],
      {},
      ['Morning Basket', 'orders@morningbasket.example'],
    ),
    column('market', buyerLabels.market, 'choice', 'India', ['Sold in', 'Sales market'], {
      choices: Object.fromEntries(markets.map((market) => [marketLabels[market], market])),
      otherChoices: Object.fromEntries(markets.map((market) => [market, market])),
    }),
    column('soldAs', buyerLabels.soldAs, 'choice', 'NPOP organic', ['Sold under', 'Claim'], {
      choices: Object.fromEntries(soldAsOptions.map(({ value, label }) => [label, value])),
    }),
  ],
  parts: partyParts,
} satisfies ImportSheet;

export const categorySheet = {
  title: 'Import categories',
  noun: ['category', 'categories'],
  listTitle: masters.categories.title,
  screenPath: masters.categories.screenPath,
  columns: [
    column('name', categoryLabels.name, 'text', 'Herbs', ['Category', 'Category name', 'Group'], required),
    description,
    column('status', categoryLabels.status, 'choice', 'Active', ['Active', 'Is active'], active),
  ],
} satisfies ImportSheet;

export const materialSheet = {
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
        ...synonyms.item,
        'Ingredient',
      ],
      required,
    ),
    column('unit', materialLabels.unit, 'text', 'kg', synonyms.unit),
    categoryColumn({}),
    description,
    column('minProductionQuantity', materialLabels.minProductionQuantity, 'quantity', 0.25, [
      'Smallest quantity',
      'Minimum quantity',
      'Min qty',
    ]),
  ],
} satisfies ImportSheet;

export const productSheet = {
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
      ['Product', 'Product name', 'Item', ...synonyms.item],
      required,
    ),
    categoryColumn(required),
    column(
      'price',
      productLabels.price,
      'price',
      185.5,
      ['Price', 'Rate', 'MRP', 'Selling price', 'Sale rate'],
      required,
    ),
    column('unit', productLabels.unit, 'text', 'pouch', synonyms.unit, required),
    description,
  ],
} satisfies ImportSheet;
