/** The values of an inward's form: from a record, and as sent. */
import { randomId } from '@mantine/hooks';
import { amountText } from '#contract/core/values/numbers.ts';
import { grandTotal, lineTotal, type InwardRecord } from '#contract/buy/inward.ts';
import type { Claim } from '#contract/stock/stock.ts';
import { today } from '#web/core/ui/today.ts';
import { numberOf, typedNumber } from '#web/core/form/fields/numberOf.ts';
import { materialChoice } from '#web/stock/items/materialChoice.ts';
import type { FindCertificateNumber } from './lines/useCovering.ts';
import type { InwardLine, InwardValues } from './inwardDraft.ts';

const blankLot = {
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

type StoredLine = InwardRecord['rawMaterials'][number];

function lineOf(stored: StoredLine): InwardLine {
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

/** The claim of a line: the chosen one, else organic if a certificate, by its number, covers it. */
export function claimOf({ claim }: InwardLine, certificateNumber: string | undefined): Claim {
  return claim || (certificateNumber === undefined ? 'conventional' : 'organic');
}

/** The stored line whose lot a line keeps: of its id and its material, since another material gets another lot. */
export function keptLine({ id, material }: InwardLine, stored: InwardRecord | undefined): StoredLine | undefined {
  return stored?.rawMaterials.find((line) => line.id === id && line.rawMaterialId === material?.rawMaterialId);
}

/** Fields of a line's lot that differ from the lot that it keeps, or from a blank one. */
function changedLotFields(line: InwardLine, kept: StoredLine | undefined, certificateNumber: string | undefined) {
  const stored = kept ? lineOf(kept) : blankLot;
  const { code, supplierLotNumber, expiresOn, receiveOnHold, transactionCertificate } = line;
  const claim = claimOf(line, certificateNumber);
  const overrideReason = receiveOnHold ? '' : line.overrideReason;
  return {
    ...(claim !== stored.claim && { claim }),
    ...(code !== stored.code && { code }),
    ...(supplierLotNumber !== stored.supplierLotNumber && { supplierLotNumber }),
    ...(expiresOn !== stored.expiresOn && { expiresOn }),
    ...(overrideReason !== stored.overrideReason && { overrideReason }),
    ...(transactionCertificate !== stored.transactionCertificate && { transactionCertificate }),
    ...(receiveOnHold && { receiveOnHold }),
  };
}

const uncovered: FindCertificateNumber = () => undefined;

/**
 * The request body, with the totals that the specification requires, though the server computes its own. Missing values
 * become invalid ones, so that the contract's schema reports them. `stored` is the edited inward, as it was opened.
 */
export function bodyOf(values: InwardValues, certificateNumberOf = uncovered, stored?: InwardRecord) {
  const { supplier, invoiceNumber, inwardDate, status, totalGst, rawMaterials, billFollows } = values;
  return {
    supplierId: supplier?.value ?? 0,
    invoiceNumber,
    inwardDate,
    status,
    ...(billFollows !== (stored?.billFollows ?? '') && { billFollows }),
    totalGst: totalGst === '' ? 0 : typedNumber(totalGst),
    grandTotal: totalsOf(values).subTotal,
    billAttachment: values.billAttachment?.dataUrl ?? null,
    rawMaterials: filledLines(rawMaterials).map((line) => ({
      // Null in a change: without an id, a new line would take over the lot of a removed one.
      id: line.id ?? (stored && null),
      rawMaterialId: line.material?.rawMaterialId ?? 0,
      quantity: typedNumber(line.quantity),
      pricePerUnit: typedNumber(line.pricePerUnit),
      totalAmount: totalOfLine(line) ?? 0,
      ...changedLotFields(
        line,
        keptLine(line, stored),
        certificateNumberOf(line.material?.rawMaterialId ?? 0, inwardDate),
      ),
    })),
  };
}
