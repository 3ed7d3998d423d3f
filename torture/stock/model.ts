/** Attack 6: random histories are played on the product's own code and on a plain model, which must agree. */
import fc from 'fast-check';
import { openTestDatabase } from '#test/testDatabases.ts';
import type { Attack } from '../runner/attack.ts';
import { histories, makeWorld, playHistory } from './randomDocuments.ts';

/** So many between two looks at the clock. */
const AT_ONCE = 100;

export const model: Attack = {
  name: 'model',
  promise: 'Any order of any operations gives what a plain model gives.',
  unit: 'histories',
  minutes: 240,
  rounds: { long: 100_000, short: 20 },
  broken: {
    'a production that is edited takes from its new material without giving back to the old one': [
      [
        'server/stock/ledger/consumption.ts',
        "const before = await liveMovementsOfDocument(trx, 'run', runId, lineIds);",
        "const before = (await liveMovementsOfDocument(trx, 'run', runId, lineIds)).slice(0, 0);",
      ],
    ],
    'an edited dispatch takes its old lots again beside the new ones': [
      [
        'server/stock/ledger/documentMovements.ts',
        'await post(trx, [...removed.map(reversalOf), ...unmatched], actor);',
        'await post(trx, unmatched, actor);',
      ],
    ],
    'a write-off takes from a lot before it came in': [
      [
        'server/stock/adjustments/receivedFirst.ts',
        '.filter(({ receivedOn }) => receivedOn > date)',
        '.filter(({ receivedOn }) => receivedOn > date && receivedOn < date)',
      ],
    ],
    'line totals are rounded down instead of half up': [
      [
        'contract/core/values/numbers.ts',
        'divided(BigInt(thousandths) * BigInt(pricePaise), 1000n)',
        'Number((BigInt(thousandths) * BigInt(pricePaise)) / 1000n)',
      ],
    ],
  },
  async run(context) {
    const { found } = context;
    const store = await openTestDatabase(await context.makeMigratedDatabase());
    try {
      const world = await makeWorld(store);
      const property = fc.asyncProperty(histories, (history) => playHistory(store, world, history, found));
      while (context.goesOn() && found.faults.length === 0) {
        const numRuns = Math.min(AT_ONCE, context.rounds - found.rounds);
        const details = await fc.check(property, { numRuns, seed: context.random.whole(1, 2 ** 31 - 1) });
        context.countRound(details.numRuns);
        const report = details.failed ? await fc.asyncDefaultReportMessage(details) : undefined;
        found.add('differences', details.failed ? [report ?? 'a history differs from the model'] : []);
      }
    } finally {
      await store.db.destroy();
    }
  },
};
