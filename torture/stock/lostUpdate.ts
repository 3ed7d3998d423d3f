/** Attack 7: two people who saw the same record change it at once; exactly one may win, and the other must hear of it. */
import { isDeepStrictEqual } from 'node:util';
import { asListed, type Caller, commonServers, expectStatus, type Json } from '../clients/caller.ts';
import { ledgerFaults } from '../clients/checks.ts';
import { pickKind, prepareKinds, type RecordKind } from '../clients/recordKinds.ts';
import type { Attack, Context } from '../runner/attack.ts';

const AT_ONCE = 6;
/** The callers share a session: each is an editor of its own, as a window is. */
const editor = { 'if-match': '"as read"' };

/** Drops the claims of lots in runs and dispatches, which only GET by id computes. */
function withoutClaims(lots: Json): Json {
  return lots.map(({ claim: _, ...lot }: Json) => asListed({ ...lot, organicPercent: undefined }));
}

/** The record in the answer to its write. */
function written({ inputs, lines, ...record }: Json): Json {
  return asListed({
    ...record,
    ...(inputs && { inputs: inputs.map(({ lots, ...input }: Json) => ({ ...input, taken: withoutClaims(lots) })) }),
    ...(lines && { lines: record.dispatchId === undefined ? lines : withoutClaims(lines) }),
  });
}

async function changeTwice({ random, found }: Context, calls: readonly Caller[], kind: RecordKind): Promise<void> {
  const made = await expectStatus(201, random.pick(calls)('POST', kind.path, kind.fields(random)));
  const id = Number(made[kind.idName]);
  const path = kind.editPath?.(id) ?? '';
  const look = async (): Promise<Json> =>
    kind.find ? await kind.find(random.pick(calls), id) : await expectStatus(200, random.pick(calls)('GET', path));
  const { updatedAt } = await look();
  const bodies = [0, 1].map(() => ({ ...kind.fields(random), [kind.idName]: id, updatedAt }));
  const answers = await Promise.all(bodies.map((body) => random.pick(calls)('PUT', path, body, editor)));
  const winners = answers.filter((answer) => answer?.status === 200);
  found.count('edits that won', winners.length);
  found.count('edits refused with a sentence', answers.filter((answer) => answer?.status === 409).length);
  const statuses = answers.map((answer) => answer?.status ?? 0).toSorted((a, b) => a - b);
  if (!isDeepStrictEqual(statuses, [200, 409])) found.faults.push(`${path}: two edits got ${statuses.join(' and ')}`);
  const now = await look();
  if (!isDeepStrictEqual(written(now), written(winners[0]?.json ?? {}))) {
    found.faults.push(`${path} is not what the winner was answered: ${JSON.stringify(now)}`);
  }
}

export const lostUpdate: Attack = {
  name: 'lostUpdate',
  promise: 'Two people editing one record never overwrite each other unseen.',
  unit: 'pairs',
  rounds: { long: 1000, short: 3 },
  broken: {
    'what the editor saw is not compared with what is there': [
      ['server/core/records/optimisticLock.ts', 'if (!isOwn) throw conflict(errorTexts.changedMeanwhile);', ''],
    ],
    'an editor who compares versions is taken for the rest of the session': [
      ['server/core/http/routes.ts', "headers['if-match'] === undefined ?", 'headers ?'],
    ],
  },
  async run(context) {
    const { database, calls, call } = await commonServers(context);
    const kinds = (await prepareKinds(call)).filter(({ editPath }) => editPath !== undefined);
    while (context.goesOn()) {
      const length = Math.min(AT_ONCE, context.rounds - context.found.rounds);
      const pairs = Array.from({ length }, () => changeTwice(context, calls, pickKind(kinds, context.random)));
      await Promise.all(pairs);
      context.countRound(length);
    }
    context.found.faults.push(...(await ledgerFaults(database)));
  },
};
