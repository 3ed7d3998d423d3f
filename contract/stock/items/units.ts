/** Units that are the same however they are written, and what one is of another. */
import { limits } from '../../core/fields.ts';
import { weightUnits } from './items.ts';
import { comparable } from '../../core/values/names.ts';

/** How units other than those of `weightUnits` are written in India, in lower case and without dots. */
export const unitWritings = {
  milligram: ['mg', 'mgs', 'milligram', 'milligrams'],
  ton: ['ton', 'tons'],
  quintal: ['quintal', 'quintals', 'qtl', 'qtls'],
  litre: ['l', 'lt', 'lts', 'ltr', 'ltrs', 'litre', 'litres', 'liter', 'liters'],
  kilolitre: ['kl', 'kls', 'kilolitre', 'kilolitres', 'kiloliter', 'kiloliters'],
  millilitre: ['ml', 'mls', 'millilitre', 'millilitres', 'milliliter', 'milliliters'],
  metre: ['m', 'mtr', 'mtrs', 'metre', 'metres', 'meter', 'meters'],
  piece: ['pc', 'pcs', 'piece', 'pieces', 'no', 'nos', 'number', 'numbers'],
  dozen: ['dozen', 'dozens', 'doz', 'dz'],
  gross: ['gross', 'grs'],
  pair: ['pair', 'pairs', 'prs'],
  set: ['set', 'sets'],
  bottle: ['bottle', 'bottles', 'btl', 'btls'],
  box: ['box', 'boxes'],
  packet: ['packet', 'packets', 'pkt', 'pkts'],
  pouch: ['pouch', 'pouches'],
  jar: ['jar', 'jars'],
  bag: ['bag', 'bags'],
  sack: ['sack', 'sacks'],
  tin: ['tin', 'tins'],
  can: ['can', 'cans'],
  drum: ['drum', 'drums'],
  crate: ['crate', 'crates'],
  carton: ['carton', 'cartons', 'ctn', 'ctns'],
  roll: ['roll', 'rolls'],
} as const;

const names: ReadonlyMap<string, string> = new Map(
  Object.entries(unitWritings).flatMap(([name, writings]) => writings.map((writing) => [writing, name] as const)),
);

/** One key for all spellings of a unit: kg and Kgs. are one, L and litres too; ml and litres are two. */
export function unitKey(unit: string): string {
  const written = comparable(unit.replaceAll('.', ''), limits.unit);
  const milligrams = weightUnits.get(written);
  return milligrams === undefined ? (names.get(written) ?? written) : `${milligrams} milligrams`;
}

/** Units of one kind, in the smallest of them. A ton is a tonne to some and 20 hundredweight to others: it is none of these. */
const sizes: Readonly<Record<string, { kind: 'mass' | 'volume' | 'count'; size: bigint }>> = {
  milligram: { kind: 'mass', size: 1n },
  quintal: { kind: 'mass', size: 100_000_000n },
  millilitre: { kind: 'volume', size: 1n },
  litre: { kind: 'volume', size: 1000n },
  kilolitre: { kind: 'volume', size: 1_000_000n },
  piece: { kind: 'count', size: 1n },
  dozen: { kind: 'count', size: 12n },
  gross: { kind: 'count', size: 144n },
};

function sizeOf(unit: string) {
  const key = unitKey(unit);
  const milligrams = /^(\d+) milligrams$/.exec(key)?.[1];
  return milligrams === undefined ? sizes[key] : { kind: 'mass', size: BigInt(milligrams) };
}

/** Whether a text is a unit, however it is written. */
export function isUnit(text: string): boolean {
  const key = unitKey(text);
  return key in unitWritings || sizeOf(text) !== undefined;
}

/**
 * The size of a unit in another one, as a fraction: a gram is 1000 / 1000000 kg. Undefined where they measure different
 * things, or one is a package, such as a bag.
 */
export function unitRatio(unit: string, other: string): readonly [times: bigint, by: bigint] | undefined {
  if (unitKey(unit) === unitKey(other)) return [1n, 1n];
  const [from, to] = [sizeOf(unit), sizeOf(other)];
  return from && to && from.kind === to.kind ? [from.size, to.size] : undefined;
}

const decimal = /^(-?)(\d+)(?:\.(\d+))?$/;

/** A decimal number times a fraction; undefined where it would need more decimals than `places`: nothing is rounded. */
export function exactly(value: number, [times, by]: readonly [bigint, bigint], places: number): number | undefined {
  const [, minus = '', whole = '', fraction = ''] = decimal.exec(String(value)) ?? [];
  if (whole === '' || by === 0n) return undefined;
  const digits = BigInt(whole + fraction) * times * 10n ** BigInt(places);
  const divisor = by * 10n ** BigInt(fraction.length);
  if (digits % divisor !== 0n) return undefined;
  const text = String(digits / divisor).padStart(places + 1, '0');
  return Number(`${minus}${text.slice(0, text.length - places)}.${text.slice(text.length - places)}`);
}
