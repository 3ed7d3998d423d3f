/** Units that are the same however they are written. */
import { limits } from '../../core/fields.ts';
import { weightUnits } from './items.ts';
import { comparable } from '../../core/values/names.ts';

/** How units other than those of `weightUnits` are written in India, in lower case and without dots. */
export const unitWritings = {
  milligram: ['mg', 'mgs', 'milligram', 'milligrams'],
  ton: ['ton', 'tons'],
  quintal: ['quintal', 'quintals', 'qtl', 'qtls'],
  litre: ['l', 'lt', 'lts', 'ltr', 'ltrs', 'litre', 'litres', 'liter', 'liters'],
  millilitre: ['ml', 'mls', 'millilitre', 'millilitres', 'milliliter', 'milliliters'],
  metre: ['m', 'mtr', 'mtrs', 'metre', 'metres', 'meter', 'meters'],
  piece: ['pc', 'pcs', 'piece', 'pieces', 'no', 'nos', 'number', 'numbers'],
  dozen: ['dozen', 'dozens', 'doz', 'dz'],
  bottle: ['bottle', 'bottles', 'btl', 'btls'],
  box: ['box', 'boxes'],
  packet: ['packet', 'packets', 'pkt', 'pkts'],
  pouch: ['pouch', 'pouches'],
  jar: ['jar', 'jars'],
  bag: ['bag', 'bags'],
} as const;

const names: ReadonlyMap<string, string> = new Map(
  Object.entries(unitWritings).flatMap(([name, writings]) => writings.map((writing) => [writing, name] as const)),
);

/**
 * One key for all spellings of a unit: kg and Kgs. are one, L and litres too. Units are not converted, such as ml to
 * litres.
 */
export function unitKey(unit: string): string {
  const written = comparable(unit.replaceAll('.', ''), limits.unit);
  const milligrams = weightUnits.get(written);
  return milligrams === undefined ? (names.get(written) ?? written) : `${milligrams} milligrams`;
}
