/** Attack 5: every POST is sent several times at once under one Idempotency-Key, while servers are killed. */
import { setTimeout as delay } from 'node:timers/promises';
import type { TestDatabase } from '#test/testDatabases.ts';
import { type Answer, type Caller, commonServers, expectStatus, type Json } from '../clients/caller.ts';
import { ledgerFaults } from '../clients/checks.ts';
import { pickKind, prepareKinds, type RecordKind } from '../clients/recordKinds.ts';
import type { Attack, Context, Findings } from '../runner/attack.ts';
import type { Server } from '../runner/server.ts';
import { until } from '../runner/until.ts';

/** So many requests are under way at any time, each sent two to five times. */
const AT_ONCE = 8;
/** The first kill comes early, each further one after so many more requests. */
const FIRST_KILL = 10;
const REQUESTS_PER_KILL = [40, 110] as const;
const MAX_DURATION_MS = 40;
/** A server that was killed is there again long before. */
const ANSWERED_WITHIN_MS = 120_000;

/** For each list: the number of records before, and the ids answered since. */
type Lists = Map<string, { idName: string; before: number; ids: Set<number> }>;

async function listed(call: Caller, listPath: string): Promise<Json[]> {
  return await expectStatus(200, call('GET', listPath));
}

/** Sends one request until each of its copies has an answer, and again with another body. */
async function ask(context: Context, calls: readonly Caller[], kind: RecordKind, lists: Lists): Promise<void> {
  const { random, found } = context;
  const { path } = kind;
  context.countRound();
  const key = `once-${found.rounds}`;
  const body = kind.fields(random);
  const send = async (content: object): Promise<Answer> => {
    const answered = async () => {
      found.count('sent');
      const answer = await random.pick(calls)('POST', path, content, { 'idempotency-key': key });
      if (answer && answer.status !== 503) return answer;
      found.count('without an answer');
      return undefined;
    };
    const wait = { withinMs: ANSWERED_WITHIN_MS, everyMs: 20 + random.whole(0, 50) };
    return await until(answered, `POST ${path} had no answer`, wait);
  };
  const answers = await Promise.all(Array.from({ length: random.whole(2, 5) }, () => send(body)));
  answers.push(await send(body));
  const texts = new Set(answers.map(({ status, text }) => `${status} ${text}`));
  const [first] = answers;
  if (texts.size !== 1 || first?.status !== 201) found.faults.push(`${path}: ${[...texts].join(' and ')}`);
  for (const record of [first?.json].flat()) lists.get(kind.listPath)?.ids.add(Number(record?.[kind.idName]));
  for (const [listPath, idsOf] of Object.entries(kind.addsTo ?? {})) {
    if (first?.status === 201) for (const id of idsOf(first.json)) lists.get(listPath)?.ids.add(id);
  }
  const { status } = await send(kind.fields(random));
  if (status !== 422) found.faults.push(`${path}: another body under the same key answered ${status}`);
}

async function killOne(context: Context, database: TestDatabase, servers: Server[]): Promise<void> {
  const index = context.random.whole(0, servers.length - 1);
  await delay(context.random.whole(0, MAX_DURATION_MS));
  const server = servers[index];
  await server?.signal('SIGKILL');
  if (server) servers[index] = await context.startServer(database, { port: server.port });
}

async function checkLists(call: Caller, lists: Lists, found: Findings): Promise<void> {
  for (const [listPath, { idName, before, ids }] of lists) {
    const records = await listed(call, listPath);
    const more = Math.max(0, records.length - before - ids.size);
    found.add('doubled', Array<string>(more).fill(`${listPath} has one more than was asked for`));
    const there = new Set(records.map((record) => Number(record[idName])));
    for (const id of ids) if (!there.has(id)) found.faults.push(`${listPath} lacks ${id}, which was acknowledged`);
  }
}

export const once: Attack = {
  name: 'once',
  promise: 'A repeated request is carried out once.',
  unit: 'requests',
  rounds: { long: 5000, short: 3 },
  broken: {
    'keys are not looked at': [
      [
        'server/core/records/write.ts',
        'const earlier = repeatable && (await claimKey(trx, repeatable, actor.at));',
        'const earlier = undefined;',
      ],
      ['server/core/records/write.ts', 'if (repeatable) await storeAnswer(trx, { ...repeatable, ...answer });', ''],
    ],
    'what a repeat asks for is not compared': [
      [
        'server/core/records/write.ts',
        "if (first.request_hash !== requestHash) throw new ApiError('key_reused', refusalTexts.keyReused);",
        '',
      ],
    ],
  },
  async run(context) {
    const { found } = context;
    const { database, servers, calls, call } = await commonServers(context);
    const kinds = await prepareKinds(call);
    const lists: Lists = new Map();
    for (const { listPath, idName } of kinds) {
      lists.set(listPath, { idName, before: (await listed(call, listPath)).length, ids: new Set() });
    }
    const all = { areAsked: false };
    const asking = Array.from({ length: AT_ONCE }, async () => {
      while (context.goesOn()) await ask(context, calls, pickKind(kinds, context.random), lists);
    });
    const killing = async () => {
      for (let next = FIRST_KILL; ; next = found.rounds + context.random.whole(...REQUESTS_PER_KILL)) {
        while (found.rounds < next && !all.areAsked) await delay(5);
        if (all.areAsked) return;
        found.count('kills');
        await killOne(context, database, servers);
      }
    };
    await context.untilAllEnd([Promise.all(asking).finally(() => (all.areAsked = true)), killing()]);
    await checkLists(call, lists, found);
    found.faults.push(...(await ledgerFaults(database)));
  },
};
