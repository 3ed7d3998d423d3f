/**
 * Attack 6: random histories of adding, changing and deleting inwards and productions are played on the product's own code
 * and on a plain model of twenty lines, which must agree on everything after each step.
 */
import fc from 'fast-check';
import { openPlace } from '#test/places.ts';
import type { Attack, Context, Outcome } from './attack.ts';
import { histories, makeWorld, playHistory } from './histories.ts';

/** So many between two looks at the clock. */
const AT_ONCE = 100;

async function run(context: Context): Promise<Outcome> {
  const store = await openPlace(await context.makePlace());
  const tally = { steps: 0, refused: 0 };
  const faults: string[] = [];
  let played = 0;
  const start = performance.now();
  try {
    const world = await makeWorld(store);
    const property = fc.asyncProperty(histories, (history) => playHistory(store, world, history, tally));
    while (played < context.rounds && context.hasTime() && faults.length === 0) {
      const numRuns = Math.min(AT_ONCE, context.rounds - played);
      const details = await fc.check(property, { numRuns, seed: context.dice.whole(1, 2 ** 31 - 1) });
      played += details.numRuns;
      if (details.failed)
        faults.push((await fc.asyncDefaultReportMessage(details)) ?? 'a history differs from the model');
      context.progress(played);
    }
  } finally {
    await store.db.destroy();
  }
  const seconds = (performance.now() - start) / 1000;
  return {
    rounds: played,
    figures: {
      steps: tally.steps,
      'refused, as the model says': tally.refused,
      differences: faults.length,
      'a second': Math.round(played / seconds),
    },
    faults,
  };
}

export const model: Attack = {
  name: 'model',
  promise: 'Any order of any operations gives what a plain model gives.',
  engines: ['sqlite', 'postgres'],
  unit: 'histories',
  minutes: 240,
  rounds: { long: 100_000, short: 500 },
  shortForm: 'server/ledger/model.test.ts',
  broken: [
    {
      what: 'a production that is edited takes from its new material without giving back to the old one',
      edits: [
        {
          file: 'server/ledger/consumption.ts',
          from: 'await post(trx, [...released.map(reversalOf), ...taken], actor);',
          to: 'await post(trx, taken, actor);',
        },
      ],
    },
    {
      what: 'line totals are rounded down instead of half up',
      edits: [{ file: 'contract/numbers.ts', from: '+ 500n) / 1000n', to: ') / 1000n' }],
    },
  ],
  run,
};
