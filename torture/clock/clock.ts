/** Attack 17: the clock moves by days and hours, back and forth, and to edges of the calendar. */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { supplierFields } from '#test/factories.ts';
import type { TestDatabase } from '#test/testDatabases.ts';
import { callerAt, expectStatus, signIn } from '../clients/caller.ts';
import { ledgerFaults } from '../clients/checks.ts';
import { findMailedCode, insertAccount, PASSWORD } from '../clients/people.ts';
import type { Attack, Context, Findings } from '../runner/attack.ts';
import { inProcess, type InProcess } from '../runner/inProcess.ts';
import { DAY, HOUR, openScenario, zones } from './clockScenario.ts';
import { attackTwoServers } from './twoServers.ts';

/** A code costs three password hashes, so it is tried rarely. */
const CODE_SHARE = 0.05;
const MOVES_PER_DATABASE = 100;
const CODE_MS = 10 * 60_000;
const LONG_FROM_ROUNDS = 1000;
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

/** A code is valid for ten minutes, even if the clock goes back. */
async function tryCodes({ app, clock, settled, store }: InProcess, database: TestDatabase, found: Findings) {
  const start = clock.now;
  for (const [moved, expected] of [
    [CODE_MS, 400],
    [-DAY, 400],
    [CODE_MS - 1, 200],
  ] as const) {
    clock.now = start;
    const count = found.count('codes tried', 1);
    // Another account and network each time, to avoid the limits on guessing.
    const email = `code${count}@example.in`;
    const remoteAddress = `10.0.${count >> 8}.${count & 255}`;
    await insertAccount(store, email);
    const asked = await app.inject({ url: `/api/Auth/reset-password-otp?email=${email}`, remoteAddress });
    if (asked.statusCode !== 200) throw new Error(`no code: ${asked.payload}`);
    await settled();
    const payload = { email, otp: findMailedCode(database, email), password: PASSWORD };
    clock.now = start + moved;
    const { statusCode } = await app.inject({ method: 'POST', url: '/api/Auth/verify-otp', payload, remoteAddress });
    if (statusCode === expected) continue;
    found.faults.push(`a code, ${moved} ms after it was asked for: ${statusCode}, not ${expected}`);
  }
  clock.now = start;
}

async function moveClock(context: Context, zone: string): Promise<void> {
  const { found } = context;
  const database = await context.makeMigratedDatabase();
  await inProcess(database, { TIME_ZONE: zone }, async (server) => {
    const scenario = await openScenario(server, context, zone);
    for (let move = 0; move < MOVES_PER_DATABASE && context.goesOn(); move += 1) {
      scenario.move();
      await scenario.work();
      await scenario.session();
      const isFirst = found.count('codes tried', 0) === 0;
      if (isFirst || context.random.chance(CODE_SHARE)) await tryCodes(server, database, found);
      context.countRound();
    }
  });
  found.faults.push(...(await ledgerFaults(database)));
}

/** A server process whose system clock jumps while it runs. */
async function jumpUnderServer(context: Context): Promise<void> {
  const { found } = context;
  const database = await context.makeMigratedDatabase();
  const file = path.join(database.dataDir, 'clock');
  writeFileSync(file, '+0');
  const environment = {
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  const server = await context.startServer(database, { environment });
  const jumps = ['+1d', '-1d', '@2028-02-29 23:59:58', '@2026-12-31 23:59:58', '@2028-02-28 18:29:58', '-3d', '+0'];
  for (const jump of jumps) {
    writeFileSync(file, jump);
    found.count('jumps under a running server');
    const call = callerAt(server, await signIn(server));
    const times: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      const name = `Supplier ${jump} ${count}`;
      const { createdAt } = await expectStatus(201, call('POST', '/suppliers', supplierFields({ name })));
      times.push(createdAt);
      const [first] = await expectStatus(200, call('GET', '/suppliers?page=1&pageSize=1'));
      if (first.name !== name) found.faults.push(`${first.name} is before ${name}, which is newer, after ${jump}`);
    }
    if (times.toSorted().join() !== times.join()) found.faults.push(`out of order after ${jump}: ${times.join()}`);
    const wanted = jump.startsWith('@')
      ? Date.parse(`${jump.slice(1).replace(' ', 'T')}Z`)
      : Date.now() + Number.parseInt(jump, 10) * DAY;
    if (Math.abs(Date.parse(times[0] ?? '') - wanted) > HOUR) found.faults.push(`${times[0]} after ${jump}`);
  }
  found.faults.push(...(await ledgerFaults(database)));
}

export const clock: Attack = {
  name: 'clock',
  promise: 'A wrong clock, summer time, leap days and midnight change no order, no date and no code.',
  unit: 'moves of the clock',
  rounds: { long: 2000, short: 3 },
  broken: {
    'a code works longer when the clock goes back': [
      ['server/core/auth/resetCodes.ts', ".where('expires_at', '<=', inMinutes(now(), MAX_MINUTES))", ''],
    ],
    'a calendar date is taken in UTC': [
      [
        'server/core/calendar.ts',
        'wallClock(now.getTime(), timeZone) - days * DAY_MS',
        'now.getTime() - days * DAY_MS',
      ],
    ],
    'each server goes by the clock of its machine (PostgreSQL)': [
      [
        'server/openServer.ts',
        'buildApp({ store, config, now: clock.now, screensDir })',
        'buildApp({ store, config, screensDir })',
      ],
    ],
    'a key may be used again when the clock has gone back': [
      [
        'server/core/records/write.ts',
        "where idempotency_key.created_at < ${param('expired')}",
        "where idempotency_key.created_at < ${param('expired')} or idempotency_key.created_at > ${param('at')}",
      ],
    ],
  },
  async run(context) {
    for (let count = 0; context.goesOn(); count += 1) {
      const zone = zones[count % zones.length] ?? 'UTC';
      await moveClock(context, zone);
    }
    const isLong = context.rounds >= LONG_FROM_ROUNDS;
    if (context.engine === 'postgres') await attackTwoServers(context, isLong);
    else if (isLong && existsSync(FAKETIME)) await jumpUnderServer(context);
  },
};
