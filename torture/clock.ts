/** Attack 17: the clock is moved by days and hours, back and forth, and to each edge of the calendar. */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inTransaction } from '#server/db/transaction.ts';
import { insertUser } from '#server/users/queries.ts';
import { supplierFields } from '#test/factories.ts';
import type { Place } from '#test/places.ts';
import type { Attack, Context, Outcome } from './attack.ts';
import { callerAt, expectStatus, signIn } from './caller.ts';
import { ledgerFaults } from './checking.ts';
import { mailedCode } from './codes.ts';
import { inProcess, type InProcess } from './inProcess.ts';
import { DAY, HOUR, Office, type Totals, zones } from './office.ts';

/** A code costs three checks of a password, so only now and then. */
const CODE_SHARE = 0.05;
const MOVES_PER_PLACE = 100;
const CODE_MS = 10 * 60_000;
const LONG_FROM_ROUNDS = 1000;
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

/** A code works for ten minutes: neither after them, nor for longer because the clock went back. */
async function tryCodes(server: InProcess, place: Place, totals: Totals): Promise<void> {
  const { app, clock, settled, store } = server;
  const start = clock.now;
  for (const [moved, expected] of [
    [CODE_MS, 400],
    [-DAY, 400],
    [CODE_MS - 1, 200],
  ] as const) {
    clock.now = start;
    totals.codes += 1;
    // Somebody else each time, from somewhere else, so that the limits on guessing stay out of it.
    const email = `code${totals.codes}@example.in`;
    const remoteAddress = `10.0.${totals.codes >> 8}.${totals.codes & 255}`;
    const user = { fullName: 'A', email, phone: '9876543210', userRole: 'user', status: 1, passwordHash: '-' } as const;
    await inTransaction(store.db, async (trx) => await insertUser(trx, user, new Date(start).toISOString()));
    const asked = await app.inject({ url: `/api/Auth/reset-password-otp?email=${email}`, remoteAddress });
    if (asked.statusCode !== 200) throw new Error(`no code: ${asked.payload}`);
    await settled();
    const otp = mailedCode(place, email);
    clock.now = start + moved;
    const payload = { email, otp, password: 'leaf-and-paper' };
    const answer = await app.inject({ method: 'POST', url: '/api/Auth/verify-otp', payload, remoteAddress });
    if (answer.statusCode !== expected) {
      totals.faults.push(`a code, ${moved} ms after it was asked for: ${answer.statusCode}, not ${expected}`);
    }
  }
  clock.now = start;
}

async function moveAbout(context: Context, zone: string, moves: number, totals: Totals): Promise<void> {
  const place = await context.makePlace();
  await inProcess(place, { TIME_ZONE: zone }, async (server) => {
    const office = new Office(server, context, zone, totals);
    await office.open();
    for (let move = 0; move < moves && context.hasTime(); move += 1) {
      office.move();
      await office.work();
      await office.session();
      if (totals.codes === 0 || context.dice.chance(CODE_SHARE)) await tryCodes(server, place, totals);
      context.progress(totals.moves);
    }
  });
  totals.faults.push(...(await ledgerFaults(place)));
}

/** A server in a process of its own, whose whole machine's clock jumps under it while it runs. */
async function jumpUnderServer(context: Context, totals: Totals): Promise<number> {
  const place = await context.makePlace();
  const file = path.join(place.dataDir, 'clock');
  writeFileSync(file, '+0');
  const environment = {
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  const server = await context.startServer(place, { environment });
  const jumps = ['+1d', '-1d', '@2028-02-29 23:59:58', '@2026-12-31 23:59:58', '@2028-02-28 18:29:58', '-3d', '+0'];
  for (const jump of jumps) {
    writeFileSync(file, jump);
    const call = callerAt(server.address, await signIn(server));
    const made: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      const name = `Supplier ${jump} ${count}`;
      const { createdAt } = await expectStatus(201, call('POST', '/suppliers', supplierFields({ name })));
      made.push(createdAt);
      const [first] = await expectStatus(200, call('GET', '/suppliers?page=1&pageSize=1'));
      if (first.name !== name) totals.faults.push(`${first.name} is before ${name}, which is newer, after ${jump}`);
    }
    if (made.toSorted().join() !== made.join()) totals.faults.push(`times out of order after ${jump}: ${made.join()}`);
    const wanted = jump.startsWith('@')
      ? Date.parse(`${jump.slice(1).replace(' ', 'T')}Z`)
      : Date.now() + Number.parseInt(jump, 10) * DAY;
    if (Math.abs(Date.parse(made[0] ?? '') - wanted) > HOUR) totals.faults.push(`${made[0]} after ${jump}`);
  }
  totals.faults.push(...(await ledgerFaults(place)));
  return jumps.length;
}

async function run(context: Context): Promise<Outcome> {
  const totals: Totals = { moves: 0, back: 0, codes: 0, faults: [] };
  for (let count = 0; totals.moves < context.rounds && context.hasTime(); count += 1) {
    const zone = zones[count % zones.length] ?? 'UTC';
    await moveAbout(context, zone, Math.min(MOVES_PER_PLACE, context.rounds - totals.moves), totals);
  }
  const isLong = context.rounds >= LONG_FROM_ROUNDS && existsSync(FAKETIME);
  const jumps = isLong ? await jumpUnderServer(context, totals) : 0;
  return {
    rounds: totals.moves,
    figures: { 'of them back': totals.back, 'codes tried': totals.codes, 'jumps under a running server': jumps },
    faults: totals.faults,
  };
}

export const clock: Attack = {
  name: 'clock',
  promise: 'A wrong clock, summer time, leap days and midnight change no order, no date and no code.',
  engines: ['sqlite', 'postgres'],
  unit: 'moves of the clock',
  rounds: { long: 2000, short: 12 },
  broken: [
    {
      what: 'a code works longer when the clock goes back',
      edits: [
        { file: 'server/auth/reset.ts', from: ".where('expires_at', '<=', inMinutes(now(), CODE_MINUTES))", to: '' },
      ],
    },
    {
      what: 'a calendar date is taken in UTC',
      edits: [
        {
          file: 'server/calendar.ts',
          from: 'wallClock(now.getTime(), timeZone) - days * DAY_MS',
          to: 'now.getTime() - days * DAY_MS',
        },
      ],
    },
    {
      what: 'a key may be used anew when the clock has gone back',
      edits: [
        {
          file: 'server/http/write.ts',
          from: "where idempotency_key.created_at < ${place('expired')}",
          to: "where idempotency_key.created_at < ${place('expired')} or idempotency_key.created_at > ${place('at')}",
        },
      ],
    },
  ],
  run,
};
