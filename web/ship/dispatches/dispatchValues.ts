/** The form values of a dispatch, from a record or for a new one: lines of products, each from one or several batches. */
import { randomId } from '@mantine/hooks';
import { z } from 'zod';
import type { DispatchRecord } from '#contract/ship/dispatches.ts';
import { soldAsKey } from '#contract/stock/claims/soldAs.ts';
import type { LotRecord } from '#contract/stock/lots/lots.ts';
import { sumOfQuantities } from '#contract/core/values/numbers.ts';
import { choice } from '#web/core/lookup/lookup.ts';
import { today } from '#web/core/ui/today.ts';

const dispatchLine = z.object({
  /** React key; stays when lines before it are removed. */
  key: z.string(),
  item: z.object({ itemId: z.int(), itemName: z.string(), unit: z.string() }).nullable(),
  quantity: z.string(),
  sends: z.array(z.object({ lotId: z.int(), lotCode: z.string(), quantity: z.string() })),
  firstLotId: z.int().nullable(),
  firstLotCode: z.string().default(''),
});
export type DispatchLineValues = z.output<typeof dispatchLine>;

/** The form values, which are also the draft that the device stores. */
export const dispatchValues = z.object({
  buyer: choice.nullable(),
  dispatchDate: z.string(),
  invoiceNumber: z.string(),
  vehicle: z.string(),
  transportDocument: z.string(),
  transactionCertificate: z.string(),
  inspectionCertificate: z.string().default(''),
  importCertificate: z.string().default(''),
  /** A claim as a stored text, empty for none; null while it is the proposed one. */
  soldAs: z.string().nullable().default(null),
  soldAsReason: z.string().default(''),
  afterExpiryReason: z.string().default(''),
  note: z.string(),
  lines: z.array(dispatchLine),
});
export type DispatchValues = z.output<typeof dispatchValues>;

export function blankLine(): DispatchLineValues {
  return { key: randomId(), item: null, quantity: '', sends: [], firstLotId: null, firstLotCode: '' };
}

/** A line of the product of a lot, which is allocated first. */
function lineOfLot({ lotId, code, itemId, itemName, unit }: LotRecord): DispatchLineValues {
  return { ...blankLine(), item: { itemId, itemName, unit }, firstLotId: lotId, firstLotCode: code };
}

/** The stored lines, one for each product with its batches; a batch that was sent in two lines has two. */
function linesOf({ lines }: Pick<DispatchRecord, 'lines'>): DispatchLineValues[] {
  const groups: [DispatchRecord['lines'][number], ...DispatchRecord['lines']][] = [];
  for (const line of lines) {
    const last = groups.findLast(([{ itemId }]) => itemId === line.itemId);
    if (last?.every(({ lotId }) => lotId !== line.lotId)) last.push(line);
    else groups.push([line]);
  }
  return groups.map((own) => {
    const [{ itemId, itemName, unit }] = own;
    return {
      ...blankLine(),
      item: { itemId, itemName, unit },
      quantity: String(sumOfQuantities(own.map(({ quantity }) => quantity))),
      sends: own.map(({ lotId, lotCode, quantity: units }) => ({ lotId, lotCode, quantity: String(units) })),
    };
  });
}

/** Lines with the products and quantities of a stored dispatch, from the batches of today. */
export function copiedLines(record: Pick<DispatchRecord, 'lines'>): DispatchLineValues[] {
  return linesOf(record).map((line) => ({ ...line, sends: [] }));
}

const blankPapers = {
  transactionCertificate: '',
  inspectionCertificate: '',
  importCertificate: '',
  soldAs: null,
  soldAsReason: '',
  afterExpiryReason: '',
};

export function blankValues(invoiceNumber: string, lot: LotRecord | undefined): DispatchValues {
  const texts = { vehicle: '', transportDocument: '', ...blankPapers, note: '' };
  const lines = [lot ? lineOfLot(lot) : blankLine()];
  return { buyer: null, dispatchDate: today(), invoiceNumber, ...texts, lines };
}

export function valuesOf(record: DispatchRecord): DispatchValues {
  const { buyerId, buyerName, dispatchDate, invoiceNumber } = record;
  const { vehicle, transportDocument, transactionCertificate, note } = record;
  const { inspectionCertificate, importCertificate, soldAsReason, afterExpiryReason } = record;
  const papers = { transactionCertificate, inspectionCertificate, importCertificate };
  const soldAs = record.soldAs ? soldAsKey(record.soldAs) : '';
  const buyer = buyerId === null ? null : { value: buyerId, label: buyerName ?? '' };
  const texts = { invoiceNumber, vehicle, transportDocument, ...papers, soldAs, soldAsReason, afterExpiryReason, note };
  return { buyer, dispatchDate, ...texts, lines: linesOf(record) };
}

/** A new dispatch like a stored one: of today, with a number of its own, from the batches of today. */
export function copyOf(record: DispatchRecord, invoiceNumber: string): DispatchValues {
  const values = valuesOf(record);
  const papers = { transportDocument: '', ...blankPapers, soldAs: values.soldAs || null };
  return { ...values, ...papers, invoiceNumber, dispatchDate: today(), lines: copiedLines(record) };
}
