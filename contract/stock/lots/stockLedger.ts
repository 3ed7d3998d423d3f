/** The stock ledger: the movements of an item as a statement. */
import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { dateAnswer, quantityAnswer, queryId, withExample } from '../../core/fields.ts';
import { rangeDay } from '../../core/lists.ts';
import { documentKinds } from '../../kinds.ts';
import { movementKinds } from '../stock.ts';

export const ledgerTexts = {
  title: 'Stock Ledger',
  empty: 'Choose a raw material or a product, and the days.',
  none: 'Nothing moved in these days.',
  loadFailed: 'The ledger could not be loaded.',
  periodInvalid: 'The last day is before the first one.',
  tooMany: 'More than 5,000 entries: choose fewer days.',
  opening: 'Opening',
  closing: 'Closing',
  total: 'Total',
} as const;

export const ledgerLabels = {
  day: 'Date',
  kind: 'What',
  document: 'Document',
  in: 'In',
  out: 'Out',
  balance: 'Balance',
} as const;

export const ledgerExport = {
  sheet: 'Stock Ledger',
  headings: ['Date', 'What', 'Document', 'In', 'Out', 'Balance', 'Unit'],
  /** The file's name for an item and a day, yyyy-mm-dd. */
  fileName: (name: string, day: string) => `StockLedger_${name.replaceAll(/[^\p{L}\p{N} .-]/gu, '')}_${day}.xlsx`,
} as const;

/** Ledgers with more entries are refused: they are too long to read or print. */
export const MAX_LEDGER_ROWS = 5000;

const ledgerFields = z.object({
  itemId: withExample(queryId('itemId must be an id.'), 1),
  from: rangeDay('from', 'The first day; without it, from the beginning.'),
  to: rangeDay('to', 'The last day; without it, to the end.'),
});

const ledgerRow = z.object({
  day: dateAnswer(),
  kind: z.enum(movementKinds),
  document: z.object({ kind: z.enum(documentKinds), id: z.int(), label: z.string() }),
  in: quantityAnswer(),
  out: quantityAnswer(),
  balance: quantityAnswer().describe('After it.'),
});

export const ledgerAnswer = z
  .object({
    itemId: z.int(),
    itemName: z.string(),
    unit: z.string(),
    rawMaterialId: z.int().nullable(),
    productId: z.int().nullable(),
    from: dateAnswer().nullable(),
    to: dateAnswer().nullable(),
    opening: quantityAnswer(),
    in: quantityAnswer(),
    out: quantityAnswer(),
    closing: quantityAnswer(),
    rows: z.array(ledgerRow).describe('Net of corrections, the oldest first.'),
  })
  .meta({ id: 'StockLedger' });

/** A stock ledger on the wire. */
export type StockLedger = z.input<typeof ledgerAnswer>;

/** The query of the screen, whose parameters are checked one by one. */
export const ledgerFilters = { query: ledgerFields.partial() };

export const stockLedgerEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/stock-ledger',
    access: ['items', 'view'],
    query: ledgerFields.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      error: ledgerTexts.periodInvalid,
      path: ['to'],
    }),
    answer: ledgerAnswer,
    errors: ['not_found'],
  }),
};
