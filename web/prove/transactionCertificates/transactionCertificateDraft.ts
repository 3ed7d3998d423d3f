/** The form values of a transaction certificate: numbers as typed text, lines that may be blank. */
import type { FormErrors } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { z } from 'zod';
import { directions, isCovering, schemes } from '#contract/stock/covers.ts';
import { fromThousandths, toThousandths } from '#contract/core/values/numbers.ts';
import {
  transactionCertificateEndpoints,
  transactionCertificateRecord,
  type TransactionCertificateRecord,
  type UncoveredLine,
} from '#contract/prove/transactionCertificates.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import { numberOf } from '#web/core/form/fields/numberOf.ts';
import { attachment, type Attachment } from '#web/core/form/files/readAttachment.ts';
import { choice } from '#web/core/lookup/lookup.ts';

/** A line of an inward or a dispatch that can be covered. */
const documentLine = z.object({
  lineId: z.int(),
  documentLabel: z.string(),
  documentDate: z.string(),
  lotCode: z.string(),
  itemName: z.string(),
  unit: z.string(),
});
export type DocumentLine = z.output<typeof documentLine>;

const certificateLine = z.object({
  /** React key; stays when lines before it are removed. */
  key: z.string(),
  line: documentLine.nullable(),
  quantity: z.string(),
});
export type CertificateLineDraft = z.output<typeof certificateLine>;

/** The draft; the file is too large for the session storage, but kept on the device. */
export const transactionCertificateDraft = z.object({
  direction: z.enum(directions),
  party: choice.nullable(),
  scheme: z.enum(schemes),
  number: z.string(),
  body: z.string(),
  status: transactionCertificateRecord.shape.status,
  issuedOn: z.string(),
  note: z.string(),
  lines: z.array(certificateLine),
  /** Set for a form that was stored on the device. */
  file: attachment.nullish(),
});

export type TransactionCertificateDraft = z.output<typeof transactionCertificateDraft>;
export type TransactionCertificateValues = Omit<TransactionCertificateDraft, 'file'> & { file: Attachment | null };

export function blankLine(): CertificateLineDraft {
  return { key: randomId(), line: null, quantity: '' };
}

function documentLineOf({ lineId, documentLabel, documentDate, lotCode, itemName, unit }: DocumentLine): DocumentLine {
  return { lineId, documentLabel, documentDate, lotCode, itemName, unit };
}

const blankHead = {
  scheme: 'NPOP',
  number: '',
  body: '',
  status: 'issued',
  issuedOn: '',
  note: '',
  file: null,
} as const;

/** The form of a new certificate that covers what is left of some lines, all of one supplier or buyer. */
export function valuesOfLines(lines: readonly UncoveredLine[]): TransactionCertificateValues {
  const [first] = lines;
  return {
    ...blankHead,
    direction: first?.direction ?? 'purchase',
    party: first ? { value: first.partyId, label: first.partyName } : null,
    number: lines.find(({ notedNumber }) => notedNumber !== '')?.notedNumber ?? '',
    lines: first
      ? lines.map((line) => ({ key: randomId(), line: documentLineOf(line), quantity: String(line.leftQty) }))
      : [blankLine()],
  };
}

export function valuesOf(record: TransactionCertificateRecord): TransactionCertificateValues {
  const { direction, supplierId, buyerId, partyName, scheme, number, body, status, issuedOn, note, lines } = record;
  return {
    direction,
    party: { value: supplierId ?? buyerId ?? 0, label: partyName },
    scheme,
    number,
    body,
    status,
    issuedOn: issuedOn ?? '',
    note,
    lines: lines.map((line) => ({
      key: String(line.lineId),
      line: documentLineOf(line),
      quantity: String(line.quantity),
    })),
    file: null,
  };
}

/** A line to choose, with what is left to cover of it. */
export interface Choosable extends DocumentLine {
  leftQty: number;
  /** With what went back: a certificate may have been issued for all of it. */
  mostQty: number;
  notedNumber: string;
}

const thousandths = (units: number) => toThousandths(units) ?? 0;

/** Choices of a form's lines: uncovered quantities of its supplier or buyer, and those of the record itself. */
export function choosable(
  uncovered: readonly UncoveredLine[],
  record: TransactionCertificateRecord | undefined,
): Map<number, Choosable> {
  const found = new Map(
    uncovered.map((line): [number, Choosable] => {
      const mostQty = fromThousandths(thousandths(line.quantity) - thousandths(line.coveredQty));
      return [line.lineId, { ...line, mostQty }];
    }),
  );
  for (const line of record?.lines ?? []) {
    const { leftQty = 0, mostQty = 0, notedNumber = '' } = found.get(line.lineId) ?? {};
    const own = record && isCovering(record.status) ? thousandths(line.quantity) - thousandths(line.overQty) : 0;
    const withOwn = (quantity: number) => fromThousandths(thousandths(quantity) + own);
    found.set(line.lineId, {
      ...documentLineOf(line),
      leftQty: withOwn(leftQty),
      mostQty: withOwn(mostQty),
      notedNumber,
    });
  }
  return found;
}

function isBlank({ line, quantity }: CertificateLineDraft): boolean {
  return line === null && quantity === '';
}

/** The request body. Without a supplier or buyer it is invalid, so that the contract's schema reports it. */
export function contentOf({ party, lines, file, direction, ...fields }: TransactionCertificateValues) {
  const partyId = party?.value ?? null;
  return {
    ...fields,
    direction,
    supplierId: direction === 'purchase' ? partyId : null,
    buyerId: direction === 'sale' ? partyId : null,
    lines: lines
      .filter((line) => !isBlank(line))
      .map(({ line, quantity }) => ({ lineId: line?.lineId ?? 0, quantity: numberOf(quantity) ?? Number.NaN })),
    file: file?.dataUrl ?? null,
  };
}

export function faultsOf(values: TransactionCertificateValues): FormErrors {
  return contractFaults(transactionCertificateEndpoints.create, contentOf(values));
}

/** The form's field of a field of the body, in which blank lines are left out. */
export function fieldOf(path: string, { lines }: Pick<TransactionCertificateDraft, 'lines'>): string {
  if (path === 'supplierId' || path === 'buyerId') return 'party';
  if (path === 'lines') return 'lines.0.line';
  const [list, index, field] = path.split('.');
  if (list !== 'lines' || field === undefined) return path;
  const sent = lines.flatMap((line, place) => (isBlank(line) ? [] : place));
  return `lines.${sent[Number(index)] ?? 0}.${field === 'lineId' ? 'line' : field}`;
}
