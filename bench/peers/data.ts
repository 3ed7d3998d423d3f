/** The records of the measurement: the same for all, from one seed. */
import { SeededRandom } from '#seed/seededRandom.ts';
import { goodsBought, grades, places } from '#seed/words.ts';

const MATERIALS = 1000;
const SUPPLIERS = 100;
const PRODUCTIONS = 1000;
const PURCHASES_OF_EACH = 3;
const LINES_BOUGHT = 10;
const LINES_MADE = 3;
/** Materials of which there is one kilogram, the last ones. */
export const SCARCE = 20;
/** A day within the productions, and one after all records. */
export const PAST_DAY = '2026-02-15';
export const LAST_DAY = '2026-03-31';

interface Line {
  material: number;
  quantity: number;
}

export interface Document {
  day: string;
  lines: readonly Line[];
}

export interface Purchase extends Document {
  supplier: number;
  /** Number of the supplier's invoice. */
  number: string;
}

export type Data = ReturnType<typeof makeData>;

function dayAfter(first: string, days: number): string {
  return new Date(Date.parse(first) + days * 86_400_000).toISOString().slice(0, 10);
}

/** So many lines of one kilogram, of different materials that are not scarce. */
export function linesOf(first: number, count: number): Line[] {
  return Array.from({ length: count }, (_, index) => ({
    material: (first + index) % (MATERIALS - SCARCE),
    quantity: 1,
  }));
}

function makePurchases(random: SeededRandom): Purchase[] {
  const plenty = MATERIALS - SCARCE;
  const count = (plenty * PURCHASES_OF_EACH) / LINES_BOUGHT;
  const bought = Array.from({ length: count }, (_, index) =>
    linesOf(index * LINES_BOUGHT, LINES_BOUGHT).map(({ material }) => ({
      material,
      quantity: random.whole(500, 1500),
    })),
  );
  const scarce = Array.from({ length: SCARCE }, (_, index) => ({ material: plenty + index, quantity: 1 }));
  for (let first = 0; first < SCARCE; first += LINES_BOUGHT) bought.push(scarce.slice(first, first + LINES_BOUGHT));
  return bought.map((lines, index) => ({
    supplier: random.whole(0, SUPPLIERS - 1),
    number: `B/${index + 1}`,
    day: dayAfter('2025-10-01', random.whole(0, 90)),
    lines,
  }));
}

export function makeData() {
  const random = new SeededRandom(47);
  const materials = Array.from({ length: MATERIALS }, (_, index) => {
    const [good] = random.pick(goodsBought);
    return `${good}, ${random.pick(grades)}, ${random.pick(places)}, RM${String(index).padStart(4, '0')}`;
  });
  const suppliers = Array.from({ length: SUPPLIERS }, (_, index) => `${random.pick(places)} growers ${index + 1}`);
  const purchases = makePurchases(random);
  const productions = Array.from({ length: PRODUCTIONS }, (): Document => ({
    day: dayAfter('2026-01-01', random.whole(0, 80)),
    lines: linesOf(random.whole(0, MATERIALS), LINES_MADE),
  }));
  return { materials, suppliers, purchases, productions };
}

/** Stock of each material at the end of a day. */
export function balancesOn(day: string, { materials, purchases, productions }: Data): number[] {
  const balances = materials.map(() => 0);
  const add = (documents: readonly Document[], sign: number) => {
    for (const { lines } of documents.filter((document) => document.day <= day)) {
      for (const { material, quantity } of lines) balances[material] = (balances[material] ?? 0) + sign * quantity;
    }
  };
  add(purchases, 1);
  add(productions, -1);
  return balances;
}
