import { expect, test } from 'vitest';
import { MAX_UNITS } from '../../core/values/numbers.ts';
import { gstinWarnings, invoiceNumberWarnings, isUnusual, priceWarnings, quantityWarnings } from './warningRules.ts';

test.each([
  [500_000, 50_000, true],
  [499_999, 50_000, false],
  [5000, 50_000, true],
  [5001, 50_000, false],
  [50_000, 50_000, false],
  // Without a last value there is no comparison; a price of 0 is a tenth of any other.
  [0, 12_025, true],
  [12_025, 0, false],
  [0, 0, false],
  [1, null, false],
  [1, undefined, false],
  [MAX_UNITS * 1000, MAX_UNITS * 100, true],
  [MAX_UNITS * 1000 - 1, MAX_UNITS * 100, false],
  [MAX_UNITS * 1000, MAX_UNITS * 1000, false],
])('%i after %s is unusual: %s', (value, last, expected) => {
  expect(isUnusual(value, last)).toBe(expected);
});

test('a warning names its field, its kind, and what it was compared with', () => {
  expect(quantityWarnings('rawMaterials.0.quantity', 500_000, 50_000, 'kg')).toEqual([
    {
      field: 'rawMaterials.0.quantity',
      code: 'unusual_quantity',
      message: 'Last time: 50 kg. Is this right?',
    },
  ]);
  expect(priceWarnings('rawMaterials.0.pricePerUnit', 120_250, 12_025)).toEqual([
    {
      field: 'rawMaterials.0.pricePerUnit',
      code: 'unusual_price',
      message: 'Last time: 120.25. Is this right?',
    },
  ]);
  expect(invoiceNumberWarnings({ inwardId: 303, inwardDate: '2026-11-12' })).toEqual([
    {
      field: 'invoiceNumber',
      code: 'invoice_number_used',
      message: 'Inward 303 of 12-11-2026 has this invoice number of this supplier already.',
      inwardId: 303,
    },
  ]);
  expect([
    quantityWarnings('quantity', 1, 1, ''),
    priceWarnings('price', 1, null),
    invoiceNumberWarnings(null),
  ]).toEqual([[], [], []]);
});

test.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '27aapfu0939f1zv', ' 27AAPFU0939F1ZV ', '', '27AAPFU0939F1Z'])(
  'the GSTIN %j causes no warning: published ones, none, and one of a wrong length',
  (gstin) => {
    expect(gstinWarnings(gstin)).toEqual([]);
  },
);

test.each(['27AAPFU0939F1ZW', '72AAPFU0939F1ZV', '27AAPFU0993F1ZV', '27APAFU0939F1ZV', '27AAPFU0938F1ZV'])(
  'the GSTIN %s, with a character changed or two exchanged, is warned of',
  (gstin) => {
    expect(gstinWarnings(gstin)).toEqual([
      {
        field: 'gstinNumber',
        code: 'gstin_check',
        message: 'The last character of this GSTIN does not match the others. Is there a typing error?',
      },
    ]);
  },
);
