/** Two servers on one PostgreSQL, of which one runs on a machine whose clock is wrong. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { hashPassword } from '#server/core/auth/passwords.ts';
import { supplierFields } from '#test/factories.ts';
import { onPostgres, openTestDatabase, type TestDatabase } from '#test/testDatabases.ts';
import { type Caller, callerAt, expectStatus, type Json, signIn } from '../clients/caller.ts';
import { ledgerFaults } from '../clients/checks.ts';
import { fromNetwork, insertAccount, mailedCode, PASSWORD } from '../clients/people.ts';
import type { Context } from '../runner/attack.ts';
import type { Server } from '../runner/server.ts';
import { until } from '../runner/until.ts';

const MINUTE = 60_000;
const TRIES = 10;
const PACKS = 2;
/** Servers agree to a round trip to the database, which is long on a busy machine. */
const APART_MS = 200;
/** Errors of the wrong clock: more than the 15 minutes in which tries count, and the 10 for which a code works. */
const shiftsMs = [20 * MINUTE, -20 * MINUTE, 600 * MINUTE, -600 * MINUTE] as const;

/** From which server to which, by their places in a pair. */
type Direction = readonly [one: 0 | 1, other: 0 | 1];

/** Loaded into a server before its own code: its clock differs from the machine's. */
const shifted = (ms: number) => `
  const Real = Date;
  globalThis.Date = new Proxy(Real, {
    construct: (of, values, target) => Reflect.construct(of, values.length > 0 ? values : [Real.now() + ${ms}], target),
    get: (of, name) => (name === 'now' ? () => Real.now() + ${ms} : Reflect.get(of, name)),
  });`;

interface Pair {
  context: Context;
  database: TestDatabase;
  servers: readonly [Server, Server];
  /** The administrator at each. */
  calls: readonly [Caller, Caller];
  describe: string;
}

/** Compares, and counts what two servers were compared by. */
function expectSame({ context, describe }: Pair, what: string, seen: unknown, wanted: unknown): void {
  context.found.count('compared on two servers');
  if (seen !== wanted) context.found.faults.push(`${what}, ${describe}: ${String(seen)}, not ${String(wanted)}`);
}

async function change({ database }: Pair, statement: string): Promise<void> {
  await onPostgres(database.environment['DATABASE_URL'] ?? '', statement);
}

async function statusOf(answer: ReturnType<Caller>): Promise<number> {
  return (await answer)?.status ?? 0;
}

/** Records added at the servers in turn are listed in that order. */
async function checkOrder(pair: Pair): Promise<void> {
  const times: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    const call = pair.calls[count % 2 === 0 ? 0 : 1];
    const { createdAt, name } = await expectStatus(201, call('POST', '/suppliers', supplierFields()));
    const [newest] = await expectStatus(200, call('GET', '/suppliers?page=1&pageSize=1'));
    expectSame(pair, 'the newest record', newest.name, name);
    times.push(createdAt);
    await delay(APART_MS);
  }
  expectSame(pair, 'the order of records', times.toSorted().join(), times.join());
}

/** A code of one server works at the other; wrong passwords there count here. */
async function checkSignIn(pair: Pair, [one, other]: Direction): Promise<void> {
  const { context, database, servers } = pair;
  const number = context.found.count('accounts on two servers');
  const email = `two${number}@example.in`;
  const network = fromNetwork(number);
  const [here, there] = [callerAt(servers[one]), callerAt(servers[other])];
  const store = await openTestDatabase(database);
  try {
    await insertAccount(store, email, { passwordHash: await hashPassword('another') });
  } finally {
    await store.db.destroy();
  }
  await expectStatus(200, here('GET', `/Auth/reset-password-otp?email=${email}`, undefined, network));
  const otp = await mailedCode(database, email);
  const used = there('POST', '/Auth/verify-otp', { email, otp, password: PASSWORD }, network);
  expectSame(pair, 'a code', await statusOf(used), 200);
  const wrong = { userName: email, userPassword: 'a guess', jwtToken: '' };
  const guess = async (call: Caller) =>
    await statusOf(call('POST', '/Auth/checkUserAuthentication', wrong, fromNetwork(10_000 + number)));
  for (let count = 0; count < TRIES; count += 1) await guess(here);
  expectSame(pair, 'a guess too many', await guess(there), 429);
}

/** Sessions and idempotency keys end at the same time at both. */
async function checkLifetimes(pair: Pair, [one, other]: Direction): Promise<void> {
  const { servers, calls } = pair;
  const token = await signIn(servers[one]);
  const setEnd = async (minutes: number) =>
    await change(
      pair,
      `update session set expires_at = clock_timestamp() + interval '${minutes} minutes'
       where created_at = (select max(created_at) from session)`,
    );
  for (const [minutes, status] of [
    [5, 200],
    [-5, 401],
  ] as const) {
    await setEnd(minutes);
    expectSame(
      pair,
      `a session with ${minutes} minutes left`,
      await statusOf(callerAt(servers[other], token)('GET', '/suppliers?page=1')),
      status,
    );
  }
  const key = { 'idempotency-key': `two-servers-${pair.context.found.count('keys on two servers')}` };
  const fields = supplierFields();
  const { supplierId } = await expectStatus(201, calls[one]('POST', '/suppliers', fields, key));
  await change(
    pair,
    `update idempotency_key set created_at = clock_timestamp() - interval '23 hours 55 minutes'
     where key = '${key['idempotency-key']}'`,
  );
  const repeat = await expectStatus(201, calls[other]('POST', '/suppliers', fields, key));
  expectSame(pair, 'a repeat under its key', repeat.supplierId, supplierId);
}

/** A pack that one server makes is not made by the other as well. */
async function checkPacks(pair: Pair, [one, other]: Direction): Promise<void> {
  const { calls, database } = pair;
  const order = { from: '2026-04-01', to: '2026-11-30', lotIds: [] };
  await expectStatus(201, calls[one]('POST', '/inspection-packs', order));
  await expectStatus(201, calls[other]('POST', '/inspection-packs', order));
  const newest = async (): Promise<Json[]> =>
    (await expectStatus(200, calls[one]('GET', '/inspection-packs'))).slice(0, PACKS);
  const areMade = async () => (await newest()).every(({ state }) => state === 'done');
  await until(areMade, 'the packs were not made', { everyMs: 100 });
  const made = await onPostgres<{ attempts: string }>(
    database.environment['DATABASE_URL'] ?? '',
    `select attempts from inspection_pack order by id desc limit ${PACKS}`,
  );
  for (const { attempts } of made) expectSame(pair, 'how often a pack was begun', Number(attempts), 1);
}

async function attackPair(context: Context, shiftMs: number, directions: readonly Direction[]): Promise<void> {
  const database = await context.makeMigratedDatabase();
  const file = path.join(database.dataDir, 'shifted.mjs');
  writeFileSync(file, shifted(shiftMs));
  const proxy = { TRUST_PROXY: 'loopback' };
  const right = await context.startServer(database, { environment: proxy });
  const wrong = await context.startServer(database, {
    environment: { ...proxy, NODE_OPTIONS: `--import=${pathToFileURL(file).href}` },
  });
  const token = await signIn(right);
  const pair: Pair = {
    context,
    database,
    servers: [right, wrong],
    calls: [callerAt(right, token), callerAt(wrong, token)],
    describe: `one clock ${shiftMs / MINUTE} minutes off`,
  };
  if (!wrong.output().includes('The clock of this machine is')) {
    context.found.faults.push(`the server whose clock is wrong did not say so: ${wrong.output()}`);
  }
  await checkOrder(pair);
  for (const direction of directions) {
    await checkSignIn(pair, direction);
    await checkLifetimes(pair, direction);
    await checkPacks(pair, direction);
  }
  for (const server of pair.servers) await server.signal('SIGTERM');
  context.found.faults.push(...(await ledgerFaults(database)));
}

/** Attacks two servers by each wrong clock; in the short form by the first, from the right server to the wrong one. */
export async function attackTwoServers(context: Context, isLong: boolean): Promise<void> {
  const [toWrong, toRight]: [Direction, Direction] = [
    [0, 1],
    [1, 0],
  ];
  if (!isLong) return await attackPair(context, shiftsMs[0], [toWrong]);
  for (const shiftMs of shiftsMs) await attackPair(context, shiftMs, [toWrong, toRight]);
}
