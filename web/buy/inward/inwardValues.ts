/** The form values of an inward as typed, from a record or blank: numbers as text, lines that may be blank. */
import { randomId } from '@mantine/hooks';
import { z } from 'zod';
import { grandTotal, inwardEndpoints, lineTotal, type InwardRecord } from '#contract/buy/inward.ts';
import { amountText } from '#contract/core/values/numbers.ts';
import { inwardStatuses } from '#contract/documentStatus.ts';
import { claims } from '#contract/stock/stock.ts';
import { numberOf, typedNumber } from '#web/core/form/fields/numberOf.ts';
import { attachment } from '#web/core/form/files/readAttachment.ts';
import { choice } from '#web/core/lookup/lookup.ts';
import { today } from '#web/core/ui/today.ts';
import { materialChoice } from '#web/stock/items/materialChoice.ts';

/** An inward in its form: with its bill once it is read. */
export const inwardInForm = inwardEndpoints.get.answer.partial({ activeContent: true, billAttachment: true });
export type InwardInForm = z.input<typeof inwardInForm>;

const inwardLine = z.object({
  /** React key; stays when lines before it are removed. */
  key: z.string(),
  id: z.int().optional(),
  material: materialChoice.nullable(),
  /** As pasted, where no material is called so. */
  unknownName: z.string().default(''),
  quantity: z.string(),
  pricePerUnit: z.string(),
  /** How a quantity and a price of a sheet became those of the material's unit. */
  quantityReading: z.string().default(''),
  priceReading: z.string().default(''),
  /** Code of its lot; proposed if empty. */
  code: z.string(),
  supplierLotNumber: z.string(),
  expiresOn: z.string(),
  /** Empty: organic where a certificate covers it, else conventional. */
  claim: z.enum(['', ...claims]),
  overrideReason: z.string(),
  receiveOnHold: z.boolean(),
  transactionCertificate: z.string(),
});

export const inwardValues = z.object({
  supplier: choice.nullable(),
  invoiceNumber: z.string(),
  inwardDate: z.string(),
  status: z.enum(inwardStatuses),
  totalGst: z.string(),
  rawMaterials: z.array(inwardLine),
  billFollows: z.string().default(''),
  /** Too large for the draft of a lost session; stored on the device. */
  billAttachment: attachment.nullable().default(null),
  /** Set in the draft of a lost session that had one, which is to be chosen again. */
  lostBill: z.boolean().optional(),
});

export type InwardValues = z.output<typeof inwardValues>;
export type InwardLine = z.output<typeof inwardLine>;

export const blankLot = {
  code: '',
  supplierLotNumber: '',
  expiresOn: '',
  claim: '',
  overrideReason: '',
  receiveOnHold: false,
  transactionCertificate: '',
} as const;

const unread = { quantityReading: '', priceReading: '' } as const;

export function blankLine(): InwardLine {
  return { key: randomId(), material: null, unknownName: '', quantity: '', pricePerUnit: '', ...unread, ...blankLot };
}

export type StoredLine = InwardRecord['rawMaterials'][number];

export function lineOf(stored: StoredLine): InwardLine {
  return {
    key: randomId(),
    id: stored.id,
    material: materialChoice.parse(stored),
    unknownName: '',
    quantity: String(stored.quantity),
    pricePerUnit: amountText(stored.pricePerUnit),
    ...unread,
    code: stored.lotCode,
    supplierLotNumber: stored.supplierLotNumber,
    expiresOn: stored.expiresOn ?? '',
    claim: stored.claim,
    overrideReason: stored.overrideReason,
    receiveOnHold: false,
    transactionCertificate: stored.transactionCertificate,
  };
}

export function valuesOf(record?: InwardRecord): InwardValues {
  const lines = record?.rawMaterials.map(lineOf);
  return {
    supplier: record ? { value: record.supplierId, label: record.supplierName } : null,
    invoiceNumber: record?.invoiceNumber ?? '',
    inwardDate: record?.inwardDate ?? today(),
    status: record?.status ?? 'notpaid',
    totalGst: record ? amountText(record.totalGst) : '',
    rawMaterials: lines?.length ? lines : [blankLine()],
    billFollows: record?.billFollows ?? '',
    billAttachment: null,
  };
}

/** A new inward like a stored one: of today, with a number, a bill and lots of its own. */
export function copyOf(record: InwardRecord): InwardValues {
  const values = valuesOf(record);
  const rawMaterials = values.rawMaterials.map(({ material, quantity, pricePerUnit }) => ({
    ...blankLine(),
    material,
    quantity,
    pricePerUnit,
  }));
  return { ...values, invoiceNumber: '', inwardDate: today(), status: 'notpaid', rawMaterials, billFollows: '' };
}

/** Whether a line has any value. */
export function isFilled({ material, unknownName, quantity, pricePerUnit }: InwardLine): boolean {
  return material !== null || unknownName !== '' || quantity !== '' || pricePerUnit !== '';
}

/** Drops blank lines. */
export function filledLines(lines: InwardLine[]): InwardLine[] {
  return lines.filter(isFilled);
}

export function totalOfLine(line: InwardLine): number | undefined {
  return lineTotal(typedNumber(line.quantity), typedNumber(line.pricePerUnit));
}

export function totalsOf({ rawMaterials, totalGst }: InwardValues) {
  return grandTotal(
    rawMaterials.map((line) => totalOfLine(line) ?? 0),
    numberOf(totalGst) ?? 0,
  );
}
