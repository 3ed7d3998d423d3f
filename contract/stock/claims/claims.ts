/** The rules of organic claims (docs/domain.md, Claims and certificates). */
import { formatKilograms } from '../../core/values/format.ts';
import type { Claim, LotOrigin } from '../stock.ts';

export const claimLabels: Readonly<Record<Claim, string>> = {
  organic: 'Organic',
  inConversion: 'In conversion',
  madeWithOrganic: 'Made with organic',
  conventional: 'Conventional',
};

export const claimTexts = {
  claim: 'Claim',
  claimInvalid: 'Choose a claim.',
  /** As a document has it: its scheme follows from certificates, as the page of the lot says. */
  asEntered: 'Claim as entered',
  entered: (claim: string) => `${claim} as entered`,
  ifNone: (claim: string) => `(${claim.toLowerCase()})`,
  overrideReason: 'Reason for the override',
  receiveOnHold: 'Receive on hold',
  transactionCertificate: 'Transaction certificate',
  notCovered: (supplier: string, item: string, day: string) =>
    `No certificate of ${supplier} covers ${item} on ${day}: receive it as conventional or on hold, or say why it is organic all the same.`,
  notThis: 'This certificate does not cover it: choose another one, or none.',
  heldWithout: (day: string) => `No certificate on ${day}`,
  aboveComputed: (computed: string) => `What went in makes it at most ${computed.toLowerCase()}.`,
  beyondMass: 'This batch is beyond what went into its production, so it has no claim.',
  ofReturned: 'It claims what the batch claims that it is a part of.',
  certificate: 'Certificate on the day',
  noCertificate: 'No certificate on the day',
  unproved: 'Organic without a certificate',
} as const;

/** True if the claim of a purchase needs a certificate. */
export function needsCertificate(claim: Claim | null): boolean {
  return claim === 'organic' || claim === 'madeWithOrganic';
}

/** True if people declare the claim of such a lot; the claim of an output or of a return follows from other lots. */
export function claimsByItself(origin: LotOrigin): boolean {
  return origin === 'received' || origin === 'opening' || origin === 'found';
}

const ranks: Readonly<Record<Claim, number>> = { conventional: 0, inConversion: 1, madeWithOrganic: 2, organic: 3 };

/** How far a claim goes: one by hand may not go further than the one that is worked out. */
export function rankOf(claim: Claim): number {
  return ranks[claim];
}

/** Text of a lot's claim, and whether the lot counts as organic in products made from it. */
export function describeClaim(claim: Claim, organicPercent: number | null): { text: string; isOrganic: boolean } {
  const isUnproved = claim === 'organic' && organicPercent === 0;
  return { text: isUnproved ? claimTexts.unproved : claimLabels[claim], isOrganic: claim === 'organic' && !isUnproved };
}

interface Share {
  organicGrams: number;
  totalGrams: number;
  leftOut: readonly { itemName: string; grams: number }[];
  withoutGrams: readonly string[];
  isBeyondMass: boolean;
}

/**
 * Composition of an organic share: '48.600 kg of 50 kg of ingredients, left out: 12 kg Water, Jar'; an item of unknown weight has no
 * mass.
 */
export function shareText({ organicGrams, totalGrams, leftOut, withoutGrams, isBeyondMass }: Share): string {
  if (withoutGrams.length > 0) return `not known: ${withoutGrams.join(', ')} without grams per unit`;
  if (isBeyondMass) return claimTexts.beyondMass;
  const others = leftOut.map(({ itemName, grams }) =>
    grams === 0 ? itemName : `${formatKilograms(grams)} ${itemName}`,
  );
  const sum = `${formatKilograms(organicGrams)} of ${formatKilograms(totalGrams)} of ingredients`;
  return others.length > 0 ? `${sum}, left out: ${others.join(', ')}` : sum;
}

/** 'A is conventional.', 'A, B and C are conventional.' */
export function claimText(codes: readonly string[], claim: string): string {
  const last = codes.at(-1) ?? '';
  const names = codes.length > 1 ? `${codes.slice(0, -1).join(', ')} and ${last}` : last;
  return `${names} ${codes.length === 1 ? 'is' : 'are'} ${claim.toLowerCase()}.`;
}
