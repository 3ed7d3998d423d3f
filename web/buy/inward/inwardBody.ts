/** The request body of an inward, from the values of its form; a lot's fields only where they differ from the stored ones. */
import type { InwardRecord } from '#contract/buy/inward.ts';
import type { Claim } from '#contract/stock/stock.ts';
import { typedNumber } from '#web/core/form/fields/numberOf.ts';
import type { FindCertificateNumber } from './lines/useCertificateNumbers.ts';
import {
  blankLot,
  filledLines,
  lineOf,
  totalOfLine,
  totalsOf,
  type InwardLine,
  type InwardValues,
  type StoredLine,
} from './inwardValues.ts';

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
