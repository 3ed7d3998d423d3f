/** Attack 7: two people who saw the same record change it at once; exactly one may win, and the other must hear of it. */
import { isDeepStrictEqual } from 'node:util';
import type { Attack, Context, Outcome } from './attack.ts';
import { type Answer, asListed, type Caller, callerAt, expectStatus, signIn } from './caller.ts';
import { ledgerFaults } from './checking.ts';
import { pickKind, prepareKinds, type RecordKind } from './kinds.ts';

const AT_ONCE = 6;

interface Totals {
  pairs: number;
  wins: number;
  refusals: number;
  faults: string[];
}

async function pair(context: Context, calls: readonly Caller[], kind: RecordKind, totals: Totals): Promise<void> {
  const { dice } = context;
  totals.pairs += 1;
  const call = dice.pick(calls);
  const made = await expectStatus(201, call('POST', kind.path, kind.fields(dice)));
  const path = kind.editPath?.(Number(made[kind.idName])) ?? '';
  const look = async (): Promise<Answer['json']> => {
    if (kind.find) return await kind.find(dice.pick(calls), Number(made[kind.idName]));
    return await expectStatus(200, dice.pick(calls)('GET', path));
  };
  const seen = await look();
  const bodies = [0, 1].map(() => ({
    ...kind.fields(dice),
    [kind.idName]: made[kind.idName],
    updatedAt: seen.updatedAt,
  }));
  const answers = await Promise.all(bodies.map((body) => dice.pick(calls)('PUT', path, body)));
  const winners = answers.filter((answer) => answer?.status === 200);
  totals.wins += winners.length;
  totals.refusals += answers.filter((answer) => answer?.status === 409).length;
  const statuses = answers.map((answer) => answer?.status ?? 0).toSorted((a, b) => a - b);
  if (!isDeepStrictEqual(statuses, [200, 409]))
    totals.faults.push(`${path}: two editors got ${statuses.join(' and ')}`);
  const now = await look();
  if (!isDeepStrictEqual(asListed(now), asListed(winners[0]?.json ?? {}))) {
    totals.faults.push(`${path} is not what the winner was answered: ${JSON.stringify(now)}`);
  }
}

async function run(context: Context): Promise<Outcome> {
  const place = await context.makePlace();
  const servers = [await context.startServer(place)];
  // SQLite belongs to one server.
  if (context.engine === 'postgres') servers.push(await context.startServer(place));
  const token = await signIn({ address: servers[0]?.address ?? '' });
  const calls = servers.map(({ address }) => callerAt(address, token));
  const [call] = calls;
  if (!call) throw new Error('there is no server');
  const kinds = (await prepareKinds(call)).filter(({ editPath }) => editPath !== undefined);
  const totals: Totals = { pairs: 0, wins: 0, refusals: 0, faults: [] };
  while (totals.pairs < context.rounds && context.hasTime()) {
    const length = Math.min(AT_ONCE, context.rounds - totals.pairs);
    await Promise.all(Array.from({ length }, () => pair(context, calls, pickKind(kinds, context.dice), totals)));
    context.progress(totals.pairs);
  }
  totals.faults.push(...(await ledgerFaults(place)));
  const { pairs, wins, refusals, faults } = totals;
  return {
    rounds: pairs,
    figures: { 'edits that won': wins, 'edits refused with a sentence': refusals, 'other outcomes': faults.length },
    faults,
  };
}

export const lostUpdate: Attack = {
  name: 'lostUpdate',
  promise: 'Two people editing one record never overwrite each other unseen.',
  engines: ['sqlite', 'postgres'],
  unit: 'pairs',
  rounds: { long: 1000, short: 40 },
  broken: [
    {
      what: 'what the editor saw is not compared with what is there',
      edits: [
        {
          file: 'server/masters/crudRoutes.ts',
          from: 'if (seen && Date.parse(seen) !== Date.parse(current)) throw conflict(errorTexts.changedMeanwhile);',
          to: '',
        },
      ],
    },
  ],
  run,
};
