/** The entries of Readiness in words, kind by kind (docs/domain.md, Readiness). */
import { daysUntil } from '../core/values/dates.ts';
import { formatDate, formatDaysAhead, formatQuantityWithUnit } from '../core/values/format.ts';
import { fromThousandths } from '../core/values/numbers.ts';
import type { DocumentKind } from '../kinds.ts';
import { soldAsLabels } from '../stock/claims/soldAs.ts';
import type { ReadinessKind } from './readiness.ts';
import { traceTexts } from './trace.ts';
import { transactionCertificateDueOn } from './transactionCertificates.ts';

/** The facts of an entry; those that do not apply to its kind are null. */
export interface ReadinessFacts {
  itemName: string | null;
  unit: string | null;
  /** Thousandths. */
  quantity: number | null;
  /** Thousandths that the quantity is compared with: the inputs of a run, the stock of the ledger. */
  otherQuantity: number | null;
  day: string | null;
  usedOn: string | null;
  documentKind: DocumentKind | null;
  /** A supplier, or a scheme and number. */
  text: string | null;
  /** Why it is so, as it was written. */
  reason: string | null;
  soldAs: string | null;
}

const inUnit = (quantity: number | null, unit: string | null): string =>
  quantity === null ? '' : formatQuantityWithUnit(fromThousandths(quantity), unit ?? '');
const amount = ({ quantity, unit }: ReadinessFacts): string => inUnit(quantity, unit);
const otherAmount = ({ otherQuantity, unit }: ReadinessFacts): string => inUnit(otherQuantity, unit);
const date = (day: string | null): string => (day === null ? '' : formatDate(day));

const ofItem = (facts: ReadinessFacts): string => `${amount(facts)} of ${facts.itemName}`;
const made = (facts: ReadinessFacts): string => `${ofItem(facts)}, made ${date(facts.day)}`;
/** The claim that a dispatch was sold under, its buyer and its day. */
const sold = ({ soldAs, text, day }: ReadinessFacts): string =>
  [soldAsLabels[soldAs ?? ''], text, date(day)].filter(Boolean).join(', ');

const since = (days: number): string => (days === 1 ? 'since yesterday' : `for ${days} days`);
const due = (day: string, left: number): string =>
  left < 0 ? `was due ${formatDate(day)}, ${since(-left)}` : `due ${formatDate(day)}, ${formatDaysAhead(left)}`;

/** The detail of an entry of each kind, as of a day. */
export const readinessDetails: Readonly<Record<ReadinessKind, (facts: ReadinessFacts, today: string) => string>> = {
  beforeReceipt: (facts) =>
    traceTexts.usedEarly(facts.documentKind ?? 'run', ofItem(facts), date(facts.usedOn), date(facts.day)),
  organicByOverride: (facts) => `${ofItem(facts)}, ${date(facts.day)}, ${facts.text}`,
  schemeUnknown: made,
  withoutRun: made,
  madeMore: (facts) =>
    [`${amount(facts)} came out of ${otherAmount(facts)}, ${date(facts.day)}`, facts.reason].filter(Boolean).join(': '),
  madeEarly: (facts) => `${made(facts)}; its first input is of ${date(facts.usedOn)}`,
  soldWithoutBuyer: (facts) => `${ofItem(facts)}, ${date(facts.day)}`,
  soldBeyondClaim: (facts) => `${sold(facts)}: ${facts.reason}`,
  soldWithoutProof: sold,
  beyondTolerance: (facts) => `${amount(facts)} found or lost in counts`,
  countsOvertaken: (facts) => `${ofItem(facts)} counted ${date(facts.day)}; by the ledger it was ${otherAmount(facts)}`,
  certificatesSuspended: ({ text, day, reason }) => `${text}, ${reason} suspended from ${date(day)}`,
  certificatesLapsed: ({ text, day }, today) =>
    `${text}, lapsed ${date(day)}, ${since(daysUntil(day ?? today, today))}`,
  certificatesLapsing: ({ text, day }, today) =>
    `${text}, valid to ${date(day)}, ${formatDaysAhead(daysUntil(today, day ?? today))}`,
  transactionCertificatesDue: (facts, today) => {
    const dueOn = facts.day === null ? today : transactionCertificateDueOn(facts.day);
    return `${sold(facts)}, ${due(dueOn, daysUntil(today, dueOn))}`;
  },
  shipmentPapersMissing: (facts) => `${facts.reason}: ${sold(facts)}`,
  billsMissing: ({ text, day, reason }) => [text, date(day), reason].filter(Boolean).join(', '),
  afterExpiry: (facts) =>
    traceTexts.takenExpired(facts.documentKind ?? 'run', ofItem(facts), {
      day: date(facts.usedOn),
      expiresOn: date(facts.day),
      reason: facts.reason ?? '',
    }),
  expiredWithStock: (facts) => `${ofItem(facts)}, expired ${date(facts.day)}`,
  withoutGrams: ({ unit }) => unit ?? '',
};
