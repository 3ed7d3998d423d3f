/** Attack 14: requests made of the description of the API and far beyond it. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { SeededRandom } from '#seed/seededRandom.ts';
import { addInward } from '#test/factories.ts';
import { readDocument } from '#test/openApiDocument.ts';
import type { TestDatabase } from '#test/testDatabases.ts';
import { callerAt, expectStatus, openSender, signIn, startServers, sureCaller } from '../clients/caller.ts';
import { ledgerFaults, withStore } from '../clients/checks.ts';
import { register } from '../clients/people.ts';
import { openSlowSenders, SLOW_SENDERS } from '../clients/rawRequests.ts';
import { prepareGround } from '../clients/writer.ts';
import type { Attack, Context } from '../runner/attack.ts';
import { GROWTH_MB, growthOf, MEMORY_LOOKS, memoryOf, reportsMemory } from '../runner/memory.ts';
import { loggedFaults, type Server } from '../runner/server.ts';
import { until } from '../runner/until.ts';
import { hostileRequests, markPattern } from './hostileRequests.ts';
import { malformedFaults } from './malformedHttp.ts';

const CONNECTIONS = 16;
/** A slower sender is cut off; the server checks every half minute. */
const PATIENCE_MS = 345_000;
/** Rounds from which on memory has settled, and slow senders are awaited. */
const LONG_FROM = 20_000;
const LONG_HEADERS = 15_000;
/** Texts that no answer may contain. */
const INSIDE = /node_modules|\bat \w+ \(|file:\/\/|SQLITE_|syntax error/;
const SECRETS = /password_hash|token_hash|argon2id/;

/** Requests whose mark is in the database, each with its row. */
async function marksIn(database: TestDatabase): Promise<Map<number, string>> {
  return await withStore(database, async ({ db }) => {
    const found = new Map<number, string>();
    for (const { name } of await db.introspection.getTables()) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
      for (const row of rows) {
        const text = JSON.stringify(row);
        for (const [, index] of text.matchAll(markPattern)) found.set(Number(index), `${name}: ${text.slice(0, 300)}`);
      }
    }
    return found;
  });
}

/** Senders: administrators, people with few rights, and strangers. */
const senders = ['admin', 'user', 'nobody'] as const;
type Who = (typeof senders)[number];

let accounts = 0;

/** Opens a session of a new account; undefined for a stranger. */
async function openSession(server: Server, who: Who): Promise<string | undefined> {
  if (who === 'nobody') return undefined;
  const opened = async () => {
    const call = callerAt(server, await signIn(server));
    return await signIn(server, await register(call, `person${(accounts += 1)}@example.in`, who));
  };
  // The attack may end the administrator's session, or change or delete the new account, meanwhile.
  return await until(() => opened().catch(() => undefined), 'there is no account for the attack', { everyMs: 50 });
}

/** Whether the attack has ended this session, such as by signing out. */
async function isEnded(server: Server, token: string | undefined): Promise<boolean> {
  if (token === undefined) return false;
  return (await callerAt(server, token)('GET', '/suppliers?page=1&pageSize=1'))?.status === 401;
}

async function sendAll(context: Context, server: Server) {
  const { random, rounds, found } = context;
  const { faults } = found;
  const operations = readDocument(await expectStatus(200, callerAt(server)('GET', '/openapi.json')));
  const { send, close } = openSender(server.port, CONNECTIONS);
  const lookEvery = Math.ceil(rounds / MEMORY_LOOKS);
  const refused = new Map<number, string>();
  const memory: number[] = [];

  const sendOn = async (own: SeededRandom, who: Who) => {
    const nextRequest = hostileRequests(own, operations);
    let token = await openSession(server, who);
    while (context.goesOn()) {
      const index = found.rounds;
      context.countRound();
      const request = nextRequest(index, token);
      const answer = await send(request);
      const status = answer?.status ?? 0;
      const where = `${index}: ${request.method} ${request.path.slice(0, 120)} ${String(request.body).slice(0, 120)}`;
      if (status === 0) found.count('connection closed instead');
      else if (status < 500) found.count(status < 400 ? 'carried out' : 'refused (4xx)');
      found.add('5xx', status >= 500 ? [`${status} for ${where}: ${answer?.text.slice(0, 100)}`] : []);
      // Node answers headers above 16 kB before their end, and closes.
      const isCut = JSON.stringify(request.headers).length > LONG_HEADERS;
      // An export breaks off where another request has ended the session.
      const hasEnded = (status === 0 || status === 401) && (await isEnded(server, token));
      if (hasEnded) token = await openSession(server, who);
      if (!answer && !isCut && !hasEnded) faults.push(`no answer for ${where}`);
      // Its first copy may have been carried out.
      if (answer?.isSecond === true) found.count('sent once more, on a new connection');
      else if (answer && status >= 400) refused.set(index, `${where}, answered ${status}`);
      const tells = answer && (SECRETS.test(answer.text) || (status >= 400 && INSIDE.test(answer.text)));
      if (tells) faults.push(`the answer tells of the inside, for ${where}`);
      if (index % lookEvery === 0) memory.push(await memoryOf(server));
    }
  };
  const whoOf = (index: number) => senders[index % senders.length] ?? 'nobody';
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => sendOn(random.fork(), whoOf(index))));
  close();
  return { refused, memory };
}

export const fuzz: Attack = {
  name: 'fuzz',
  promise: 'Bad input gets a 4xx, never a 5xx or a hang, and leaves no trace.',
  unit: 'requests',
  rounds: { long: 100_000, short: 40 },
  broken: {
    'whatever Fastify refuses is taken for a fault of ours': [
      [
        'server/core/http/errors.ts',
        'if (!isFastifyError(error)) return undefined;',
        'return isFastifyError(error) ? undefined : undefined;',
      ],
    ],
    'a refused write is not rolled back': [
      ['server/core/db/transaction.ts', 'return await db.transaction().execute(work);', 'return await work(db);'],
    ],
  },
  async run(context) {
    const { found } = context;
    const { faults } = found;
    const start = Date.now();
    const environment = { TRUST_PROXY: 'loopback', ...reportsMemory };
    const { database, server, call } = await startServers(context, { count: 1, environment });
    const { supplierId, materialIds } = await prepareGround(call);
    for (const id of materialIds) await addInward(sureCaller(call), supplierId, [[id, 1000]]);
    const slow = openSlowSenders(server);
    const { refused, memory } = await sendAll(context, server);
    const malformed = await malformedFaults(server);
    found.count('no HTTP at all', malformed.sent);
    faults.push(...malformed.faults);

    const marks = await marksIn(database);
    const stored = [...refused].filter(([index]) => marks.has(index));
    const told = stored.map(([index, where]) => `${where}, left its mark in ${marks.get(index)}`);
    found.add('refused but stored', told);
    faults.push(...(await ledgerFaults(database)));
    const { early, late } = growthOf(memory);
    found.most('MB in use, garbage collected, after a third', early);
    found.most('at the end', late);
    if (found.rounds >= LONG_FROM) {
      if (late - early > GROWTH_MB) faults.push(`memory in use grew from ${early} to ${late} MB`);
      await delay(Math.max(0, PATIENCE_MS - (Date.now() - start)));
      if (slow.stillThere() > 0) faults.push(`${slow.stillThere()} slow senders were never cut off`);
    }
    found.count('slow senders', SLOW_SENDERS);
    found.count('told so and cut off', slow.told());
    slow.end();
    // The server goes on and has logged no fault.
    await expectStatus(200, callerAt(server)('GET', '/health'));
    faults.push(...loggedFaults(server));
  },
};
