/** An inward while it is written: numbers as they were typed, lines that may still be empty. */
import type { FormErrors } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { z } from 'zod';
import {
  grandTotal,
  inwardEndpoints,
  inwardStatuses,
  inwardTexts,
  inwardUpdateBody,
  lineTotal,
  type InwardRecord,
} from '#contract/inward.ts';
import { choice } from '#web/list/lookup.ts';
import { materialChoice } from '#web/stock/MaterialField.tsx';
import { today } from '#web/ui/today.ts';
import { contractFaults } from '#web/form/contractFaults.ts';
import { numberOf } from '#web/form/numberOf.ts';
import type { Bill } from './readBill.ts';

export type InwardWithBill = z.input<typeof inwardEndpoints.get.answer>;

const inwardLine = z.object({
  /** Its own on the screen, wherever it stands. */
  key: z.string(),
  id: z.int().optional(),
  rawMaterialId: materialChoice.nullable(),
  quantity: z.string(),
  pricePerUnit: z.string(),
});

/** What outlives a lost session; the bill itself is too large for where it is kept. */
export const inwardDraft = z.object({
  supplierId: choice.nullable(),
  invoiceNumber: z.string(),
  inwardDate: z.string(),
  status: z.enum(inwardStatuses),
  totalGst: z.string(),
  rawMaterials: z.array(inwardLine),
  hadBill: z.boolean(),
});

export type InwardDraft = z.output<typeof inwardDraft>;
export type InwardLine = z.output<typeof inwardLine>;
export type InwardValues = Omit<InwardDraft, 'hadBill'> & { billAttachment: Bill | null };

export function blankLine(): InwardLine {
  return { key: randomId(), rawMaterialId: null, quantity: '', pricePerUnit: '' };
}

export function valuesOf(record?: InwardRecord): InwardValues {
  const lines = record?.rawMaterials.map((line) => ({
    key: randomId(),
    id: line.id,
    rawMaterialId: line,
    quantity: String(line.quantity),
    pricePerUnit: line.pricePerUnit.toFixed(2),
  }));
  return {
    supplierId: record ? { value: record.supplierId, label: record.supplierName } : null,
    invoiceNumber: record?.invoiceNumber ?? '',
    inwardDate: record?.inwardDate ?? today(),
    status: record?.status ?? 'notpaid',
    totalGst: record?.totalGst.toFixed(2) ?? '',
    rawMaterials: lines?.length ? lines : [blankLine()],
    billAttachment: null,
  };
}

/** Lines in which nothing was begun are dropped without a word. */
function begun(lines: InwardLine[]): InwardLine[] {
  return lines.filter((line) => line.rawMaterialId !== null || line.quantity !== '');
}

export function totalOfLine(line: InwardLine): number | undefined {
  return lineTotal(numberOf(line.quantity) ?? Number.NaN, numberOf(line.pricePerUnit) ?? Number.NaN);
}

export function totalsOf({ rawMaterials, totalGst }: InwardValues) {
  return grandTotal(
    rawMaterials.map((line) => totalOfLine(line) ?? 0),
    numberOf(totalGst) ?? 0,
  );
}

/**
 * What is sent, with the totals as the specification sends them, though the server computes its own. What is missing becomes
 * what no schema takes, so that the contract alone says what is wrong.
 */
export function contentOf(values: InwardValues) {
  const { supplierId, invoiceNumber, inwardDate, status, totalGst, rawMaterials } = values;
  return {
    supplierId: supplierId?.value ?? 0,
    invoiceNumber,
    inwardDate,
    status,
    totalGst: totalGst === '' ? 0 : (numberOf(totalGst) ?? Number.NaN),
    grandTotal: totalsOf(values).subTotal,
    rawMaterials: begun(rawMaterials).map((line) => ({
      id: line.id,
      rawMaterialId: line.rawMaterialId?.rawMaterialId ?? 0,
      quantity: numberOf(line.quantity) ?? Number.NaN,
      pricePerUnit: numberOf(line.pricePerUnit) ?? Number.NaN,
      totalAmount: totalOfLine(line) ?? 0,
    })),
  };
}

/** Where the form has a field of what is sent: the same line, though empty ones may stand before it. */
export function fieldOf(path: string, { rawMaterials }: InwardValues): string {
  const [list, index, field = 'rawMaterialId'] = path.split('.');
  if (list !== 'rawMaterials') return path;
  const line = begun(rawMaterials)[Number(index)];
  // That there is no line at all is said at the first, empty one.
  return `rawMaterials.${line ? rawMaterials.indexOf(line) : 0}.${field}`;
}

// The id isn't typed, and the bill has its own rule.
const typed = {
  body: inwardUpdateBody.omit({ inwardId: true, billAttachment: true }),
  pastDates: inwardEndpoints.create.pastDates,
};

/** Everything that is wrong, by field. */
export function faultsOf(values: InwardValues, hasBill: boolean): FormErrors {
  const bill = hasBill ? {} : { billAttachment: inwardTexts.billRequired };
  return { ...bill, ...contractFaults(typed, contentOf(values)) };
}

/** The alert of specification §5, before anything is sent. */
export function alertOf({ rawMaterials }: InwardValues, hasBill: boolean): string | undefined {
  const valid = rawMaterials.some((line) => line.rawMaterialId !== null && (numberOf(line.quantity) ?? 0) > 0);
  if (!valid) return inwardTexts.noLines;
  return hasBill ? undefined : inwardTexts.billRequired;
}
