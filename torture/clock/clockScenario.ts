/** A scenario in one time zone, whose clock moves by days and hours and to edges of the calendar. */
import { formatTimestamp } from '#contract/format.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { openSession } from '#server/auth/sessions.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { dayBefore } from '#server/calendar.ts';
import { insertUser } from '#server/auth/accounts.ts';
import {
  addInward,
  addMaterial,
  addProduction,
  addSupplier,
  inwardFields,
  stockOf,
  supplierFields,
} from '#test/factories.ts';
import { PASSWORD } from '../clients/people.ts';
import type { Context, Findings } from '../runner/attack.ts';
import type { InProcess } from '../runner/inProcess.ts';

const SECOND = 1000;
export const HOUR = 3600 * SECOND;
export const DAY = 24 * HOUR;
const SESSION = { idleMs: 12 * HOUR, lifetimeMs: 30 * DAY };
const EMAIL = 'clock@example.in';

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

/** Sends requests to the server in this process, with the current token. */
function callerOf({ app }: InProcess, token: () => string): Parameters<typeof addSupplier>[0] {
  return async (method, url, body, headers = {}) => {
    const answer = await app.inject({
      method,
      url: `/api${url}`,
      headers: { authorization: `Bearer ${token()}`, ...headers },
      ...(body === undefined ? {} : { payload: JSON.parse(JSON.stringify(body)) }),
    });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    const json: ReturnType<typeof JSON.parse> = isJson ? answer.json() : undefined;
    return { status: answer.statusCode, headers: answer.headers, text: answer.payload, json };
  };
}

/** The scenario on one database, in one zone. */
export class ClockScenario {
  readonly #server: InProcess;
  readonly #context: Context;
  readonly #zone: string;
  readonly #found: Findings;
  readonly #call: ReturnType<typeof callerOf>;
  #token = '';
  #userId = 0;
  #made = 0;
  #materialId = 0;
  #supplierId = 0;
  #left = 0;

  constructor(server: InProcess, context: Context, zone: string) {
    this.#server = server;
    this.#context = context;
    this.#zone = zone;
    this.#found = context.found;
    this.#call = callerOf(server, () => this.#token);
  }

  #expect(what: string, found: unknown, wanted: unknown): void {
    if (found === wanted) return;
    const when = new Date(this.#server.clock.now).toISOString();
    this.#found.faults.push(`${what}: ${String(found)}, not ${String(wanted)} at ${when} in ${this.#zone}`);
  }

  /** Adds an account and the records that the scenario needs. */
  async open(): Promise<void> {
    const { store } = this.#server;
    const passwordHash = await hashPassword(PASSWORD);
    const person = { fullName: 'A', email: EMAIL, phone: '9876543210', passwordHash };
    const user = { ...person, userRole: 'admin', status: 1 } as const;
    const made = await inTransaction(store.db, async (trx) => await insertUser(trx, user, new Date().toISOString()));
    this.#userId = made.userId;
    await this.#signIn();
    this.#supplierId = await addSupplier(this.#call);
    this.#materialId = await addMaterial(this.#call);
  }

  async #signIn(): Promise<void> {
    const { store, clock } = this.#server;
    this.#token = await openSession(store.db, this.#userId, new Date(clock.now), SESSION);
  }

  /** Moves the clock by a day or an hour, or to a moment beside an edge. */
  move(): void {
    const { random } = this.#context;
    const { clock } = this.#server;
    const before = clock.now;
    const steps = [-DAY, DAY, -HOUR, HOUR, -1, 1, 60 * DAY];
    const beside = random.pick([-SECOND, -1, 0, 1, SECOND]);
    clock.now = random.chance(0.5) ? before + random.pick(steps) : random.pick(edges) + beside;
    if (clock.now < before) this.#found.count('of them back');
  }

  /** Records something, and checks calendar dates, timestamps and order. */
  async work(): Promise<void> {
    const { clock } = this.#server;
    const { random } = this.#context;
    await this.#signIn();
    const at = new Date(clock.now).toISOString();
    const today = dateIn(this.#zone, clock.now);
    this.#expect('today', dayBefore(new Date(clock.now), 0, this.#zone), today);
    const name = `Supplier of move ${(this.#made += 1)}`;
    const key = { 'idempotency-key': `${this.#made}` };
    const supplier = await this.#call('POST', '/suppliers', supplierFields({ name }), key);
    this.#expect('created', supplier.json.createdAt, at);
    const { json: listed } = await this.#call('GET', '/suppliers?page=1&pageSize=1');
    this.#expect('the newest is first', listed[0].name, name);
    const [tomorrow, after] = [-1, -2].map((days) => dayBefore(new Date(clock.now), days, this.#zone));
    const early = inwardFields(this.#supplierId, [[this.#materialId, 2]], { inwardDate: after });
    this.#expect('an inward two days ahead', (await this.#call('POST', '/inward', early)).status, 400);
    const date = random.pick([today, tomorrow ?? '', '2024-02-29', '2025-12-31', '2026-03-29']);
    const inward = await addInward(this.#call, this.#supplierId, [[this.#materialId, 2]], { inwardDate: date });
    this.#expect('date of the inward', inward.inwardDate.slice(0, 10), date);
    const id = await addProduction(this.#call, this.#materialId, 1, { productionDate: date });
    const { json: production } = await this.#call('GET', `/Production/${id}`);
    this.#expect('date of the production', production.productionDate.slice(0, 10), date);
    this.#left += 1;
    this.#expect('balance', (await stockOf(this.#call, this.#materialId))[2], this.#left);
    await this.#repeat(name, key, supplier.json.supplierId);
    this.#formatted();
  }

  /** A repeat is recognized within a day of the clock; later the key is free. */
  async #repeat(name: string, key: Record<string, string>, supplierId: number): Promise<void> {
    const { clock } = this.#server;
    const { random } = this.#context;
    const before = clock.now;
    clock.now += random.pick([-DAY, -1, 1, DAY - 1]);
    await this.#signIn();
    const again = await this.#call('GET', `/suppliers?page=1&search=${encodeURIComponent(name)}`);
    const { phone, email, gstinNumber, address, status } = again.json.find(
      (each: { supplierId: number }) => each.supplierId === supplierId,
    );
    const fields = { name, phone, email, gstinNumber, address, status };
    const repeated = await this.#call('POST', '/suppliers', fields, key);
    this.#expect('the repeat', repeated.json.supplierId, supplierId);
    clock.now = before;
  }

  /** Shown times are local times of the zone. */
  #formatted(): void {
    const { now } = this.#server.clock;
    // Sets this process's zone, as a browser has its machine's.
    const own = process.env['TZ'];
    process.env['TZ'] = this.#zone;
    const shown = formatTimestamp(new Date(now).toISOString());
    if (own === undefined) delete process.env['TZ'];
    else process.env['TZ'] = own;
    const time = new Intl.DateTimeFormat('en', {
      timeZone: this.#zone,
      hour: '2-digit',
      minute: '2-digit',
      hour12: true,
    });
    const [year, month, day] = dateIn(this.#zone, now).split('-');
    const wanted = `${day}-${month}-${year} ${time.format(now)}`.replaceAll(/\s/g, ' ');
    this.#expect('the time as people read it', shown.toLowerCase().replaceAll(/\s/g, ' '), wanted.toLowerCase());
  }

  /** A session lasts 12 hours without use, to the millisecond. */
  async session(): Promise<void> {
    const { clock } = this.#server;
    const start = clock.now;
    for (const [after, status] of [
      [SESSION.idleMs - 1, 200],
      [SESSION.idleMs, 401],
    ] as const) {
      clock.now = start;
      await this.#signIn();
      clock.now = start + after;
      this.#expect('the session', (await this.#call('GET', '/suppliers?page=1')).status, status);
    }
    clock.now = start;
    await this.#signIn();
  }
}
