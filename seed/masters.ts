/** Masters of seeded data, validated by the schemas of normal entry. */
import type { z } from 'zod';
import { buyerBody } from '#contract/masters/buyers.ts';
import { categoryBody } from '#contract/masters/categories.ts';
import { gstinCheck } from '#contract/core/values/gstin.ts';
import { materialBody } from '#contract/masters/materials.ts';
import { productBody } from '#contract/masters/products.ts';
import { supplierBody } from '#contract/masters/suppliers.ts';
import { JAR_MILLIGRAMS, JARS_IN_BOX } from './making.ts';
import type { SeededRandom } from './seededRandom.ts';
import { firstNames, goodsBought, grades, lines, makes, places, ranges, sellers, shops, surnames } from './words.ts';

// A prime that divides no number of combinations, so steps of it visit all of them.
const STEP = 7919;
const INACTIVE = 0.06;

function wordAt<T>(list: readonly T[], index: number): T {
  const word = list[index % list.length];
  if (word === undefined) throw new Error('an empty list of words');
  return word;
}

/** The `nth` of `count` combinations, without repeats within a round, and the round. */
function combination(nth: number, count: number): { index: number; round: string } {
  const round = Math.floor(nth / count);
  return { index: (nth * STEP) % count, round: round === 0 ? '' : ` ${round + 1}` };
}

function bodies<T>(count: number, make: (nth: number) => T): T[] {
  return Array.from({ length: count }, (_, nth) => make(nth));
}

function gstin(random: SeededRandom): string {
  const letters = Array.from({ length: 5 }, () => String.fromCodePoint(random.whole(65, 90))).join('');
  const first = `${random.whole(10, 37)}${letters}${random.whole(1000, 9999)}${String.fromCodePoint(random.whole(65, 90))}1Z`;
  return first + gstinCheck(first);
}

/** A business; suppliers and buyers alike. The addresses can't exist: `.example` is reserved (RFC 2606). */
function party(random: SeededRandom, nth: number, kinds: readonly string[]) {
  const { index, round } = combination(nth, kinds.length * places.length);
  const kind = wordAt(kinds, Math.floor(index / places.length));
  const place = wordAt(places, index);
  const slug = `${place}${kind}${round}`.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return {
    name: `${place} ${kind}${round}`,
    email: random.chance(0.8) ? `office@${slug}.example` : '',
    gstinNumber: random.chance(0.85) ? gstin(random) : '',
    phone: String(random.whole(6_000_000_000, 9_999_999_999)),
    address: `${random.whole(1, 400)} Mandi Road\n${place} ${random.whole(110_000, 799_999)}`,
    status: random.chance(INACTIVE) ? 0 : 1,
  };
}

export function supplierBodies(random: SeededRandom, count: number) {
  return bodies(count, (nth) => supplierBody.parse(party(random, nth, sellers)));
}

export function buyerBodies(random: SeededRandom, count: number) {
  return bodies(count, (nth) => buyerBody.parse(party(random, nth, shops)));
}

export function categoryBodies(random: SeededRandom, count: number) {
  return bodies(count, (nth) => {
    const { index, round } = combination(nth, ranges.length * lines.length);
    const name = `${wordAt(lines, Math.floor(index / ranges.length))} ${wordAt(ranges, index).toLowerCase()}${round}`;
    return categoryBody.parse({ name, description: '', status: random.chance(INACTIVE) ? 0 : 1 });
  });
}

interface SeededMaterial {
  body: z.output<typeof materialBody>;
  /** Approximate price per unit, in paise. */
  price: number;
}

export function materialBodies(random: SeededRandom, count: number): SeededMaterial[] {
  return bodies(count, (nth) => {
    const { index, round } = combination(nth, goodsBought.length * grades.length * places.length);
    const [name, unit, rupees] = wordAt(goodsBought, Math.floor(index / (grades.length * places.length)));
    const grade = wordAt(grades, Math.floor(index / places.length));
    const full = `${name}, ${grade}, ${wordAt(places, index)}${round}`;
    const price = Math.round(rupees * 100 * (0.8 + random.next() * 0.4));
    // Low, since a million productions take grams; but pieces are whole.
    const minProductionQuantity = unit === 'piece' ? 1 : 0.001;
    return { body: materialBody.parse({ name: full, unit, description: '', minProductionQuantity }), price };
  });
}

export function productBodies(random: SeededRandom, count: number, categoryIds: readonly number[]) {
  return bodies(count, (nth) => {
    const { index, round } = combination(nth, makes.length * goodsBought.length * lines.length);
    const [kind, unit, rupees] = wordAt(makes, Math.floor(index / (goodsBought.length * lines.length)));
    const [plant] = wordAt(goodsBought, Math.floor(index / lines.length));
    return productBody.parse({
      name: `${wordAt(lines, index)} ${plant} ${kind}${round}`,
      description: '',
      categoryId: random.pick(categoryIds),
      price: Math.round(rupees * (0.7 + random.next() * 0.8)),
      unit,
    });
  });
}

export const saltBody = materialBody.parse({
  name: 'Salt of all recipes',
  unit: 'kg',
  description: '',
  minProductionQuantity: 0.001,
});

/** Products in three levels, one family after the other, with the milligrams of units that are not units of weight. */
export function familyBodies(count: number, categoryId: number) {
  return bodies(count, (nth) => {
    const { index, round } = combination(nth, goodsBought.length * lines.length);
    const name = `${wordAt(lines, index)} ${wordAt(goodsBought, Math.floor(index / lines.length))[0]}${round}`;
    const make = (made: string, unit: string, price: number, milligrams: number | null) => {
      return {
        body: productBody.parse({ name: `${name} ${made}`, description: '', categoryId, price, unit }),
        milligrams,
      };
    };
    return [
      make('blend, bulk', 'kg', 640, null),
      make('blend, jar of 250 g', 'jar', 220, JAR_MILLIGRAMS),
      make('blend, box of jars', 'box', 950, JAR_MILLIGRAMS * JARS_IN_BOX),
    ];
  }).flat();
}

/** Users of all three roles, the first an administrator; `first` numbers their addresses. */
export function userBodies(count: number, first: number) {
  return bodies(count, (nth) => {
    const given = wordAt(firstNames, nth);
    const surname = wordAt(surnames, Math.floor(nth / firstNames.length) + nth);
    const userRole = nth === 0 ? ('admin' as const) : nth % 8 === 1 ? ('manager' as const) : ('user' as const);
    return {
      fullName: `${given} ${surname}`,
      email: `${given}.${surname}.${first + nth}@godown.example`.toLowerCase(),
      phone: String(9_800_000_000 + first + nth),
      userRole,
      status: 1 as const,
    };
  });
}
