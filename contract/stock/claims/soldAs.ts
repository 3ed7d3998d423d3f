/**
 * The claim under a scheme that goods are sold under, of a buyer and of a dispatch (docs/domain.md, Sold as). It is stored
 * and chosen as one text, such as 'NPOP organic', and an object on the wire.
 */
import { z } from 'zod';
import { areValid } from '../../core/betweenFields.ts';
import type { Claim } from '../stock.ts';
import {
  claimsText,
  knowsStatus,
  schemeClaimText,
  schemeRules,
  schemes,
  schemesOf,
  schemeStatuses,
  type Market,
  type Scheme,
  type SchemeClaim,
  type SchemeStatus,
} from './schemes.ts';

/** A claim under a scheme, on the wire. */
export interface SoldAs {
  scheme: Scheme;
  status: SchemeStatus;
}

/** The stored text of a claim: 'NPOP organic'. */
export function soldAsKey({ scheme, status }: SoldAs): string {
  return `${scheme} ${status}`;
}

/** Every claim that a scheme can give, by its stored text. */
const claimsByKey: ReadonlyMap<string, SoldAs> = new Map(
  schemes.flatMap((scheme) =>
    schemeStatuses
      .filter((status) => knowsStatus(scheme, status))
      .map((status) => [soldAsKey({ scheme, status }), { scheme, status }]),
  ),
);

/** The claim of a stored text; null for an empty one. */
export function soldAsOf(key: string | null): SoldAs | null {
  return claimsByKey.get(key ?? '') ?? null;
}

/** Stored texts in words. */
export const soldAsLabels: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from(claimsByKey, ([key, claim]) => [key, schemeClaimText(claim)]),
);

export const soldAsOptions = Object.entries(soldAsLabels).map(([value, label]) => ({ value, label }));

export const soldAsTexts = {
  label: 'Sold as',
  reason: 'Reason for selling it as this',
  best: 'Best claim of each batch',
  invalid: 'Choose a scheme and a status that it knows.',
  marketInvalid: 'Choose India, European Union or United States.',
  proposed: 'Proposed from the buyer',
  reasonNeeded: 'Choose another batch or claim, or give a reason, which Readiness and the pack list.',
  look: 'Look at it',
  breaks: (code: string, claim: string, blocker: string, reasons: readonly string[]) => {
    const by = blocker === code ? '' : ` because of ${blocker}`;
    const why = reasons.map((reason) => reason.replace(/\.?$/, '.')).join(' ');
    return `${code} can't be sold as “${claim}”${by}: ${why}`;
  },
} as const;

const soldAsFields = z
  .object(
    { scheme: z.enum(schemes, soldAsTexts.invalid), status: z.enum(schemeStatuses, soldAsTexts.invalid) },
    soldAsTexts.invalid,
  )
  .refine(({ scheme, status }) => knowsStatus(scheme, status), {
    error: soldAsTexts.invalid,
    when: areValid('scheme', 'status'),
  })
  .meta({ id: 'SoldAs' });

/** A claim under a scheme, decoded to its stored text. */
export function soldAs() {
  return z.codec(soldAsFields, z.string(), {
    decode: soldAsKey,
    encode: (key) => {
      const claim = soldAsOf(key);
      if (!claim) throw new Error(`${key} is no claim under a scheme`);
      return claim;
    },
  });
}

/** A claim in a record: the API description has the object that is on the wire. */
export function soldAsAnswer() {
  return soldAs().meta({
    type: 'object',
    properties: {
      scheme: { type: 'string', enum: [...schemes] },
      status: { type: 'string', enum: [...schemeStatuses] },
    },
    required: ['scheme', 'status'],
  });
}

/** The stored text of a claim, as a spreadsheet has it. */
export const soldAsText = z.enum([...claimsByKey.keys()], soldAsTexts.invalid);

/** Whether what has a status may be sold under another one: what is organic under all that its scheme knows. */
function carriesStatus(own: SchemeStatus, sold: SchemeStatus): boolean {
  return own === sold || own === 'organic';
}

type OwnClaims = readonly Pick<SchemeClaim, 'scheme' | 'status'>[];

/** Whether a lot with these claims may be sold under one. */
export function carries(claims: OwnClaims, { scheme, status }: SoldAs): boolean {
  return claims.some((claim) => claim.scheme === scheme && carriesStatus(claim.status, status));
}

/** In the order in which one is proposed before another. */
const proposedStatuses: readonly SchemeStatus[] = ['organic', 'madeWithOrganic', 'inConversion'];

/**
 * The claim that is proposed for a dispatch, as a stored text: that of the buyer, else the best one that his market accepts on
 * the day and all lots carry. Where they carry none, the first that the market accepts, so that the form names the blocker;
 * without a market an empty one.
 */
export function proposeSoldAs(
  buyer: { market: Market | null; soldAs: SoldAs | null } | undefined,
  day: string,
  claimsOfLots: readonly OwnClaims[],
): string {
  if (buyer?.soldAs) return soldAsKey(buyer.soldAs);
  if (!buyer?.market) return '';
  const accepted = schemesOf(buyer.market, day);
  const offered = proposedStatuses.flatMap((status) =>
    accepted.filter((scheme) => knowsStatus(scheme, status)).map((scheme) => ({ scheme, status })),
  );
  const best = offered.find((claim) => claimsOfLots.every((claims) => carries(claims, claim))) ?? offered[0];
  return best ? soldAsKey(best) : '';
}

/** The claim that a line was sold under, never a bare "organic": what its dispatch says, else the claims of its lot. */
export function soldAsOfLine(sold: SoldAs | null, claims: OwnClaims, claim: Claim): string {
  return sold ? schemeClaimText(sold) : claimsText(claims, claim);
}

/** The paper that has to be there before goods leave for a market. */
export const paperFields = { EU: 'inspectionCertificate', US: 'importCertificate' } as const;
export type ImportMarket = keyof typeof paperFields;
export const importMarkets = ['EU', 'US'] as const satisfies readonly ImportMarket[];

/** The claims that are for a market, as stored texts: those of schemes that it accepts still. */
export function claimsForImport(market: ImportMarket): string[] {
  const isAccepted = ({ scheme }: SoldAs) =>
    schemeRules[scheme].accepted.some((each) => each.market === market && each.to === undefined);
  return [...claimsByKey].flatMap(([key, claim]) => (isAccepted(claim) ? [key] : []));
}

/** Whether a dispatch needs the paper of a market: for its buyer, or for what it is sold as. */
export function needsPaperOf(
  market: ImportMarket,
  { buyerMarket, soldAs: key }: { buyerMarket: Market | null; soldAs: string },
): boolean {
  return buyerMarket === market || claimsForImport(market).includes(key);
}
