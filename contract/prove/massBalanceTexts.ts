/** The words of mass balances (docs/domain.md, Mass balance). */
import { fieldTexts } from '../core/sharedTexts.ts';
import { screenTitles } from '../kinds.ts';
import { schemeLabels, type Scheme } from '../stock/claims/schemes.ts';
import type { MovementKind } from '../stock/stock.ts';

/** States of an organic item, in the order in which they need attention. */
export const balanceStates = ['short', 'unweighed', 'covered'] as const;

export type BalanceState = (typeof balanceStates)[number];

type CoverageSum = 'soldGrams' | 'standInGrams' | 'otherGrams' | 'leftGrams' | 'shortGrams';

export const massBalanceTexts = {
  title: screenTitles.massBalance,
  itemOrLot: 'Choose an item or a lot.',
  periodInvalid: fieldTexts.periodReversed,
  all: 'All organic items',
  allOrOne: 'All organic items, or choose one',
  allLoadFailed: 'The mass balances could not be worked out.',
  noneOrganic: 'No organic item was in stock or moved in this period.',
  states: { short: 'Short', unweighed: 'No grams per unit', covered: 'Covered' },
  /** The beginning of a sentence about one item. */
  verdict: (state: BalanceState) => `${massBalanceTexts.states[state]}.`,
  uncounted: 'not counted',
  shortOf: (short: number, all: number) => `Short in ${short} of ${all} ${all === 1 ? 'item' : 'items'}.`,
  /** After the name of the item. */
  moreSold: (more: string) => `${more} more was sold as organic than certified purchases and stock cover.`,
  coveredAll: (all: number) => (all === 1 ? 'The only organic item' : `All ${all} organic items`),
  soldOf: (sold: string, bought: string) => `${sold} sold as organic of ${bought} in stock or bought.`,
  notCounted: (count: number) => `${count} ${count === 1 ? 'item was' : 'items were'} not counted in this period.`,
  unweighed: (count: number) => `${count} ${count === 1 ? 'item' : 'items'} can't be balanced without grams per unit.`,
  whereItWent: 'Where it went',
  allNote: 'Each item with all that is made of it. Left is in stock, in products and in runs.',
  loadFailed: 'The mass balance could not be worked out.',
  withProducts: 'With all that is made of it',
  opening: 'Opening',
  closing: 'Closing, computed',
  belowZero: 'Below zero',
  /** Source of the covered quantity: of a raw material, or of products of runs. */
  available: (lines: readonly { kind: string; quantity: number }[]) =>
    lines.some(({ kind, quantity }) => kind === 'produced' && quantity > 0)
      ? 'in stock, bought or made'
      : 'in stock or bought',
  /** Destination of the quantity, after `available`; quantities in unfinished runs count as left. */
  coverage: (
    { soldGrams, standInGrams, otherGrams, leftGrams, shortGrams }: Record<CoverageSum, number>,
    inProgressGrams: number,
  ) => [
    { grams: soldGrams, word: 'sold' },
    ...(standInGrams === 0 ? [] : [{ grams: standInGrams, word: 'of it covered only by what is left' }]),
    ...(otherGrams > 0 ? [{ grams: otherGrams, word: 'gone otherwise' }] : []),
    { grams: leftGrams, word: inProgressGrams > 0 ? 'left or in runs' : 'left' },
    { grams: shortGrams, word: 'short' },
  ],
  underSchemes: 'Under each scheme',
  scheme: 'Scheme',
  allSchemes: 'All schemes',
  schemeInvalid: 'Choose a scheme.',
  noScheme: 'Scheme not known',
  /** Below the rows of schemes. */
  schemesNote:
    'By what the suppliers’ certificates prove. What is certified under two schemes is bought under both, and sold under one: what the dispatch is sold as, else its best claim.',
  /** '50 kg short under NPOP' */
  shortUnder: (short: string, scheme: Scheme | null) =>
    `${short} short under ${scheme === null ? 'no known scheme' : schemeLabels[scheme]}`,
  counted: 'Last counted',
  /** Shown below the count: the stock at the end of the period is another quantity, and a count need not have all lots. */
  countedThen: (lots: number, ledger: string) =>
    `${lots === 1 ? '1 lot' : `${lots} lots`}, in which the ledger had ${ledger} on that day`,
  /** Why the figures beside each other differ. */
  alsoUnproved: (all: string, rest: string) =>
    `The drawing and "Where it is" have all of it, ${all}: also ${rest} that is conventional, in conversion, or not proved by a certificate and documents.`,
  alsoInProducts: (item: string, mass: string) =>
    `They also have ${mass} that was in products or runs before, or came back in products: the statement has the lots of ${item} alone.`,
  variance: 'Variance of all counts',
  within: (tolerance: string) => `within the tolerance of ${tolerance}`,
  beyond: (tolerance: string) => `beyond the tolerance of ${tolerance}`,
  noTolerance: 'no tolerance set',
  conversion: 'Conversion',
  /** Below the conversion: where else the mass in unfinished runs stands. */
  inProgress: (mass: string, places: { sentence: boolean; products: boolean }) =>
    [
      `In, out and yield are those of finished runs. ${mass} is in runs in progress: what went into them less what came out so far, by mass; stock on a day has it by cost.`,
      places.sentence && 'The sentence at the top counts it as left.',
      `The statement has it under “${massBalanceLabels.consumed}”.`,
      places.products && `“${massBalanceTexts.family}” has it as left in runs, the drawing by itself.`,
    ]
      .filter(Boolean)
      .join(' '),
  /** In an inspection pack, before the lines of the conversion. */
  runs: 'Runs',
  family: 'Where it is',
  withoutGrams: 'Without grams per unit, left out:',
  noConversion: 'Nothing is made of it in this period.',
  yields: 'Yield of each product',
  belowExpected: 'below the recipe',
  noProduct: 'Nothing came out',
  betweenCounts: 'Between two counts',
  countsMissing: 'Counted on fewer than two days so far, so nothing lies between.',
  flow: 'From purchases to buyers',
  draw: 'Draw where it went',
  flowIsTable: (name: string) => `${name} from purchases to buyers, drawn; the tables above have the same figures.`,
  flowNodes: {
    opening: 'Opening',
    bought: 'Brought in',
    gained: 'More came out than went in',
    asItIs: 'As it is',
    runs: 'Lost or left in runs',
    others: (count: number) => `${count} other products`,
    sold: 'Sold',
    left: 'Left',
    lost: 'Lost or sent back',
    runLoss: 'Loss in runs',
    unexplained: 'Unexplained',
    inProgress: 'In progress',
  },
} as const;

/** The rows of the statement, in the words of people. */
export const massBalanceLabels: Readonly<Record<MovementKind, string>> = {
  opening: 'Opening stock',
  received: 'Received',
  produced: 'Produced',
  returnedByBuyer: 'Returned by buyers',
  found: 'Found in counts',
  consumed: 'Consumed',
  dispatched: 'Dispatched',
  returnedToSupplier: 'Returned to suppliers',
  wasted: 'Written off',
  lost: 'Lost in counts',
};

/** A scheme of a balance in words. */
export function balancedScheme(scheme: Scheme | null): string {
  return scheme === null ? massBalanceTexts.noScheme : schemeLabels[scheme];
}
