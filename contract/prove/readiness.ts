/**
 * Readiness: everything that an inspector would stop at, each with the place where it is corrected
 * (docs/domain.md, Readiness).
 */
import { certificateTexts, LAPSING_DAYS } from './certificates/certificates.ts';
import { TRANSACTION_CERTIFICATE_DAYS } from './transactionCertificates.ts';
import { z } from 'zod';
import { dateAnswer } from '../core/fields.ts';
import { daysUntil } from '../core/values/dates.ts';
import { endpoint } from '../core/endpoint.ts';
import { formatCount } from '../core/values/format.ts';
import { can, roles, type Action, type Resource, type Role } from '../permissions.ts';

/** In the order of the screen: breaks of the chain first, then papers. */
export const readinessKinds = [
  'beforeReceipt',
  'organicByOverride',
  'schemeUnknown',
  'withoutRun',
  'madeMore',
  'madeEarly',
  'soldWithoutBuyer',
  'soldBeyondClaim',
  'soldWithoutProof',
  'beyondTolerance',
  'countsOvertaken',
  'certificatesSuspended',
  'certificatesLapsed',
  'certificatesLapsing',
  'transactionCertificatesDue',
  'shipmentPapersMissing',
  'billsMissing',
  'afterExpiry',
  'expiredWithStock',
  'withoutGrams',
] as const;
export type ReadinessKind = (typeof readinessKinds)[number];

const lapsingTerms = [30, 60, LAPSING_DAYS] as const;

/** Groups lapsing certificates by the terms of 30, 60 and 90 days; empty terms are left out. */
export function byTerm<T extends { day: string | null }>(lapsing: readonly T[], today: string) {
  const termOf = ({ day }: T) => lapsingTerms.find((term) => day !== null && daysUntil(today, day) <= term);
  const entriesByTerm = Map.groupBy(lapsing, termOf);
  return lapsingTerms.flatMap((term) => {
    const entries = entriesByTerm.get(term);
    return entries ? [{ term, entries }] : [];
  });
}
/** Entries per kind; the count includes all. */
export const MAX_ENTRIES = 500;

interface KindTexts {
  title: string;
  /** Why it matters. */
  why: string;
  /** Label of the action that closes the gap. */
  verb: string;
  /** Shown where there is none. */
  inOrder: string;
}

export const readinessTexts: Readonly<Record<ReadinessKind, KindTexts>> = {
  beforeReceipt: {
    title: 'Used before receipt',
    why: 'what had not arrived yet was taken',
    verb: 'Correct a date or lot',
    inOrder: 'Everything was received before it was used',
  },
  organicByOverride: {
    title: 'Organic without a certificate',
    why: 'its scheme is not known: no certificate covers it on its day',
    verb: 'Look at the lot',
    inOrder: 'Each organic lot is covered on its day',
  },
  schemeUnknown: {
    title: 'Made organic under no scheme',
    why: 'no scheme has both the suppliers’ certificates and your own',
    verb: certificateTexts.addNext,
    inOrder: 'Each organic product in stock is proved under a scheme',
  },
  withoutRun: {
    title: 'Batches without a run',
    why: 'what went in is not recorded',
    verb: 'Link to a run',
    inOrder: 'Each batch has its run',
  },
  madeMore: {
    title: 'More made than went in',
    why: 'what is beyond has no claim',
    verb: 'Correct it, or say why',
    inOrder: 'No production made more than went in',
  },
  madeEarly: {
    title: 'Made before its inputs',
    why: 'the batch is older than what went into it',
    verb: 'Correct a date',
    inOrder: 'No batch is older than what went into it',
  },
  soldWithoutBuyer: {
    title: 'Sold without a buyer',
    why: 'set to sold by hand',
    verb: 'Name the buyer',
    inOrder: 'Each dispatch names its buyer',
  },
  soldBeyondClaim: {
    title: 'Sold beyond its claim',
    why: 'a batch does not hold what it was sold as',
    verb: 'Correct the claim or batch',
    inOrder: 'Each batch holds what it was sold as',
  },
  soldWithoutProof: {
    title: 'Sold under a claim that was lost',
    why: 'a certificate behind it was withdrawn or suspended',
    verb: 'Look at the dispatch',
    inOrder: 'Nothing that was sold lost its claim',
  },
  beyondTolerance: {
    title: 'Counts beyond tolerance',
    why: 'more was lost or found than the item allows',
    verb: 'Look at the item',
    inOrder: 'All counts are within tolerance',
  },
  countsOvertaken: {
    title: 'Counted, then changed',
    why: 'an entry with an earlier date was made after the count',
    verb: 'Count again',
    inOrder: 'No back-dated entry after a count',
  },
  certificatesSuspended: {
    title: 'Certificates of suspended bodies',
    why: 'they cover nothing until the suspension ends',
    verb: 'Look at the certificate',
    inOrder: 'No certificate is of a suspended body',
  },
  certificatesLapsed: {
    title: 'Certificates that lapsed',
    why: 'and nothing of the same scheme replaced them',
    verb: certificateTexts.addNext,
    inOrder: 'Each certificate that lapsed was replaced',
  },
  certificatesLapsing: {
    title: `Certificates that lapse within ${LAPSING_DAYS} days`,
    why: 'without a later one of the same scheme',
    verb: certificateTexts.addNext,
    inOrder: `No certificate lapses within ${LAPSING_DAYS} days`,
  },
  transactionCertificatesDue: {
    title: 'Transaction certificates due',
    why: `within ${TRANSACTION_CERTIFICATE_DAYS} days after goods were sold under a claim`,
    verb: 'Add the certificate',
    inOrder: 'Each dispatch under a claim has its transaction certificate',
  },
  shipmentPapersMissing: {
    title: 'Papers of import missing',
    why: 'needed before organic goods leave for the EU or the United States',
    verb: 'Enter the number',
    inOrder: 'Each dispatch to the EU or the United States has its certificate',
  },
  billsMissing: {
    title: 'Bills missing',
    why: 'an inward without its file',
    verb: 'Add the bill',
    inOrder: 'Each inward has its bill',
  },
  afterExpiry: {
    title: 'Taken after its date',
    why: 'used or dispatched after the expiry date of its lot',
    verb: 'Correct a date or lot',
    inOrder: 'Nothing was used or dispatched after its date',
  },
  expiredWithStock: {
    title: 'Expired with stock',
    why: 'on the shelf past its date',
    verb: 'Write off',
    inOrder: 'Nothing in stock is expired',
  },
  withoutGrams: {
    title: 'Without grams per unit',
    why: 'left out of every mass balance',
    verb: 'Set grams',
    inOrder: 'Every item has its weight per unit',
  },
};

/** Those that break the chain from farm to buyer. */
export const breaksTheChain: ReadonlySet<ReadinessKind> = new Set([
  'beforeReceipt',
  'organicByOverride',
  'schemeUnknown',
  'withoutRun',
  'madeMore',
  'madeEarly',
  'soldWithoutBuyer',
  'soldBeyondClaim',
  'soldWithoutProof',
  'beyondTolerance',
  'countsOvertaken',
]);

/** The weekly mail about certificates that lapse. */
export const lapsingMailTexts = {
  greeting: (name: string) => `Hello ${name},`,
  why: 'these certificates lapse soon, and no later one of the same scheme is recorded in Godown:',
  what: 'What is bought or made after their last day cannot be claimed as organic by them.',
  how: 'Ask for the next one and add it under Certificates; Readiness lists what is left.',
  within: (days: number) => `Within ${days} days`,
} as const;

const rolesInPlural: Readonly<Record<Role, string>> = { admin: 'admins', manager: 'managers', user: 'users' };

export const readinessScreenTexts = {
  title: 'Readiness',
  toPutRight: (count: string) => `${count} to put right`,
  breaking: (count: string) => `${count} of them ${count === '1' ? 'breaks' : 'break'} the chain from farm to buyer.`,
  ready: 'nothing to put right',
  clear: 'Nothing an inspector would stop at.',
  clearAbout:
    'Every batch leads back to its farms and forward to its buyers, on paper that was valid on its day. Hand over a pack that proves it.',
  makePack: 'Make inspection pack',
  inOrder: 'In order',
  all: (count: string) => `All ${count}`,
  loadFailed: 'Readiness could not be worked out.',
  /** On the dashboard: how many lapse within the shortest of 30, 60 and 90 days in which one does. */
  lapsing: (count: number, term: number) =>
    count === 1 ? `1 certificate lapses within ${term} days` : `${count} certificates lapse within ${term} days`,
  /** In the place of the tick where there is nothing to measure counts by. */
  withoutTolerance: (items: number) =>
    `No tolerance is set for ${items === 1 ? '1 item that was' : `${formatCount(items)} items that were`} counted`,
  /** Shown in place of the link, without permission. */
  doneBy: (verb: string, by: readonly Role[]) =>
    `“${verb}” is for ${by.map((role) => rolesInPlural[role]).join(' and ')}.`,
  look: 'Look at it',
  choose: (label: string) => `Choose ${label}`,
  chooseAll: 'Choose all',
  chosen: (count: number) => `${count} chosen`,
  nameBuyer: 'Name the buyer',
  oneInvoice: 'All of them were sent on this invoice.',
  namedBuyer: 'now have their buyer',
  buyerOf: (count: number) => `Buyer of ${count === 1 ? '1 dispatch' : `${count} dispatches`}`,
  writeOff: 'Write off',
  notRead: 'The lots could not be read.',
} as const;

/** Permission that the action of a kind requires. */
const rights: Readonly<Record<ReadinessKind, readonly [Action, Resource]>> = {
  beforeReceipt: ['update', 'runs'],
  organicByOverride: ['view', 'lots'],
  schemeUnknown: ['create', 'certificates'],
  withoutRun: ['create', 'runs'],
  madeMore: ['update', 'runs'],
  madeEarly: ['update', 'runs'],
  soldWithoutBuyer: ['update', 'dispatches'],
  soldBeyondClaim: ['update', 'dispatches'],
  soldWithoutProof: ['update', 'dispatches'],
  beyondTolerance: ['view', 'proof'],
  countsOvertaken: ['create', 'adjustments'],
  certificatesSuspended: ['view', 'certificates'],
  certificatesLapsed: ['create', 'certificates'],
  certificatesLapsing: ['create', 'certificates'],
  transactionCertificatesDue: ['create', 'transactionCertificates'],
  shipmentPapersMissing: ['update', 'dispatches'],
  billsMissing: ['update', 'inward'],
  afterExpiry: ['update', 'runs'],
  expiredWithStock: ['create', 'adjustments'],
  withoutGrams: ['update', 'items'],
};

/** The roles that may put a kind right. */
export function rolesFor(kind: ReadinessKind): Role[] {
  const [action, resource] = rights[kind];
  return roles.filter((role) => can(role, action, resource));
}

const readinessEntry = z.object({
  recordId: z.int().describe('Id of the document, lot, batch, item or certificate that it is about.'),
  label: z.string(),
  detail: z.string(),
  link: z.string().describe('Where it is put right.'),
  day: dateAnswer()
    .nullable()
    .describe('The last day of a certificate, or the one on which it is due; null for other kinds.'),
});

const readinessRow = z
  .object({
    kind: z.enum(readinessKinds),
    count: z.int(),
    entries: z.array(readinessEntry).describe(`The first ${MAX_ENTRIES}.`),
    unchecked: z
      .int()
      .optional()
      .describe('Only for beyondTolerance: items that were counted but not judged, since they have no tolerance.'),
  })
  .meta({ id: 'Readiness' });

/** One row of a gap, on the wire. */
export type ReadinessRow = z.input<typeof readinessRow>;

export const readinessEndpoints = {
  read: endpoint({ method: 'GET', path: '/readiness', access: ['proof', 'view'], answer: z.array(readinessRow) }),
};
