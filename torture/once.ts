/**
 * Attack 5: every POST is sent 2 to 5 times at once under one Idempotency-Key, and again after answers that were lost,
 * while servers are killed; afterwards there must be one record of each.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Attack, Context, Outcome } from './attack.ts';
import { type Answer, type Caller, callerAt, expectStatus, signIn } from './caller.ts';
import { ledgerFaults } from './checking.ts';
import { pickKind, prepareKinds, type RecordKind } from './kinds.ts';
import type { Server } from './server.ts';

/** So many requests are under way at any time, each sent two to five times. */
const AT_ONCE = 8;
/** The first kill comes early, each further one after so many more requests. */
const FIRST_KILL = 10;
const REQUESTS_PER_KILL = [40, 110] as const;
const LONGEST_MS = 40;
/** A server that was killed is there again long before. */
const ANSWERED_WITHIN_MS = 120_000;

interface Totals {
  requests: number;
  sent: number;
  unanswered: number;
  kills: number;
  faults: string[];
  /** The ids that were answered, by where they are listed. */
  ids: Map<string, { idName: string; ids: Set<number> }>;
}

/** Sends one request until each of its copies has an answer, and again with another body. */
async function ask(context: Context, calls: readonly Caller[], kind: RecordKind, totals: Totals): Promise<void> {
  const { dice } = context;
  const key = `once-${(totals.requests += 1)}`;
  const body = kind.fields(dice);
  const send = async (content: object): Promise<Answer> => {
    const start = performance.now();
    while (performance.now() - start < ANSWERED_WITHIN_MS) {
      totals.sent += 1;
      const answer = await dice.pick(calls)('POST', kind.path, content, { 'idempotency-key': key });
      if (answer && answer.status !== 503) return answer;
      totals.unanswered += 1;
      await delay(20 + dice.whole(0, 50));
    }
    throw new Error(`POST ${kind.path} had no answer within ${ANSWERED_WITHIN_MS / 1000} s`);
  };
  const answers = await Promise.all(Array.from({ length: dice.whole(2, 5) }, () => send(body)));
  answers.push(await send(body));
  const texts = new Set(answers.map(({ status, text }) => `${status} ${text}`));
  const [first] = answers;
  if (texts.size !== 1 || first?.status !== 201) totals.faults.push(`${kind.path}: ${[...texts].join(' and ')}`);
  const known = totals.ids.get(kind.listPath) ?? { idName: kind.idName, ids: new Set() };
  for (const record of [first?.json].flat()) known.ids.add(Number(record?.[kind.idName]));
  totals.ids.set(kind.listPath, known);
  const other = await send(kind.fields(dice));
  if (other.status !== 422)
    totals.faults.push(`${kind.path}: another body under the same key answered ${other.status}`);
}

async function killOne(context: Context, place: Parameters<Context['startServer']>[0], servers: Server[]) {
  const index = context.dice.whole(0, servers.length - 1);
  await delay(context.dice.whole(0, LONGEST_MS));
  const server = servers[index];
  await server?.signal('SIGKILL');
  if (server) servers[index] = await context.startServer(place, { port: server.port });
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
  const kinds = await prepareKinds(call);
  const there = async (listPath: string): Promise<Answer['json'][]> => await expectStatus(200, call('GET', listPath));
  const before = new Map<string, number>();
  for (const { listPath } of kinds) before.set(listPath, (await there(listPath)).length);
  const totals: Totals = { requests: 0, sent: 0, unanswered: 0, kills: 0, faults: [], ids: new Map() };
  const over = new AbortController();
  const isOver = () => over.signal.aborted;
  const goesOn = () => totals.requests < context.rounds && context.hasTime();
  const asking = Array.from({ length: AT_ONCE }, async () => {
    while (goesOn()) {
      await ask(context, calls, pickKind(kinds, context.dice), totals);
      context.progress(totals.requests);
    }
  });
  const killing = async () => {
    for (let next = FIRST_KILL; !isOver(); next = totals.requests + context.dice.whole(...REQUESTS_PER_KILL)) {
      while (totals.requests < next && !isOver()) await delay(5);
      if (isOver()) return;
      totals.kills += 1;
      await killOne(context, place, servers);
    }
  };
  // Nothing is left behind by the one when the other fails.
  const ends = await Promise.allSettled([Promise.all(asking).finally(() => over.abort()), killing()]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  const doubled: string[] = [];
  for (const [listPath, { idName, ids }] of totals.ids) {
    const listed = await there(listPath);
    const more = listed.length - (before.get(listPath) ?? 0) - ids.size;
    for (let each = 0; each < more; each += 1) doubled.push(`${listPath} has one more than was asked for`);
    const found = new Set(listed.map((record) => Number(record[idName])));
    for (const id of ids) if (!found.has(id)) totals.faults.push(`${listPath} lacks ${id}, which was acknowledged`);
  }
  totals.faults.push(...(await ledgerFaults(place)));
  return {
    rounds: totals.requests,
    figures: {
      sent: totals.sent,
      'without an answer': totals.unanswered,
      kills: totals.kills,
      doubled: doubled.length,
      'other differences': totals.faults.length,
    },
    faults: [...doubled, ...totals.faults],
  };
}

export const once: Attack = {
  name: 'once',
  promise: 'A repeated request is carried out once.',
  engines: ['sqlite', 'postgres'],
  unit: 'requests',
  rounds: { long: 5000, short: 30 },
  broken: [
    {
      what: 'keys are not looked at',
      edits: [
        {
          file: 'server/http/write.ts',
          from: 'const earlier = repeatable && (await takeKey(trx, repeatable, actor.at));',
          to: 'const earlier = undefined;',
        },
        {
          file: 'server/http/write.ts',
          from: 'if (repeatable) await keepAnswer(trx, { ...repeatable, ...answer });',
          to: '',
        },
      ],
    },
    {
      what: 'what a repeat asks for is not compared',
      edits: [
        {
          file: 'server/http/write.ts',
          from: "if (first.request_hash !== requestHash) throw new ApiFault('key_reused', errorTexts.keyReused);",
          to: '',
        },
      ],
    },
  ],
  run,
};
