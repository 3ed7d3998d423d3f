/**
 * Boundary values of the field rules, in the words of specification §5, on the schemas that screens and server share.
 */
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { credentials, registerBody, resetBody, resetRequest } from './accounts/auth.ts';
import { buyerBody } from '../masters/buyers.ts';
import { categoryBody } from '../masters/categories.ts';
import { certificateBody } from '../prove/certificates/certificates.ts';
import { goodBody, goodUpdateBody } from '../make/goods.ts';
import { inwardCreateBody, inwardLineBody, inwardUpdateBody } from '../buy/inward.ts';
import { materialBody } from '../masters/materials.ts';
import { productionBody } from '../make/production.ts';
import { productBody } from '../masters/products.ts';
import { recipeBody } from '../make/recipes.ts';
import { runBody } from '../make/runs.ts';
import { supplierBody, supplierUpdateBody } from '../masters/suppliers.ts';
import { transactionCertificateBody } from '../prove/transactionCertificates.ts';
import { userEditBody } from './accounts/users.ts';

/** Each form with its schema and valid content. */
const forms = {
  login: [credentials, { userName: 'asha@example.com', userPassword: 'x' }],
  user: [
    registerBody,
    { fullName: 'Asha', email: 'asha@example.com', phone: '0123456789', password: 'secret', userRole: 'user' },
  ],
  'edited user': [
    userEditBody,
    { fullName: 'Asha', email: 'asha@example.com', phone: '0123456789', password: '', userRole: 'user' },
  ],
  'forgotten password': [resetRequest, { email: 'asha@example.com' }],
  reset: [resetBody, { email: 'asha@example.com', otp: '123456', password: 'secret' }],
  'raw material': [materialBody, { name: 'Amla' }],
  category: [categoryBody, { name: 'Herbs', status: 1 }],
  supplier: [supplierBody, { name: 'Hill Farms', phone: '6000000000', status: 1 }],
  buyer: [buyerBody, { name: 'Corner', status: 1 }],
  product: [productBody, { name: 'Jam', categoryId: 1, price: 0, unit: 'jar' }],
  inward: [
    inwardCreateBody,
    {
      supplierId: 1,
      invoiceNumber: '1',
      inwardDate: '2026-11-20',
      status: 'paid',
      totalGst: 0,
      billAttachment: 'data:application/pdf;base64,',
      rawMaterials: [{ rawMaterialId: 1, quantity: 0.001, pricePerUnit: 0 }],
    },
  ],
  'edited inward': [
    inwardUpdateBody,
    {
      inwardId: 1,
      supplierId: 1,
      invoiceNumber: '1',
      inwardDate: '2026-11-20',
      status: 'paid',
      totalGst: 0.01,
      billAttachment: null,
      rawMaterials: [{ rawMaterialId: 1, quantity: 1, pricePerUnit: 1 }],
    },
  ],
  'edited supplier': [supplierUpdateBody, { name: 'Hill Farms', phone: '6000000000', status: 0 }],
  'edited finished good': [goodUpdateBody, { productId: 1, batchNumber: 'B-1', quantity: 1, status: 'sold' }],
  'finished good': [goodBody, { productId: 1, batchNumber: 'B-1', quantity: 1 }],
  'line of an inward': [inwardLineBody, { rawMaterialId: 1, quantity: 1, pricePerUnit: 1 }],
  production: [productionBody, { rawMaterialId: 1, quantity: 0.001, productionDate: '2026-11-20' }],
} as const satisfies Record<string, readonly [z.ZodType, object]>;

type Form = keyof typeof forms;

/** The errors of a form with this value in one field. */
function faultsWith(form: Form, field: string, value: unknown): Record<string, string> {
  const [schema, content] = forms[form];
  const issues = schema.safeParse({ ...content, [field]: value }).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

/** JSON's 1e999 is parsed as Infinity. */
const noQuantities = [0, -0, 1e-9, 1.0001, Infinity, -1, '1', null, [1], true];
const tooLarge = [1e308, 9_000_000_000.001];
const noDates = [
  '2026-02-30',
  '2026-13-01',
  '2026-00-10',
  '20-11-2026',
  '2026-1-1',
  'today',
  '',
  '2026-11-10T25:00',
  '0000-01-01',
  '2026-11-10; drop',
  20261110,
  null,
];

test.each<[Form, string, unknown[], string]>([
  ['login', 'userName', ['', undefined], 'Email is required.'],
  ['login', 'userName', ['asha', 'asha@', 'asha@nowhere'], 'Enter a valid email.'],
  ['login', 'userPassword', ['', undefined], 'Password is required.'],
  ['user', 'fullName', ['', '   ', undefined], 'Required.'],
  ['user', 'fullName', ['As', ' As '], 'Min 3 chars.'],
  ['user', 'email', ['', undefined], 'Required.'],
  ['user', 'email', ['asha@nowhere'], 'Invalid email.'],
  ['user', 'phone', ['', undefined], 'Required.'],
  ['user', 'phone', ['012345678', '01234567890', '01234-6789', '012345678a'], 'Invalid number.'],
  ['user', 'password', ['', undefined], 'Required.'],
  ['user', 'password', ['12345'], 'Min 6 chars.'],
  ['user', 'userRole', ['', undefined, 'owner'], 'Required.'],
  ['edited user', 'password', ['12345'], 'Min 6 chars.'],
  ['forgotten password', 'email', ['asha@'], 'Enter a valid email.'],
  ['reset', 'otp', ['', undefined, '12345'], 'Min 6 chars.'],
  ['reset', 'password', ['', undefined], 'Required.'],
  ['reset', 'password', ['12345'], 'Min 6 chars.'],
  ['raw material', 'name', ['', ' ', undefined], 'Name is required.'],
  [
    'raw material',
    'minProductionQuantity',
    [0, -1, 0.0001, '1', null],
    'Enter a quantity above 0 with at most 3 decimals.',
  ],
  ['category', 'name', ['', ' ', undefined], 'Name is required.'],
  ['category', 'status', ['', undefined, 2], 'Choose Active or Inactive.'],
  ['supplier', 'name', ['', '  ', undefined], 'Name is required.'],
  ['supplier', 'phone', ['', undefined], 'Phone number is required.'],
  [
    'supplier',
    'phone',
    ['5999999999', '600000000', '60000000000', '+916000000000', '60000 0000', '６０００００００００'],
    'Enter a valid 10-digit number starting with 6–9.',
  ],
  [
    'supplier',
    'gstinNumber',
    ['22AAAAA0000A1Z', '22AAAAA0000A1Z55', '22AAAAA0000A1Z-', '22AAAAA0000A1Zé', '22AAAAA0000A1ß', '22AAAAA 000A1Z5'],
    'GSTIN must be exactly 15 alphanumeric characters (A-Z, a-z, 0-9).',
  ],
  ['supplier', 'email', ['hill', 'hill@', '@example.com'], 'Please enter a valid email address.'],
  ['supplier', 'status', ['', null, 2], 'Choose Active or Inactive.'],
  ['edited supplier', 'status', [undefined, null, ''], 'Choose Active or Inactive.'],
  ['buyer', 'name', ['', undefined], 'Name is required.'],
  ['buyer', 'email', ['shop@'], 'Please enter a valid email address.'],
  ['buyer', 'phone', ['12345678901'], 'Phone number cannot exceed 10 digits'],
  ['buyer', 'phone', ['12345-678', 'none'], 'Phone number takes digits only.'],
  ['buyer', 'status', ['', undefined, 2], 'Choose Active or Inactive.'],
  ['product', 'name', ['', undefined], 'Name is required.'],
  ['product', 'categoryId', [0, null, undefined], 'Category is required.'],
  ['product', 'price', [null, undefined, -1], 'Enter a price from 0 with at most 2 decimals.'],
  ['product', 'unit', ['', undefined], 'Unit is required.'],
  ['inward', 'supplierId', [0, null, undefined], 'Choose a supplier.'],
  ['inward', 'invoiceNumber', ['', ' ', undefined], 'Invoice number is required.'],
  ['inward', 'inwardDate', ['', undefined, '2026-02-30', '20-11-2026'], 'Choose a valid invoice date.'],
  ['inward', 'inwardDate', ['1999-12-31', '1900-01-01'], 'Dates before 2000 cannot be recorded.'],
  ['inward', 'status', ['', null, 'PAID', 'unpaid'], 'Choose a status.'],
  ['inward', 'totalGst', [-0.01, 0.005, null], 'GST must be a number from 0 with at most 2 decimals.'],
  ['inward', 'rawMaterials', [[], undefined], 'Add at least one valid raw material with quantity.'],
  ['inward', 'billAttachment', [null, undefined], 'Please upload the bill before saving.'],
  ['edited inward', 'inwardId', [0, null, undefined, '1'], 'Updating an inward takes its inwardId.'],
  ['finished good', 'manufactureDate', ['2026-02-30', 'x'], 'Choose a valid date.'],
  ['finished good', 'expiryDate', ['1999-12-31'], 'Dates before 2000 cannot be recorded.'],
  ['finished good', 'productId', [0, undefined], 'Please select a valid product.'],
  ['finished good', 'batchNumber', ['', ' ', undefined], 'Please enter a batch number.'],
  ['finished good', 'quantity', [0, -1, 0.999, undefined], 'Please enter a valid quantity.'],
  ['edited finished good', 'status', [undefined, null, ''], 'Choose a status.'],
  ['production', 'rawMaterialId', [0, undefined], 'Choose a raw material.'],
  ['production', 'quantity', tooLarge, 'At most 9,00,00,00,000 can be kept.'],
  ['line of an inward', 'pricePerUnit', tooLarge, 'At most 9,00,00,00,000 can be kept.'],
  ['production', 'quantity', [...noQuantities, undefined], 'Enter a quantity above 0 with at most 3 decimals.'],
  ['production', 'productionDate', noDates, 'Choose a valid production date.'],
  ['line of an inward', 'quantity', noQuantities, 'Enter a quantity above 0 with at most 3 decimals.'],
  [
    'line of an inward',
    'pricePerUnit',
    [1.001, -1, '1', null, Infinity],
    'Enter a price from 0 with at most 2 decimals.',
  ],
])('%s: %s refuses %j and says: %s', (form, field, values, text) => {
  for (const value of values) expect(faultsWith(form, field, value), String(value)).toEqual({ [field]: text });
});

test.each<[Form, string, unknown[]]>([
  ['user', 'fullName', ['Ann']],
  ['user', 'phone', ['0000000000', '9999999999']],
  ['user', 'password', ['123456']],
  ['user', 'userRole', ['admin', 'user', 'manager', 'Admin', 'USER']],
  ['edited user', 'password', ['', undefined, '123456']],
  ['reset', 'otp', ['123456']],
  ['reset', 'password', ['123456']],
  ['category', 'status', [1, 0]],
  ['supplier', 'phone', ['6000000000', '7000000000', '8000000000', '9999999999']],
  ['supplier', 'gstinNumber', ['', null, undefined, '22AAAAA0000A1Z5', 'aaaaaaaaaaaaaaa', '000000000000000']],
  ['supplier', 'email', ['', null, undefined, 'hill@example.com']],
  ['supplier', 'status', [1, 0, undefined]],
  ['edited supplier', 'status', [1, 0]],
  ['buyer', 'email', ['', null, undefined]],
  ['buyer', 'phone', ['', null, undefined, '1', '1234567890']],
  ['inward', 'status', ['paid', 'notpaid']],
  ['inward', 'totalGst', [0, 0.01, 18]],
  ['edited inward', 'billAttachment', [null, undefined]],
  ['finished good', 'quantity', [1, 1.5]],
  ['finished good', 'expiryDate', ['', null, undefined, '2099-12-31', '2027-11-19T00:00:00Z']],
  ['production', 'quantity', [0.001, 1]],
])('%s: %s accepts %j', (form, field, values) => {
  for (const value of values) expect(faultsWith(form, field, value), String(value)).toEqual({});
});

const emptyLine = { rawMaterialId: null, quantity: Number.NaN };

test.each<[string, z.ZodType, object, string[]]>([
  [
    'certificate',
    certificateBody,
    { holder: 'supplier', scheme: 'NPOP', number: '', validFrom: '', validTo: '', supplierId: null, itemIds: [] },
    ['number', 'validFrom', 'validTo', 'supplierId', 'itemIds'],
  ],
  [
    'transaction certificate',
    transactionCertificateBody,
    { direction: 'purchase', scheme: 'NPOP', status: 'issued', number: '', issuedOn: '', supplierId: null, lines: [] },
    ['lines', 'supplierId', 'number', 'issuedOn'],
  ],
  [
    'run',
    runBody,
    {
      productionDate: '2026-11-20',
      inputs: [emptyLine],
      outputs: [
        { productId: null, batchNumber: '', quantity: Number.NaN, expiryDate: '2026-11-19' },
        { productId: 1, batchNumber: '', quantity: 1, expiryDate: '2026-13-01' },
        null,
      ],
      losses: [{ reason: '', grams: null, quantity: null }],
    },
    [
      'inputs.0.quantity',
      'inputs.0.rawMaterialId',
      'outputs.0.productId',
      'outputs.0.batchNumber',
      'outputs.0.quantity',
      'outputs.1.batchNumber',
      'outputs.1.expiryDate',
      'outputs.2',
      'losses.0.reason',
      'losses.0.grams',
      'outputs.0.expiryDate',
    ],
  ],
  ['run without outputs', runBody, { productionDate: '2026-11-20', inputs: [], outputs: null }, ['inputs', 'outputs']],
  [
    'recipe',
    recipeBody,
    { productId: 1, outputQuantity: Number.NaN, lines: [emptyLine, { productId: 1, quantity: Number.NaN }] },
    ['outputQuantity', 'lines.0.quantity', 'lines.0.rawMaterialId', 'lines.1.quantity', 'lines.1.productId'],
  ],
])('%s: all faults are reported at once, each once', (_, schema, content, places) => {
  const { issues = [] } = schema.safeParse(content).error ?? {};
  expect(issues.map(({ path }) => path.join('.'))).toEqual(places);
});
