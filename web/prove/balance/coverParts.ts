import { type Covered, type SchemeCover } from '#contract/prove/massBalance.ts';
import { massBalanceExport } from '#contract/prove/massBalanceExport.ts';

/** A mass of the cover. */
export type CoverPart = Exclude<keyof Covered, 'schemes'>;

const bought = { header: 'In stock or bought', part: 'boughtGrams' } as const;
const others = [
  { header: 'Sold', part: 'soldGrams' },
  { header: 'Left', part: 'leftGrams' },
  { header: 'Gone otherwise', part: 'otherGrams' },
  { header: 'Short', part: 'shortGrams' },
] as const satisfies readonly { header: string; part: CoverPart }[];

/** Masses of a cover, in the order of its columns. */
export const coverParts = [bought, ...others];

/** The same of one scheme, in the words of its spreadsheet, which are short enough for a card of two columns. */
export const schemeParts = [
  { header: massBalanceExport.lines.bought, part: 'boughtGrams' },
  { header: massBalanceExport.lines.made, part: 'madeGrams' },
  ...others,
] as const satisfies readonly { header: string; part: keyof SchemeCover }[];
