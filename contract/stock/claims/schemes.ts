/**
 * Organic schemes as data: the shares that each asks for, the statuses that it knows and the markets that accept it
 * (docs/domain.md, Claims under schemes).
 */
import { z } from 'zod';
import { quantityAnswer } from '../../core/fields.ts';
import type { Claim } from '../stock.ts';
import { claimLabels } from './claims.ts';

export const schemes = ['NPOP', 'EU', 'NOP', 'PGS-India', 'other'] as const;
export type Scheme = (typeof schemes)[number];

export const schemeStatuses = ['organic', 'inConversion', 'madeWithOrganic'] as const;
/** A claim that a scheme can give. */
export type SchemeStatus = (typeof schemeStatuses)[number];

export const markets = ['IN', 'EU', 'US'] as const;
export type Market = (typeof markets)[number];

export const marketLabels: Readonly<Record<Market, string>> = {
  IN: 'India',
  EU: 'European Union',
  US: 'United States',
};

/** The markets as choices of a form. */
export const marketOptions = markets.map((value) => ({ value, label: marketLabels[value] }));

interface Acceptance {
  market: Market;
  /** The first day. */
  from: string;
  /** The last day; undefined while it lasts. */
  to?: string;
}

interface SchemeRules {
  /** The least percentage of the ingredients by mass, without water and salt. */
  organicFrom: bigint;
  /** As for organic; undefined where the scheme has no such status. */
  madeWithOrganicFrom?: bigint;
  /** Whether a product of one ingredient may be in conversion. */
  hasConversion: boolean;
  accepted: readonly Acceptance[];
  source: string;
}

export const schemeRules: Readonly<Record<Scheme, SchemeRules>> = {
  NPOP: {
    organicFrom: 95n,
    madeWithOrganicFrom: 70n,
    hasConversion: true,
    // The European Union takes unprocessed plants under NPOP, too, which items do not tell: it is left out.
    accepted: [
      { market: 'IN', from: '2018-07-01' },
      { market: 'US', from: '2006-01-01', to: '2022-07-11' },
    ],
    source:
      'National Programme for Organic Production, labelling; Food Safety and Standards (Organic Foods) Regulations 2017; USDA, end of the recognition agreement with India',
  },
  EU: {
    organicFrom: 95n,
    hasConversion: true,
    accepted: [{ market: 'EU', from: '1993-01-01' }],
    source: 'Regulation (EU) 2018/848, article 30',
  },
  NOP: {
    organicFrom: 95n,
    madeWithOrganicFrom: 70n,
    hasConversion: false,
    accepted: [{ market: 'US', from: '2002-10-21' }],
    source: '7 CFR 205.301',
  },
  'PGS-India': {
    organicFrom: 95n,
    hasConversion: true,
    accepted: [{ market: 'IN', from: '2018-07-01' }],
    source: 'PGS-India operational manual; Food Safety and Standards (Organic Foods) Regulations 2017',
  },
  other: { organicFrom: 95n, madeWithOrganicFrom: 70n, hasConversion: true, accepted: [], source: '' },
};

/** The schemes that a market accepts on a day. */
export function schemesOf(market: Market, day: string): Scheme[] {
  const isAccepted = ({ market: each, from, to }: Acceptance) =>
    each === market && from <= day && (to === undefined || day <= to);
  return schemes.filter((scheme) => schemeRules[scheme].accepted.some(isAccepted));
}

interface Share {
  numerator: bigint;
  denominator: bigint;
}

/** The status that a scheme gives a share of 0 to 1; null below its least. */
export function statusOfShare(scheme: Scheme, { numerator, denominator }: Share): SchemeStatus | null {
  const { organicFrom, madeWithOrganicFrom } = schemeRules[scheme];
  const isAtLeast = (percent: bigint) => numerator * 100n >= percent * denominator;
  if (isAtLeast(organicFrom)) return 'organic';
  return madeWithOrganicFrom !== undefined && isAtLeast(madeWithOrganicFrom) ? 'madeWithOrganic' : null;
}

/** Whether a scheme knows a status at all. */
export function knowsStatus(scheme: Scheme, status: SchemeStatus): boolean {
  const { madeWithOrganicFrom, hasConversion } = schemeRules[scheme];
  if (status === 'madeWithOrganic') return madeWithOrganicFrom !== undefined;
  return status === 'organic' || hasConversion;
}

export const schemeLabels: Readonly<Record<Scheme, string>> = {
  NPOP: 'NPOP',
  EU: 'EU',
  NOP: 'NOP',
  'PGS-India': 'PGS-India',
  other: 'Other',
};

/** The schemes as choices of a form. */
export const schemeOptions = schemes.map((value) => ({ value, label: schemeLabels[value] }));

/** A claim that may be made, on the wire. */
export const schemeClaim = z
  .object({
    scheme: z.enum(schemes),
    status: z.enum(schemeStatuses),
    percent: quantityAnswer()
      .nullable()
      .describe('Share of the ingredients without water and salt under this scheme, rounded down to one decimal.'),
  })
  .meta({ id: 'SchemeClaim' });

export type SchemeClaim = z.output<typeof schemeClaim>;

const statusTexts: Readonly<Record<SchemeStatus, (named: string) => string>> = {
  organic: (named) => `${named} organic`,
  inConversion: (named) => `${named} in conversion`,
  madeWithOrganic: (named) => `Made with organic, ${named}`,
};

/** A claim in words: 'NPOP organic', 'Made with organic, NOP'. */
export function schemeClaimText({ scheme, status }: Pick<SchemeClaim, 'scheme' | 'status'>): string {
  return statusTexts[status](schemeLabels[scheme]);
}

export const schemeTexts = {
  unknown: 'Organic, scheme not known',
  unknownOf: (claim: string) => `${claim}, scheme not known`,
  /** Where there is little room. */
  noneOf: (claim: string) => `${claim}, no scheme`,
} as const;

/**
 * Claims of a lot in words, never a bare "organic": 'NPOP, EU organic; Made with organic, NOP', or that it claims
 * organic under no scheme that is known.
 */
export function claimsText(
  claims: readonly Pick<SchemeClaim, 'scheme' | 'status'>[],
  claim: Claim,
  unknownOf: (claim: string) => string = schemeTexts.unknownOf,
): string {
  if (claims.length > 0) {
    const byStatus = Map.groupBy(claims, ({ status }) => status);
    const named = (own: typeof claims) => own.map(({ scheme }) => schemeLabels[scheme]).join(', ');
    return [...byStatus].map(([status, own]) => statusTexts[status](named(own))).join('; ');
  }
  return claim === 'conventional' ? claimLabels.conventional : unknownOf(claimLabels[claim]);
}
