/** Lots that are used or dispatched after their expiry date (docs/domain.md, After its date). */
import { changedText, limits } from '../../core/fields.ts';
import { formatDate } from '../../core/values/format.ts';

/** Rules of an item for lots that are used or dispatched after their date, the strictest first. */
export const afterExpiryRules = ['refuse', 'reason', 'say'] as const;
export type AfterExpiry = (typeof afterExpiryRules)[number];

export const afterExpiryLabels: Readonly<Record<AfterExpiry, string>> = {
  refuse: 'Not used or dispatched',
  reason: 'Only with a reason',
  say: 'Said, and allowed',
};

/** The item, the code of its lot, and its expiry date. */
export interface ExpiredLot {
  itemName: string;
  lotCode: string;
  expiresOn: string;
}

const expired = ({ itemName, lotCode, expiresOn }: ExpiredLot) =>
  `${itemName}: ${lotCode} expired on ${formatDate(expiresOn)}.`;

export const afterExpiryTexts = {
  rule: 'After its expiry date',
  ruleInvalid: 'Choose what holds after the expiry date.',
  ofAdmin: 'Admins choose what holds after the expiry date.',
  reason: 'Why it is taken after its date',
  taken: 'after its expiry date',
  before: 'before it was dispatched',
  reasonHint: 'Readiness and the inspection pack list it.',
  reasonExample: 'e.g. Tested on 12-11-2026',
  expired,
  expiredOn: (date: string) => `Expired ${date}`,
  refused: (lot: ExpiredLot) => `${expired(lot)} It is not taken after that: choose another lot.`,
  needsReason: (lot: ExpiredLot) => `${expired(lot)} Choose another lot, or say why it is taken after that.`,
} as const;

export const afterExpiryReason = changedText(limits.reason).describe(
  'Why lots are taken after their expiry date: needed where `afterExpiry` of their item is `reason`. A change without it keeps it.',
);

/** Whether a lot is past its expiry date on a day. */
export function isExpiredOn(expiresOn: string | null, day: string): boolean {
  return expiresOn !== null && expiresOn < day;
}

/** The sentence about a lot that is taken after its date. */
export function expiredText(rule: AfterExpiry, hasReason: boolean, lot: ExpiredLot): string {
  if (rule === 'refuse') return afterExpiryTexts.refused(lot);
  return rule === 'reason' && !hasReason ? afterExpiryTexts.needsReason(lot) : expired(lot);
}
