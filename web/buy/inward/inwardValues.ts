/** The values of an inward's form: from a record, and as sent. */
import type { FormErrors } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { amountText } from '#contract/core/values/numbers.ts';
import { grandTotal, inwardEndpoints, inwardUpdateBody, lineTotal, type InwardRecord } from '#contract/buy/inward.ts';
import { inwardTexts } from '#contract/buy/inwardTexts.ts';
import type { Claim } from '#contract/stock/stock.ts';
import { today } from '#web/core/ui/today.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import { numberOf } from '#web/core/form/fields/numberOf.ts';
import { materialChoice } from '#web/stock/items/materialChoice.ts';
import type { Covering } from './lines/useCovering.ts';
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

export function blankLine(): InwardLine {
  return { key: randomId(), rawMaterialId: null, unknownName: '', quantity: '', pricePerUnit: '', ...blankLot };
}

export function valuesOf(record?: InwardRecord): InwardValues {
  const lines = record?.rawMaterials.map((line) => ({
    key: randomId(),
    id: line.id,
    rawMaterialId: materialChoice.parse(line),
    unknownName: '',
    quantity: String(line.quantity),
    pricePerUnit: amountText(line.pricePerUnit),
    code: line.lotCode,
    supplierLotNumber: line.supplierLotNumber,
    expiresOn: line.expiresOn ?? '',
    claim: line.claim,
    overrideReason: line.overrideReason,
    receiveOnHold: false,
    transactionCertificate: line.transactionCertificate,
  }));
  return {
    supplierId: record ? { value: record.supplierId, label: record.supplierName } : null,
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
  const rawMaterials = values.rawMaterials.map(({ rawMaterialId, quantity, pricePerUnit }) => ({
    ...blankLine(),
    rawMaterialId,
    quantity,
    pricePerUnit,
  }));
  return { ...values, invoiceNumber: '', inwardDate: today(), status: 'notpaid', rawMaterials, billFollows: '' };
}

/** Whether a line has any value. */
export function isFilled({ rawMaterialId, unknownName, quantity, pricePerUnit }: InwardLine): boolean {
  return rawMaterialId !== null || unknownName !== '' || quantity !== '' || pricePerUnit !== '';
}

/** Drops blank lines. */
export function filledLines(lines: InwardLine[]): InwardLine[] {
  return lines.filter(isFilled);
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

/** The claim of a line: the chosen one, else organic if a certificate, by its number, covers it. */
export function claimOf({ claim }: InwardLine, number: string | undefined): Claim {
  return claim || (number === undefined ? 'conventional' : 'organic');
}

/** Changed fields of a line's lot. */
function lotOf(line: InwardLine, before: InwardLine | undefined, number: string | undefined) {
  const { code, supplierLotNumber, expiresOn, claim: claimBefore, ...was } = before ?? blankLot;
  const claim = claimOf(line, number);
  return {
    ...(line.code !== code && { code: line.code }),
    ...(line.supplierLotNumber !== supplierLotNumber && { supplierLotNumber: line.supplierLotNumber }),
    ...(line.expiresOn !== expiresOn && { expiresOn: line.expiresOn }),
    ...(claim !== (claimBefore || 'conventional') && { claim }),
    ...(line.overrideReason !== was.overrideReason && { overrideReason: line.overrideReason }),
    ...(line.transactionCertificate !== was.transactionCertificate && {
      transactionCertificate: line.transactionCertificate,
    }),
    ...(line.receiveOnHold && { receiveOnHold: true }),
  };
}

const uncovered: Covering = () => undefined;

/**
 * The request body, with the totals that the specification requires, though the server computes its own. Missing values
 * become invalid ones, so that the contract's schema reports them. `before` are the values that an edited inward was opened
 * with.
 */
export function contentOf(values: InwardValues, covering = uncovered, before?: InwardValues) {
  const { supplierId, invoiceNumber, inwardDate, status, totalGst, rawMaterials, billFollows } = values;
  return {
    supplierId: supplierId?.value ?? 0,
    invoiceNumber,
    inwardDate,
    status,
    ...(billFollows !== (before?.billFollows ?? '') && { billFollows }),
    totalGst: totalGst === '' ? 0 : (numberOf(totalGst) ?? Number.NaN),
    grandTotal: totalsOf(values).subTotal,
    billAttachment: values.billAttachment?.dataUrl ?? null,
    rawMaterials: filledLines(rawMaterials).map((line) => ({
      id: line.id,
      rawMaterialId: line.rawMaterialId?.rawMaterialId ?? 0,
      quantity: numberOf(line.quantity) ?? Number.NaN,
      pricePerUnit: numberOf(line.pricePerUnit) ?? Number.NaN,
      totalAmount: totalOfLine(line) ?? 0,
      ...lotOf(
        line,
        before?.rawMaterials.find(({ id }) => id !== undefined && id === line.id),
        covering(line.rawMaterialId?.rawMaterialId ?? 0, inwardDate),
      ),
    })),
  };
}

/** Maps a field path of the body to the form, whose blank lines the body lacks. */
export function fieldOf(path: string, { rawMaterials }: InwardValues): string {
  const [list, index, field = 'rawMaterialId'] = path.split('.');
  if (list !== 'rawMaterials') return path;
  const line = filledLines(rawMaterials)[Number(index)];
  // Without any line, the error shows at the first blank one.
  return `rawMaterials.${line ? rawMaterials.indexOf(line) : 0}.${field}`;
}

// The id is not typed, and the bill has its own rule.
const typed = {
  body: inwardUpdateBody.omit({ inwardId: true, billAttachment: true }),
  pastDates: inwardEndpoints.create.pastDates,
};

export function faultsOf(values: InwardValues, hasBill: boolean): FormErrors {
  const bill = hasBill ? {} : { billAttachment: inwardTexts.billRequired };
  const unknown = filledLines(values.rawMaterials).flatMap(({ rawMaterialId, unknownName }, index) =>
    rawMaterialId === null && unknownName !== ''
      ? [[`rawMaterials.${index}.rawMaterialId`, inwardTexts.materialUnknownName(unknownName)]]
      : [],
  );
  return {
    ...bill,
    ...contractFaults(typed, contentOf(values)),
    ...Object.fromEntries(unknown),
  };
}

/** The alert of specification §5. */
export function alertOf({ rawMaterials }: InwardValues, hasBill: boolean): string | undefined {
  const valid = rawMaterials.some((line) => line.rawMaterialId !== null && (numberOf(line.quantity) ?? 0) > 0);
  if (!valid) return inwardTexts.noLines;
  return hasBill ? undefined : inwardTexts.billRequired;
}
