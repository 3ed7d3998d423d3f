/** The values of an inward's form: from a record, and as sent. */
import type { FormErrors } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { amountText } from '#contract/core/values/numbers.ts';
import { grandTotal, inwardEndpoints, inwardUpdateBody, lineTotal, type InwardRecord } from '#contract/buy/inward.ts';
import { inwardTexts } from '#contract/buy/inwardTexts.ts';
import type { Claim } from '#contract/stock/stock.ts';
import { today } from '#web/core/ui/today.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import { lineField } from '#web/core/form/lines.ts';
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
  return { key: randomId(), material: null, unknownName: '', quantity: '', pricePerUnit: '', ...blankLot };
}

export function valuesOf(record?: InwardRecord): InwardValues {
  const lines = record?.rawMaterials.map((line) => ({
    key: randomId(),
    id: line.id,
    material: materialChoice.parse(line),
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
  return lineTotal(numberOf(line.quantity) ?? Number.NaN, numberOf(line.pricePerUnit) ?? Number.NaN);
}

export function totalsOf({ rawMaterials, totalGst }: InwardValues) {
  return grandTotal(
    rawMaterials.map((line) => totalOfLine(line) ?? 0),
    numberOf(totalGst) ?? 0,
  );
}

/** The claim of a line: the chosen one, else organic if a certificate, by its number, covers it. */
export function claimOf({ claim }: InwardLine, certificate: string | undefined): Claim {
  return claim || (certificate === undefined ? 'conventional' : 'organic');
}

/** Changed fields of a line's lot. */
function changedLotFields(line: InwardLine, savedLine: InwardLine | undefined, certificate: string | undefined) {
  const saved = savedLine ?? blankLot;
  const { code, supplierLotNumber, expiresOn, overrideReason, transactionCertificate } = line;
  const claim = claimOf(line, certificate);
  return {
    ...(code !== saved.code && { code }),
    ...(supplierLotNumber !== saved.supplierLotNumber && { supplierLotNumber }),
    ...(expiresOn !== saved.expiresOn && { expiresOn }),
    ...(claim !== saved.claim && { claim }),
    ...(overrideReason !== saved.overrideReason && { overrideReason }),
    ...(transactionCertificate !== saved.transactionCertificate && { transactionCertificate }),
    ...(line.receiveOnHold && { receiveOnHold: true }),
  };
}

const uncovered: Covering = () => undefined;

/**
 * The request body, with the totals that the specification requires, though the server computes its own. Missing values
 * become invalid ones, so that the contract's schema reports them. `saved` are the values that an edited inward was opened
 * with.
 */
export function bodyOf(values: InwardValues, covering = uncovered, saved?: InwardValues) {
  const { supplier, invoiceNumber, inwardDate, status, totalGst, rawMaterials, billFollows } = values;
  return {
    supplierId: supplier?.value ?? 0,
    invoiceNumber,
    inwardDate,
    status,
    ...(billFollows !== (saved?.billFollows ?? '') && { billFollows }),
    totalGst: totalGst === '' ? 0 : (numberOf(totalGst) ?? Number.NaN),
    grandTotal: totalsOf(values).subTotal,
    billAttachment: values.billAttachment?.dataUrl ?? null,
    rawMaterials: filledLines(rawMaterials).map((line) => ({
      id: line.id,
      rawMaterialId: line.material?.rawMaterialId ?? 0,
      quantity: numberOf(line.quantity) ?? Number.NaN,
      pricePerUnit: numberOf(line.pricePerUnit) ?? Number.NaN,
      totalAmount: totalOfLine(line) ?? 0,
      ...changedLotFields(
        line,
        saved?.rawMaterials.find(({ id }) => id !== undefined && id === line.id),
        covering(line.material?.rawMaterialId ?? 0, inwardDate),
      ),
    })),
  };
}

/** Maps a field path of the body to the form, which has supplier and material as they were chosen. */
export function fieldOf(path: string, { rawMaterials }: InwardValues): string {
  if (path === 'supplierId') return 'supplier';
  if (!path.startsWith('rawMaterials')) return path;
  return lineField(path, { all: rawMaterials, filled: filledLines(rawMaterials) }, (field) =>
    field === '' || field === 'rawMaterialId' ? 'material' : field,
  );
}

// The id is not typed, and the bill has its own rule.
const checkedByContract = {
  body: inwardUpdateBody.omit({ inwardId: true, billAttachment: true }),
  pastDates: inwardEndpoints.create.pastDates,
};

/** The faults of a form; the bill is settled where there is one, or a reason why it follows. */
export function faultsOf(values: InwardValues, isBillSettled: boolean): FormErrors {
  const bill = isBillSettled ? {} : { billAttachment: inwardTexts.billRequired };
  const unknownMaterials = filledLines(values.rawMaterials).flatMap(({ material, unknownName }, index) =>
    material === null && unknownName !== ''
      ? [[`rawMaterials.${index}.rawMaterialId`, inwardTexts.materialUnknownName(unknownName)]]
      : [],
  );
  return {
    ...bill,
    ...contractFaults(checkedByContract, bodyOf(values)),
    ...Object.fromEntries(unknownMaterials),
  };
}

/** The alert of specification §5. */
export function alertOf({ rawMaterials }: InwardValues, isBillSettled: boolean): string | undefined {
  const hasLine = rawMaterials.some((line) => line.material !== null && (numberOf(line.quantity) ?? 0) > 0);
  if (!hasLine) return inwardTexts.noLines;
  return isBillSettled ? undefined : inwardTexts.billRequired;
}
