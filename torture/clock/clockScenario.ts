/** A scenario in one time zone, whose clock moves by days and hours and to edges of the calendar. */
import { formatTimestamp } from '#contract/core/values/format.ts';
import { openSession } from '#server/core/auth/sessions.ts';
import { dayBefore } from '#server/core/calendar.ts';
import {
  addInward,
  addMaterial,
  addProduction,
  addSupplier,
  inwardFields,
  stockOf,
  supplierFields,
} from '#test/factories.ts';
import { callerOf } from '#test/inject.ts';
import { insertAccount } from '../clients/people.ts';
import type { Context } from '../runner/attack.ts';
import type { InProcess } from '../runner/inProcess.ts';

const SECOND = 1000;
export const HOUR = 3600 * SECOND;
export const DAY = 24 * HOUR;
const SESSION = { idleMs: 12 * HOUR, lifetimeMs: 30 * DAY };

export const zones = [
  'Asia/Kolkata',
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kathmandu',
];

/** Edges: days, months, years, leap days, summer time in one of the zones. */
const edges = [
  '2026-12-31T18:30:00Z',
  '2027-01-01T00:00:00Z',
  '2026-11-30T18:30:00Z',
  '2027-02-28T18:30:00Z',
  '2028-02-28T18:30:00Z',
  '2028-02-29T00:00:00Z',
  '2028-02-29T18:30:00Z',
  '2028-12-31T23:59:59Z',
  '2100-02-28T18:30:00Z',
  '2027-03-28T01:00:00Z',
  '2027-10-31T01:00:00Z',
  '2027-03-14T07:00:00Z',
  '2027-11-07T06:00:00Z',
  '2027-04-03T15:00:00Z',
  '2027-10-02T15:30:00Z',
  '2038-01-19T03:14:08Z',
].map((edge) => Date.parse(edge));

export /** The calendar date in a zone, by `Intl`. */
function dateIn(zone: string, instant: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const { year, month, day } = Object.fromEntries(parts.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${year}-${month}-${day}`;
}

/** Adds an account and the records of a scenario on one database, in one zone; answers its steps. */
export async function openScenario(server: InProcess, { random, found }: Context, zone: string) {
  const { app, store, clock } = server;
  let token = '';
  const call = callerOf(app, () => token);
  const userId = await insertAccount(store, 'clock@example.in', { userRole: 'admin' });
  const signIn = async () => {
    token = await openSession(store.db, userId, new Date(clock.now), SESSION);
  };
  await signIn();
  const supplierId = await addSupplier(call);
  const materialId = await addMaterial(call);
  let made = 0;

  function expect(what: string, seen: unknown, wanted: unknown): void {
    if (seen === wanted) return;
    const when = new Date(clock.now).toISOString();
    found.faults.push(`${what}: ${String(seen)}, not ${String(wanted)} at ${when} in ${zone}`);
  }

  function move(): void {
    const before = clock.now;
    const steps = [-DAY, DAY, -HOUR, HOUR, -1, 1, 60 * DAY];
    const beside = random.pick([-SECOND, -1, 0, 1, SECOND]);
    clock.now = random.chance(0.5) ? before + random.pick(steps) : random.pick(edges) + beside;
    found.count('of them back', clock.now < before ? 1 : 0);
  }

  /** A repeat is recognized within a day of the clock; later the key is free. */
  async function repeat(fields: object, key: Record<string, string>, id: number): Promise<void> {
    const before = clock.now;
    clock.now += random.pick([-DAY, -1, 1, DAY - 1]);
    await signIn();
    expect('the repeat', (await call('POST', '/suppliers', fields, key)).json.supplierId, id);
    clock.now = before;
  }

  /** Shown times are local times of the zone. */
  function checkShown(): void {
    // Sets this process's zone, as a browser has its machine's.
    const own = process.env['TZ'];
    process.env['TZ'] = zone;
    const shown = formatTimestamp(new Date(clock.now).toISOString());
    if (own === undefined) delete process.env['TZ'];
    else process.env['TZ'] = own;
    const time = new Intl.DateTimeFormat('en', { timeZone: zone, hour: '2-digit', minute: '2-digit', hour12: true });
    const date = dateIn(zone, clock.now).split('-').toReversed().join('-');
    const plain = (text: string) => text.toLowerCase().replaceAll(/\s/g, ' ');
    expect('the time as people read it', plain(shown), plain(`${date} ${time.format(clock.now)}`));
  }

  /** Records something, and checks calendar dates, timestamps and order. */
  async function work(): Promise<void> {
    await signIn();
    made += 1;
    const today = dateIn(zone, clock.now);
    expect('today', dayBefore(new Date(clock.now), 0, zone), today);
    const fields = supplierFields();
    const key = { 'idempotency-key': `${made}` };
    const supplier = await call('POST', '/suppliers', fields, key);
    expect('created', supplier.json.createdAt, new Date(clock.now).toISOString());
    const { json: listed } = await call('GET', '/suppliers?page=1&pageSize=1');
    expect('the newest is first', listed[0].name, fields.name);
    const [tomorrow = '', after] = [-1, -2].map((days) => dayBefore(new Date(clock.now), days, zone));
    const early = inwardFields(supplierId, [[materialId, 2]], { inwardDate: after });
    expect('an inward two days ahead', (await call('POST', '/inward', early)).status, 400);
    const date = random.pick([today, tomorrow, '2024-02-29', '2025-12-31', '2026-03-29']);
    const inward = await addInward(call, supplierId, [[materialId, 2]], { inwardDate: date });
    expect('date of the inward', inward.inwardDate.slice(0, 10), date);
    const id = await addProduction(call, materialId, 1, { productionDate: date });
    const { json: production } = await call('GET', `/Production/${id}`);
    expect('date of the production', production.productionDate.slice(0, 10), date);
    expect('balance', (await stockOf(call, materialId))[2], made);
    await repeat(fields, key, supplier.json.supplierId);
    checkShown();
  }

  /** A session lasts 12 hours without use, to the millisecond. */
  async function session(): Promise<void> {
    const start = clock.now;
    for (const [after, status] of [
      [SESSION.idleMs - 1, 200],
      [SESSION.idleMs, 401],
    ] as const) {
      clock.now = start;
      await signIn();
      clock.now = start + after;
      expect('the session', (await call('GET', '/suppliers?page=1')).status, status);
    }
    clock.now = start;
    await signIn();
  }

  return { move, work, session };
}
