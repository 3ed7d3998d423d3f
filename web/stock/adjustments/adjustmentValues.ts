/** The form values of an adjustment: numbers as typed text, lines that may be blank. */
import type { UseFormReturnType } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { z } from 'zod';
import {
  adjustmentBody,
  adjustmentEndpoints,
  formKinds,
  type AdjustmentRecord,
  type FormKind,
} from '#contract/stock/adjustments/adjustments.ts';
import { adjustmentFaults } from '#contract/stock/adjustments/adjustmentFaults.ts';
import { claims } from '#contract/stock/stock.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import { lineField } from '#web/core/form/lines.ts';
import { typedNumber } from '#web/core/form/fields/numberOf.ts';
import { choice } from '#web/core/lookup/lookup.ts';
import { itemChoice } from '#web/stock/items/itemChoice.ts';
import { today } from '#web/core/ui/today.ts';

const lotChoice = z.object({
  lotId: z.int(),
  code: z.string(),
  itemName: z.string(),
  unit: z.string(),
  /** Undefined in an edited adjustment, which knows its lots alone. */
  onHandQty: z.number().optional(),
  /** The present claim of a lot of opening stock. */
  claim: z.enum(claims).nullish(),
});
const dispatchedChoice = z.object({
  dispatchLineId: z.int(),
  label: z.string(),
  unit: z.string(),
  /** Undefined in an edited adjustment, which knows its lots alone. */
  dispatch: choice.optional(),
  /** Listed because its dispatch was chosen: without a quantity it did not come back. */
  isOffered: z.boolean().optional(),
});

const adjustmentLine = z.object({
  /** React key; stays when lines before it are removed. */
  key: z.string(),
  item: itemChoice.nullable(),
  lot: lotChoice.nullable(),
  dispatched: dispatchedChoice.nullable(),
  quantity: z.string(),
  code: z.string(),
  expiresOn: z.string(),
  /** Set for opening stock. */
  claim: z.enum([...claims, '']),
  pricePerUnit: z.string(),
  /** Supplier of opening stock; older stored forms have none. */
  supplier: choice.nullable().default(null),
  reason: z.string(),
});

export const adjustmentValues = z.object({
  kind: z.enum(formKinds),
  date: z.string(),
  reason: z.string(),
  supplier: choice.nullable(),
  lines: z.array(adjustmentLine),
});

export type AdjustmentLineValues = z.output<typeof adjustmentLine>;
export type AdjustmentValues = z.output<typeof adjustmentValues>;

/** A line of the form, for the fields that show it. */
export interface AdjustmentLineProps {
  form: UseFormReturnType<AdjustmentValues>;
  line: AdjustmentLineValues;
  index: number;
}

export function blankLine(): AdjustmentLineValues {
  const blank = { quantity: '', code: '', expiresOn: '', pricePerUnit: '', reason: '' };
  return { key: randomId(), item: null, lot: null, dispatched: null, supplier: null, claim: '', ...blank };
}

/** First values of a new adjustment: the remaining stock of lots, or the lines of a dispatch. */
export interface AdjustmentPrefill {
  lots?: readonly (z.output<typeof lotChoice> & { onHandQty: number })[];
  lines?: AdjustmentLineValues[];
}

export function blankValues(kind: FormKind, { lots = [], lines = [] }: AdjustmentPrefill = {}): AdjustmentValues {
  const linesOfLots = lots.map((lot) => ({ ...blankLine(), lot, quantity: String(lot.onHandQty) }));
  const prefilled = [...linesOfLots, ...lines];
  return { kind, date: today(), reason: '', supplier: null, lines: prefilled.length > 0 ? prefilled : [blankLine()] };
}

/** The form of an adjustment that is edited. */
export function valuesOf({ date, reason, lines, ...head }: AdjustmentRecord, kind: FormKind) {
  return { kind, date, reason, supplier: supplierOf(head), lines: lines.map((line) => lineOf(kind, line)) };
}

type Supplied = Pick<AdjustmentRecord, 'supplierId' | 'supplierName'>;

function supplierOf({ supplierId, supplierName }: Supplied): AdjustmentValues['supplier'] {
  return supplierId === null ? null : { value: supplierId, label: supplierName ?? '' };
}

function lineOf(kind: FormKind, line: AdjustmentRecord['lines'][number]): AdjustmentLineValues {
  const { lotId, lotCode: code, itemId, itemName, unit, rawMaterialId, productId, dispatchLineId } = line;
  return {
    key: String(line.adjustmentLineId),
    item: kind === 'opening' ? { itemId, rawMaterialId, productId, itemName, unit } : null,
    lot: { lotId, code, itemName, unit, claim: line.claim },
    dispatched: dispatchLineId === null ? null : { dispatchLineId, label: `${itemName}, ${code}`, unit },
    quantity: String(line.quantity),
    code: kind === 'opening' ? code : '',
    expiresOn: line.expiresOn ?? '',
    claim: line.claim ?? '',
    pricePerUnit: line.pricePerUnit === null ? '' : String(line.pricePerUnit),
    supplier: supplierOf(line),
    reason: line.reason,
  };
}

/** The field that a line of this kind begins with, and requires. */
export const choiceOf = { opening: 'item', writeOff: 'lot', supplierReturn: 'lot', buyerReturn: 'dispatched' } as const;

/** Whether nothing was entered for a batch that is listed with the others of its dispatch. */
export function isLeftOut({ dispatched, quantity }: AdjustmentLineValues): boolean {
  return dispatched?.isOffered === true && quantity === '';
}

export function filledLines({ kind, lines }: AdjustmentValues): AdjustmentLineValues[] {
  return lines.filter((line) => !isLeftOut(line) && (line[choiceOf[kind]] !== null || line.quantity !== ''));
}

/** The request body; missing values become invalid ones, so that the contract's schema reports them. */
export function bodyOf(values: AdjustmentValues) {
  const { kind, date, reason, supplier } = values;
  return {
    kind,
    date,
    reason,
    supplierId: kind === 'supplierReturn' ? supplier?.value : undefined,
    lines: filledLines(values).map(({ item, lot, dispatched, ...line }) => ({
      lotId: lot?.lotId,
      dispatchLineId: dispatched?.dispatchLineId,
      rawMaterialId: item?.rawMaterialId,
      productId: item?.productId,
      quantity: typedNumber(line.quantity),
      code: line.code,
      expiresOn: line.expiresOn,
      // Unchanged it is not sent: the lot's own page may have changed it meanwhile.
      claim: line.claim === '' || line.claim === lot?.claim ? undefined : line.claim,
      pricePerUnit: line.pricePerUnit === '' ? null : typedNumber(line.pricePerUnit),
      supplierId: kind === 'opening' ? (line.supplier?.value ?? null) : undefined,
      reason: line.reason,
    })),
  };
}

/** Faults by the path in the body. A line is stored while it has its lot: another item gets a lot of its own. */
export function faultsOf(values: AdjustmentValues) {
  const checked = { body: adjustmentBody, pastDates: adjustmentEndpoints.create.pastDates };
  const body = bodyOf(values);
  const required = adjustmentFaults(body, (index) => body.lines[index]?.lotId !== undefined);
  return { ...required, ...contractFaults(checked, body) };
}

const formFields: Readonly<Record<string, keyof AdjustmentLineValues>> = {
  lotId: 'lot',
  dispatchLineId: 'dispatched',
  rawMaterialId: 'item',
  productId: 'item',
  supplierId: 'supplier',
};

/** Maps a field path of the body to the form. A fault of all lines shows at the first one, which may be chosen already. */
export function fieldOf(path: string, values: AdjustmentValues): string {
  if (path === 'supplierId') return 'supplier';
  if (!path.startsWith('lines')) return path;
  const chosen = choiceOf[values.kind];
  const linesFault = values.lines[0]?.[chosen] ? 'quantity' : chosen;
  return lineField(path, { all: values.lines, filled: filledLines(values) }, (field) =>
    field === '' ? linesFault : (formFields[field] ?? field),
  );
}
