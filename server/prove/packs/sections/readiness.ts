/** The section of a pack with all that Readiness lists. */
import { packSentences } from '#contract/prove/packSentences.ts';
import { readinessKinds, readinessTexts, type ReadinessRow } from '#contract/prove/readiness.ts';
import type { Cell, Section } from './section.ts';

/** The rows of each kind; where there are more than were read, the last one is a note. */
export function readinessRows(gaps: readonly ReadinessRow[]): Cell[][] {
  return gaps.flatMap(({ kind, count, entries }) => {
    const { title } = readinessTexts[kind];
    const rows = entries.map(({ label, detail }): Cell[] => [title, label, detail]);
    return count > entries.length ? [...rows, [title, null, packSentences.firstOf(entries.length, count)]] : rows;
  });
}

export const readiness: Section = {
  name: 'readiness',
  title: 'Readiness',
  about: 'Everything that an inspector would stop at, on the day on which this pack was made.',
  columns: [
    { title: 'Kind', width: 4 },
    { title: 'Record', width: 4 },
    { title: 'What is wrong', width: 8 },
  ],
  async *blocks({ trx, today, features }) {
    const gaps = await features.readiness(trx, today);
    const all = gaps.reduce((sum, { count }) => sum + count, 0);
    yield { rows: readinessRows(gaps) };
    const clean = gaps.filter(({ count }) => count === 0).length;
    return packSentences.readiness(all, clean, readinessKinds.length);
  },
};
