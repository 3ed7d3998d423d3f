/**
 * The masses of a mass balance by their lines: the screen, its spreadsheet and the inspection pack map them, so that all have
 * the same lines in one order.
 */
import type { MassBalance, SchemeCover } from './massBalance.ts';

/** A mass of a part of the balance. */
interface Line<Field> {
  field: Field;
  label: string;
}

/** A line that an inspection pack names at more length, below the name of its part. */
interface PackedLine<Field> extends Line<Field> {
  packed: string;
}

type CoverField = Exclude<keyof SchemeCover, 'scheme'>;

/** The uses of a cover: where its mass went. */
export const coverShares = [
  { field: 'soldGrams', label: 'Sold' },
  { field: 'leftGrams', label: 'Left' },
  { field: 'otherGrams', label: 'Gone otherwise' },
  { field: 'shortGrams', label: 'Short' },
] as const satisfies readonly Line<CoverField>[];

/** With them the lines add up: bought = sold − short − covered by what is left + gone otherwise + left. */
const coverUses = [
  ...coverShares,
  { field: 'standInGrams', label: 'Covered by what is left' },
] as const satisfies readonly Line<CoverField>[];

/** A cover of organic sales; that of all schemes together has nothing made. */
export const coverLines = [
  { field: 'boughtGrams', label: 'Brought in' },
  { field: 'madeGrams', label: 'Made' },
  ...coverUses,
] as const satisfies readonly Line<CoverField>[];

/** The columns of all organic items. */
export const coverColumns = [
  { field: 'boughtGrams', label: 'In stock or bought' },
  ...coverUses,
] as const satisfies readonly Line<CoverField>[];

/** Completed runs; what is in progress is of the balance as a whole, not of one product. */
export const runLines = [
  { field: 'inputGrams', label: 'In', packed: 'into completed runs' },
  { field: 'outputGrams', label: 'Out', packed: 'made' },
  { field: 'lossGrams', label: 'Loss', packed: 'loss recorded' },
  { field: 'unexplainedGrams', label: 'Unexplained', packed: 'unexplained' },
] as const satisfies readonly PackedLine<keyof MassBalance['conversion']>[];

export const conversionLines = [
  ...runLines,
  { field: 'inProgressGrams', label: 'In progress', packed: 'in progress' },
] as const satisfies readonly PackedLine<keyof MassBalance['conversion']>[];

type Family = NonNullable<MassBalance['family']>;

export const familyLines = [
  { field: 'openingGrams', label: 'Opening', packed: 'opening' },
  { field: 'boughtGrams', label: 'Brought in', packed: 'came in' },
  { field: 'soldGrams', label: 'Sold', packed: 'sold, also in products' },
  { field: 'leftGrams', label: 'Left', packed: 'left, also in products' },
  { field: 'lostGrams', label: 'Lost or sent back', packed: 'written off, lost, returned' },
  { field: 'conversionGrams', label: 'In runs', packed: 'lost or in progress in runs' },
] as const satisfies readonly PackedLine<keyof Family>[];

/** A product of the family; on the screen, in columns, at less length. */
export const familyProductLines = [
  { field: 'madeGrams', label: 'Made', column: 'Made' },
  { field: 'soldGrams', label: 'Sold', column: 'Sold' },
  { field: 'leftGrams', label: 'Left', column: 'Left' },
  { field: 'lostGrams', label: 'Lost or sent back', column: 'Lost' },
] as const satisfies readonly (Line<keyof Family['products'][number]> & { column: string })[];
