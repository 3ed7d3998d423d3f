/** Access of a lot to markets: those whose schemes it claims on a day, or its first blocker. */
import { z } from 'zod';
import { quantityAnswer } from '../../core/fields.ts';
import { formatDate, formatPercent } from '../../core/values/format.ts';
import type { Claim } from '../stock.ts';
import { claimLabels } from './claims.ts';
import { markets, schemeLabels, schemeRules, schemes, schemeStatuses, type Scheme } from './schemes.ts';

export const marketAccess = z
  .object({
    market: z.enum(markets),
    may: z.boolean().describe('Whether it may be sold there with a claim; without one it always may.'),
    scheme: z.enum(schemes).nullable().describe('The scheme of the best claim there, or the one that comes nearest.'),
    status: z.enum(schemeStatuses).nullable().describe('The claim under it; null where there is none.'),
    percent: quantityAnswer()
      .nullable()
      .describe('The share under it, rounded down to one decimal; null where unknown.'),
    why: z
      .array(z.object({ text: z.string(), link: z.string().nullable().describe('Path of the record concerned.') }))
      .describe('The claim, or the first record that stands in the way.'),
  })
  .meta({ id: 'MarketAccess' });

export type MarketAccess = z.input<typeof marketAccess>;

export const marketTexts = {
  title: 'Who may buy this',
  on: 'On',
  noClaim: 'No claim',
  anybody: 'Anybody may buy it without a claim.',
  yes: 'Yes',
  no: 'No',
  asMadeWith: 'As “made with organic”',
  asInConversion: 'As “in conversion”',
  share: (scheme: string) => `Organic share, ${scheme}`,
  notLoaded: 'Who may buy this could not be loaded.',
  later: (code: string, day: string) => `${code} was made or received on ${formatDate(day)}, after this day.`,
  notAccepted: 'No scheme is accepted there on this day.',
  below: (scheme: Scheme, percent: number) =>
    `${formatPercent(percent)} under ${schemeLabels[scheme]}, ${schemeRules[scheme].organicFrom} % is needed`,
  conventional: (code: string, item: string) => `${code} of ${item} is conventional.`,
  madeWith: (code: string, item: string) => `${code} of ${item} is made with organic, which does not count as organic.`,
  inConversion: (code: string, item: string) => `${code} of ${item} is in conversion.`,
  unknownStatus: (scheme: Scheme, code: string, item: string, claim: Claim) =>
    `${code} of ${item} is ${claimLabels[claim].toLowerCase()}, which ${schemeLabels[scheme]} does not know.`,
  noCertificate: (scheme: Scheme, supplier: string, item: string, day: string) =>
    `No ${schemeLabels[scheme]} certificate of ${supplier} covers ${item} on ${formatDate(day)}.`,
  notCovering: (number: string, item: string, day: string) =>
    `Certificate ${number} does not cover ${item} on ${formatDate(day)}.`,
  noSupplier: (code: string, item: string) => `${code} of ${item} names no supplier: its scheme is not known.`,
  noOwnCertificate: (scheme: Scheme, item: string, day: string) =>
    `No ${schemeLabels[scheme]} certificate of your own covers ${item} on ${formatDate(day)}.`,
  noRun: (code: string) => `${code} has no production: what went into it is not known.`,
  unweighed: (item: string) => `${item} has no grams per unit: the share is not known.`,
  beyondMass: (code: string) => `More came out than went in, and ${code} is beyond it.`,
  lowered: (code: string) => `${code} was given a lower claim by hand.`,
} as const;
