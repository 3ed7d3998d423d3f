/** The form values of a dispatch: lines of products with typed quantities, of which each may take from several batches. */
import type { FormErrors } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { z } from 'zod';
import { dispatchEndpoints, dispatchTexts, type DispatchRecord } from '#contract/ship/dispatches.ts';
import { soldAsKey, soldAsOf } from '#contract/stock/claims/soldAs.ts';
import type { LotRecord } from '#contract/stock/lots/lots.ts';
import { fromThousandths, sumOfQuantities } from '#contract/core/values/numbers.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import { choice } from '#web/core/lookup/lookup.ts';
import { today } from '#web/core/ui/today.ts';
import { sendsFaultOf, shortageOf, splitLines, type Batches, type Split } from './splitLines.ts';
import { typedThousandths } from '#web/core/form/fields/numberOf.ts';

const dispatchLine = z.object({
  /** React key; stays when lines before it are removed. */
  key: z.string(),
  item: z.object({ itemId: z.int(), itemName: z.string(), unit: z.string() }).nullable(),
  quantity: z.string(),
  sends: z.array(z.object({ lotId: z.int(), lotCode: z.string(), quantity: z.string() })),
  firstLotId: z.int().nullable(),
  firstLotCode: z.string().default(''),
});
export type DispatchLineDraft = z.output<typeof dispatchLine>;

/** The form values, which are also the draft. */
export const dispatchDraft = z.object({
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
export type DispatchDraft = z.output<typeof dispatchDraft>;

export function blankLine(): DispatchLineDraft {
  return { key: randomId(), item: null, quantity: '', sends: [], firstLotId: null, firstLotCode: '' };
}

/** A line of the product of a lot, which gives first. */
function lineOfLot({ lotId, code, itemId, itemName, unit }: LotRecord): DispatchLineDraft {
  return { ...blankLine(), item: { itemId, itemName, unit }, firstLotId: lotId, firstLotCode: code };
}

/** The recorded lines, one for each product with its batches; a batch that was sent in two lines has two. */
function linesOf({ lines }: Pick<DispatchRecord, 'lines'>): DispatchLineDraft[] {
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
export function linesAgain(record: Pick<DispatchRecord, 'lines'>): DispatchLineDraft[] {
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

export function blankValues(invoiceNumber: string, lot: LotRecord | undefined): DispatchDraft {
  const texts = { vehicle: '', transportDocument: '', ...blankPapers, note: '' };
  const lines = [lot ? lineOfLot(lot) : blankLine()];
  return { buyer: null, dispatchDate: today(), invoiceNumber, ...texts, lines };
}

export function valuesOf(record: DispatchRecord): DispatchDraft {
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
export function copyOf(record: DispatchRecord, invoiceNumber: string): DispatchDraft {
  const values = valuesOf(record);
  const papers = { transportDocument: '', ...blankPapers, soldAs: values.soldAs || null };
  return { ...values, ...papers, invoiceNumber, dispatchDate: today(), lines: linesAgain(record) };
}

/** A line of the body, and the place in the form of the line that it is a part of. */
interface Placed {
  line: { lotId: number; quantity: number };
  index: number;
}

/** Quantities that each line sends of each batch. */
export function placeLines({ lines, dispatchDate }: DispatchDraft, batches: Batches): Placed[] {
  const splits = splitLines(lines, dispatchDate, batches);
  return lines.flatMap(({ key }, index) =>
    (splits.get(key)?.sends ?? [])
      .filter(({ quantity }) => quantity > 0)
      .map(({ lot: { lotId }, quantity }) => ({ line: { lotId, quantity: fromThousandths(quantity) }, index })),
  );
}

/** The request body, sold as said. Without a buyer it is invalid, so that the contract's schema reports it. */
export function contentOf({ buyer, lines: _lines, ...head }: DispatchDraft, placed: readonly Placed[], soldAs: string) {
  return { ...head, soldAs: soldAsOf(soldAs), buyerId: buyer?.value ?? 0, lines: placed.map(({ line }) => line) };
}

function isBlank({ item, quantity }: DispatchLineDraft): boolean {
  return item === null && quantity === '';
}

function lineFaults(line: DispatchLineDraft, split: Split | undefined): FormErrors {
  if (isBlank(line)) return {};
  const quantityFault = () => {
    if (!typedThousandths(line.quantity)) return dispatchTexts.quantityInvalid;
    if (line.item && !split) return dispatchTexts.lotsLoading;
    return shortageOf(line, split);
  };
  const faults = {
    item: line.item ? undefined : dispatchTexts.productRequired,
    quantity: quantityFault(),
    sends: sendsFaultOf(line, split),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, text]) => text !== undefined));
}

/** Before the fields of lines as typed: those of the body are named by the batch. */
const TYPED = 'typed.';

/** All errors: those of the head by the body's field paths, those of lines as they are typed. */
export function faultsOf(values: DispatchDraft, batches: Batches, soldAs: string): FormErrors {
  const splits = splitLines(values.lines, values.dispatchDate, batches);
  const ofLines = values.lines.flatMap((line, index) =>
    Object.entries(lineFaults(line, splits.get(line.key))).map(([name, text]) => [`${TYPED}${index}.${name}`, text]),
  );
  const ofBody = Object.entries(
    contractFaults(dispatchEndpoints.create, contentOf(values, placeLines(values, batches), soldAs)),
  ).flatMap(([path, text]) => {
    if (!path.startsWith('lines')) return [[path, text]];
    // Without any line, the error shows at the first one; else the lines say it themselves.
    return path === 'lines' && ofLines.length === 0 ? [[`${TYPED}0.item`, text]] : [];
  });
  return Object.fromEntries([...ofBody, ...ofLines]);
}

/** Maps a field path to the form; `placed` is where the lines of the sent body came from. */
export function fieldOf(path: string, placed: readonly Placed[]): string {
  if (path === 'buyerId') return 'buyer';
  if (path.startsWith(TYPED)) return `lines.${path.slice(TYPED.length)}`;
  const index = lineIndexOf(path, placed);
  return index === undefined ? path : `lines.${index}.quantity`;
}

/** The line of the form that a field path of the sent body is about. */
export function lineIndexOf(path: string, placed: readonly Placed[]): number | undefined {
  const [list, index] = path.split('.');
  return list === 'lines' && index !== undefined ? placed[Number(index)]?.index : undefined;
}
