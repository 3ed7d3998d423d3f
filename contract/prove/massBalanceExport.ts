/** The spreadsheet of a mass balance. */
import type { Scheme } from '../stock/claims/schemes.ts';
import { balancedScheme } from './massBalanceTexts.ts';

/** The spreadsheet of a mass balance: one row for each figure and each entry behind it. */
export const massBalanceExport = {
  sheet: 'Mass balance',
  headings: ['Part', 'Line', 'Item or lot', 'Document', 'Day', 'Quantity', 'Unit', 'kg', '%'],
  parts: {
    statement: 'Statement',
    entries: 'Entries',
    conversion: 'Conversion',
    yields: 'Yield',
    family: 'Where it is',
    covered: 'Covered as organic',
    scheme: (scheme: Scheme | null) => `Covered, ${balancedScheme(scheme)}`,
  },
  percents: { yield: 'Yield', expected: 'Yield of the recipe', yearBefore: 'Yield a year before' },
  notAll: (shown: number, all: number) => `The newest ${shown} of ${all} entries`,
  /** The file's name for an item, or a lot of it, and a day, yyyy-mm-dd. */
  fileName: (name: string, day: string) => `Mass balance_${name.replaceAll(/[^\p{L}\p{N} .-]/gu, '')}_${day}.xlsx`,
} as const;
