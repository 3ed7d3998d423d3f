/** The definition of transaction certificates for list and form; numbers are typed text, lines may be blank. */
import { randomId } from '@mantine/hooks';
import { z } from 'zod';
import {
  coverTexts,
  directionLabels,
  directions,
  isCovering,
  mayCover,
  schemesOfLine,
  transactionCertificateLabels,
  transactionCertificateStatusLabels,
} from '#contract/stock/claims/transactionCertificateCover.ts';
import { schemes, type Scheme } from '#contract/stock/claims/schemes.ts';
import { formatDate } from '#contract/core/values/format.ts';
import { fromThousandths, thousandthsOr0 } from '#contract/core/values/numbers.ts';
import {
  transactionCertificateEndpoints,
  transactionCertificateRecord,
  transactionCertificateTexts as texts,
  type TransactionCertificateRecord,
  type UncoveredLine,
} from '#contract/prove/transactionCertificates.ts';
import { day, oneOf } from '#web/core/form/conflicts/compared.ts';
import { typedNumber } from '#web/core/form/fields/numberOf.ts';
import { attachment } from '#web/core/form/files/readAttachment.ts';
import { lineField } from '#web/core/form/lines.ts';
import { choice } from '#web/core/lookup/lookup.ts';
import { defineDocument } from '#web/core/records/document.ts';

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
export type CertificateLineValues = z.output<typeof certificateLine>;

const transactionCertificateValues = z.object({
  direction: z.enum(directions),
  party: choice.nullable(),
  scheme: z.enum(schemes),
  number: z.string(),
  body: z.string(),
  status: transactionCertificateRecord.shape.status,
  issuedOn: z.string(),
  note: z.string(),
  lines: z.array(certificateLine),
  file: attachment.nullable().default(null),
});

export type TransactionCertificateValues = z.output<typeof transactionCertificateValues>;

export function blankLine(): CertificateLineValues {
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

const schemesOf = ({ soldAs, claims }: UncoveredLine): Scheme[] => schemesOfLine(soldAs, claims);

/** The form of a new certificate for what is left of lines of one supplier or buyer, under the scheme of the first. */
function valuesOfLines(lines: readonly UncoveredLine[]): TransactionCertificateValues {
  const [first] = lines;
  const [scheme = blankHead.scheme] = first ? schemesOf(first) : [];
  return {
    ...blankHead,
    scheme,
    direction: first?.direction ?? 'purchase',
    party: first ? { value: first.partyId, label: first.partyName } : null,
    number: lines.find(({ notedNumber }) => notedNumber !== '')?.notedNumber ?? '',
    lines: first
      ? lines
          .filter((line) => mayCover(scheme, schemesOf(line)))
          .map((line) => ({ key: randomId(), line: documentLineOf(line), quantity: String(line.leftQty) }))
      : [blankLine()],
  };
}

function valuesOf(record: TransactionCertificateRecord): TransactionCertificateValues {
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
  /** The scheme that it was bought or sold under; none where it is not known, or the record has it already. */
  schemes: readonly Scheme[];
}

/** Choices of a form's lines: quantities to cover of its supplier or buyer, and those of the record itself. */
export function choosable(
  toCover: readonly UncoveredLine[],
  record: TransactionCertificateRecord | undefined,
): Map<number, Choosable> {
  const found = new Map(
    toCover.map((line): [number, Choosable] => {
      const mostQty = fromThousandths(thousandthsOr0(line.quantity) - thousandthsOr0(line.coveredQty));
      return [line.lineId, { ...line, mostQty, schemes: schemesOf(line) }];
    }),
  );
  for (const line of record?.lines ?? []) {
    const { leftQty = 0, mostQty = 0, notedNumber = '' } = found.get(line.lineId) ?? {};
    const own = record && isCovering(record.status) ? thousandthsOr0(line.quantity) - thousandthsOr0(line.overQty) : 0;
    const withOwn = (quantity: number) => fromThousandths(thousandthsOr0(quantity) + own);
    found.set(line.lineId, {
      ...documentLineOf(line),
      leftQty: withOwn(leftQty),
      mostQty: withOwn(mostQty),
      notedNumber,
      schemes: [],
    });
  }
  return found;
}

function filledLines(lines: readonly CertificateLineValues[]): CertificateLineValues[] {
  return lines.filter(({ line, quantity }) => line !== null || quantity !== '');
}

export const transactionCertificates = defineDocument({
  kind: 'transactionCertificates',
  calls: transactionCertificateEndpoints,
  record: transactionCertificateRecord,
  rowId: (row) => row.transactionCertificateId,
  idField: 'transactionCertificateId',
  nameOf: ({ number, transactionCertificateId }) => `transaction certificate ${number || transactionCertificateId}`,
  subjectOf: ({ transactionCertificateId, direction, number, partyName, issuedOn }) => ({
    name: number || coverTexts.noNumber,
    facts: [
      `ID ${transactionCertificateId}`,
      `${directionLabels[direction]}, ${partyName}`,
      ...(issuedOn === null ? [] : [formatDate(issuedOn)]),
    ],
  }),
  values: transactionCertificateValues,
  blank: (prefill: readonly UncoveredLine[] = []) => valuesOfLines(prefill),
  valuesOf,
  draftOf: (values) => ({ ...values, file: null }),
  /** Without a supplier or buyer it is invalid, so that the contract's schema reports it. */
  bodyOf: ({ party, lines, file, direction, ...fields }) => {
    const partyId = party?.value ?? null;
    return {
      ...fields,
      direction,
      supplierId: direction === 'purchase' ? partyId : null,
      buyerId: direction === 'sale' ? partyId : null,
      lines: filledLines(lines).map(({ line, quantity }) => ({
        lineId: line?.lineId ?? 0,
        quantity: typedNumber(quantity),
      })),
      file: file?.dataUrl ?? null,
    };
  },
  fieldOf: (path, { lines }) => {
    if (path === 'supplierId' || path === 'buyerId') return 'party';
    if (!path.startsWith('lines')) return path;
    return lineField(path, { all: lines, filled: filledLines(lines) }, (field) =>
      field === 'quantity' ? field : 'line',
    );
  },
  compared: {
    labels: {
      ...transactionCertificateLabels,
      party: `${transactionCertificateLabels.supplierId} or ${transactionCertificateLabels.buyerId.toLowerCase()}`,
    },
    as: {
      direction: oneOf(directionLabels),
      status: oneOf(transactionCertificateStatusLabels),
      issuedOn: day,
      file: (file) => (file ? 'a new file' : ''),
    },
    lists: [
      {
        name: 'lines',
        linesOf: ({ lines }) =>
          lines
            .filter(({ line }) => line !== null)
            .map((each) => {
              const { lineId, documentLabel = '', itemName = '', unit = '' } = each.line ?? {};
              const text = `${each.quantity} ${unit}`;
              return { line: each, key: lineId, name: `${itemName}, ${documentLabel}`, text };
            }),
      },
    ],
  },
  words: texts,
});
