/** Attack 14, bodies: eight hostile shapes at the size limit of every call that takes a body. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import type { SeededRandom } from '#seed/seededRandom.ts';
import { addInward } from '#test/factories.ts';
import { type Operation, readDocument } from '#test/openApiDocument.ts';
import type { TestDatabase } from '#test/testDatabases.ts';
import {
  callerAt,
  expectStatus,
  openSender,
  type Sender,
  signIn,
  startServers,
  sureCaller,
} from '../clients/caller.ts';
import { withStore } from '../clients/checks.ts';
import { fromNetwork, register } from '../clients/people.ts';
import { prepareGround } from '../clients/writer.ts';
import type { Attack, Context } from '../runner/attack.ts';
import { peakOf, resetPeak } from '../runner/memory.ts';
import { loggedFaults, type Server } from '../runner/server.ts';
import { hostileBody, type Shape, shapeNames } from './hostileBodies.ts';

const LIMIT_MB = 400;
const LIMIT_P99_MS = 100;
/** Bodies from which on time is measured: the short form runs beside other tests. */
const LONG_FROM = 500;
const PAGE = '/api/suppliers?page=1';

const roles = ['admin', 'manager', 'user', 'nobody'] as const;
type Who = (typeof roles)[number];

/** A call, a shape and who sends it. */
interface Try {
  operation: Operation;
  shape: Shape;
  who: Who;
}

/** Rows in each table but that of the limits on guessing. */
async function countRows(database: TestDatabase): Promise<Map<string, number>> {
  return await withStore(database, async ({ db }) => {
    const counts = new Map<string, number>();
    for (const { name } of await db.introspection.getTables()) {
      if (name === 'rate_limit') continue;
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db);
      counts.set(name, Number(rows[0]?.n));
    }
    return counts;
  });
}

async function tokensOf(server: Server): Promise<Map<Who, string>> {
  const admin = await signIn(server);
  const tokens = new Map<Who, string>([['admin', admin]]);
  for (const role of ['manager', 'user'] as const) {
    tokens.set(role, await signIn(server, await register(callerAt(server, admin), `${role}@example.in`, role)));
  }
  return tokens;
}

class BodySender {
  readonly #send: Sender;
  readonly #tokens: ReadonlyMap<Who, string>;
  #count = 0;

  constructor(send: Sender, tokens: ReadonlyMap<Who, string>) {
    this.#send = send;
    this.#tokens = tokens;
  }

  async send({ method, path }: Operation, who: Who, body: string | Buffer) {
    const token = this.#tokens.get(who);
    this.#count += 1;
    return await this.#send({
      method,
      path: `/api${path.replace('{id}', '1')}`,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        'content-type': 'application/json',
        'idempotency-key': `body-${this.#count}`,
        // From a trusted proxy, so that the limits on guessing don't end the attack.
        ...fromNetwork(this.#count),
      },
      body,
    });
  }
}

/** Every shape for every call and everybody who may send it a body. */
async function allTries(operations: readonly Operation[], sender: BodySender): Promise<Try[]> {
  const tries: Try[] = [];
  for (const operation of operations.filter(({ body }) => body)) {
    for (const who of roles) {
      const answer = await sender.send(operation, who, '""');
      if (answer?.status === 400) tries.push(...shapeNames.map((shape) => ({ operation, shape, who })));
    }
  }
  return tries;
}

function shuffled<T>(list: readonly T[], random: SeededRandom): T[] {
  return list
    .map((entry) => ({ entry, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ entry }) => entry);
}

/** One after the other, in an order by chance: many large bodies at once are another attack, exhaust. */
async function sendAll(context: Context, tries: readonly Try[], sender: BodySender): Promise<void> {
  const { found } = context;
  const order = shuffled(tries, context.random);
  while (context.goesOn()) {
    const next = order[found.rounds % order.length];
    if (!next) throw new Error('no call takes a body');
    context.countRound();
    const { operation, shape, who } = next;
    const answer = await sender
      .send(operation, who, hostileBody(operation, shape))
      .catch((error: unknown) => String(error));
    const where = `${shape} for ${operation.name} by ${who}`;
    if (typeof answer !== 'object') {
      found.faults.push(`${where}: ${answer ?? 'no answer'}`);
      // It hangs.
      return;
    }
    const { status, text } = answer;
    const isRefused = status >= 400 && status < 500;
    if (isRefused) found.count(status === 413 ? 'refused as too large' : 'refused otherwise');
    // A long text fits in the size limit, so that it isn't the size which is refused.
    if (!isRefused || (shape === 'long text' && status === 413)) {
      found.faults.push(`${where}: ${status} ${text.slice(0, 200)}`);
    }
  }
}

/** Measures others' requests during `work`; answers their milliseconds in order. */
async function measureOthers(server: Server, token: string, work: () => Promise<void>): Promise<number[]> {
  const workerData = { port: server.port, token, path: PAGE };
  const thread = new Worker(new URL('./latencyThread.ts', import.meta.url), { workerData });
  try {
    await once(thread, 'online');
    await work();
    thread.postMessage('stop', []);
    const [taken]: number[][] = await once(thread, 'message');
    return (taken ?? []).toSorted((a, b) => a - b);
  } finally {
    await thread.terminate();
  }
}

export const bodies: Attack = {
  name: 'bodies',
  promise: 'No body that a call takes stops the others, whatever its shape.',
  unit: 'bodies',
  rounds: { long: 5_000, short: 40 },
  broken: {
    'length after normalising': [
      [
        'contract/core/fields.ts',
        'const sent = z.string(missing).trim().max(longestSent(max), { error, abort: true });',
        'const sent = z.string(missing);',
      ],
      ['contract/core/values/names.ts', 'const SENT_TIMES = 2;', 'const SENT_TIMES = Infinity;'],
    ],
    'elements before length': [
      ['contract/core/values/listOf.ts', 'if (!Array.isArray(sent) || sent.length > max)', 'if (!Array.isArray(sent))'],
      ['contract/core/values/listOf.ts', 'if (payload.issues.length >= MAX_FAULTS) break;', ''],
      ['server/core/http/jsonBody.ts', "if (values > maxValues || fields > MAX_FIELDS) return 'size';", ''],
    ],
    'nesting without an end': [
      ['server/core/http/jsonBody.ts', 'const MAX_LEVELS = 16;', 'const MAX_LEVELS = Infinity;'],
      ['server/core/http/jsonBody.ts', "if (values > maxValues || fields > MAX_FIELDS) return 'size';", ''],
    ],
  },
  async run(context) {
    const { found, rounds } = context;
    const { faults } = found;
    const environment = { TRUST_PROXY: 'loopback' };
    const { database, server, call, token } = await startServers(context, { count: 1, environment });
    if (!existsSync(`/proc/${server.pid}/status`)) {
      throw new Error('This attack needs /proc, where Linux says how much memory a process has had.');
    }
    const { supplierId, materialIds } = await prepareGround(call);
    for (const id of materialIds) await addInward(sureCaller(call), supplierId, [[id, 1000]]);
    const operations = readDocument(await expectStatus(200, call('GET', '/openapi.json')));
    const { send, close } = openSender(server.port, roles.length);
    const sender = new BodySender(send, await tokensOf(server));
    const tries = await allTries(operations, sender);
    found.most('calls, shapes and roles together', tries.length);
    const before = await countRows(database);
    resetPeak(server);
    const others = await measureOthers(server, token, async () => await sendAll(context, tries, sender));
    close();
    const p99 = others[Math.floor(others.length * 0.99)] ?? Infinity;
    found.count('requests of others meanwhile', others.length);
    found.most('99 of 100 of them within ms', p99);
    found.most('slowest of them, ms', others.at(-1) ?? Infinity);
    if (rounds >= LONG_FROM && p99 > LIMIT_P99_MS) faults.push(`others waited ${p99} ms for 1 of 100 answers`);
    if (others.includes(Infinity)) faults.push('a request of somebody else was not answered with 200');
    const peak = peakOf(server);
    found.most('MB at most', peak);
    if (peak > LIMIT_MB) faults.push(`${peak} MB of memory`);
    for (const [table, rows] of await countRows(database)) {
      if (rows !== before.get(table)) faults.push(`${table} had ${before.get(table)} rows, and has ${rows}`);
    }
    faults.push(...loggedFaults(server));
    if (faults.length === 0) await expectStatus(200, callerAt(server)('GET', '/health'));
  },
};
