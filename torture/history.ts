/** Attack 11: every call that writes, with content by chance, and after each the history compared with what was sent. */
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Attack, Context, Outcome } from './attack.ts';
import { callerAt, expectStatus, signIn, type Answer } from './caller.ts';
import { withStore } from './checking.ts';
import { Content } from './historyContent.ts';
import { RecordWriter, type Drivers, type Expected, type Office, type Person } from './historyDrivers.ts';
import { takenByLot, type Json, type Told } from './historyModel.ts';
import { PeopleWriter } from './historyPeople.ts';
import type { Server } from './server.ts';

/** So often each kind of record is added before the rounds begin, so that there is something to refer to. */
const AT_FIRST = 3;
/** What chance left out is tried so often again. */
const TRIES = 200;
/** A refused sign-in is told behind its answer. */
const WAIT_MS = 20;
const WAITS = 3000;
const SHOWN_AT_ONCE = 200;

async function personOf(server: Server, admin: Person, userRole: string, content: Content): Promise<Person> {
  const password = content.password();
  const email = `${userRole}@example.in`;
  const fields = { fullName: `A ${userRole}`, email, phone: '9876543210', userRole, password };
  const { userId } = await expectStatus(201, admin.call('POST', '/Auth/register', fields));
  const credentials = { userName: email, userPassword: password, jwtToken: '' };
  const signedIn = callerAt(server.address)('POST', '/Auth/checkUserAuthentication', credentials);
  const { token } = await expectStatus(200, signedIn);
  content.secrets.add(token);
  return { userId, call: callerAt(server.address, token) };
}

async function openOffice(context: Context, content: Content): Promise<Office> {
  const place = await context.makePlace();
  const server = await context.startServer(place, { environment: { TRUST_PROXY: 'loopback' } });
  const token = await signIn(server);
  content.secrets.add(token);
  const admin: Person = { userId: 1, call: callerAt(server.address, token) };
  const manager = await personOf(server, admin, 'manager', content);
  const storekeeper = await personOf(server, admin, 'user', content);
  return { address: server.address, place, admin, manager, storekeeper };
}

/** The history beside what it must tell. */
class Chronicle {
  readonly faults: string[] = [];
  events = 0;
  /** Of productions whose lots shrank under them. */
  moved = 0;
  compared = 0;
  #lastId = 0;
  /** By production: what the sentences told so far come to for each lot, in thousandths. */
  readonly #taken = new Map<number, Map<number, number>>();
  readonly #office: Office;

  constructor(office: Office) {
    this.#office = office;
  }

  /** The events since the last look, oldest first. */
  async look(): Promise<Json[]> {
    const path = `/activity?page=1&pageSize=${SHOWN_AT_ONCE}`;
    const newest: Json[] = await expectStatus(200, this.#office.admin.call('GET', path));
    return newest.filter((event) => event.eventId > this.#lastId).toSorted((a, b) => a.eventId - b.eventId);
  }

  /** Everything before this is left out. */
  async begin(): Promise<void> {
    this.#lastId = (await this.look()).at(-1)?.eventId ?? 0;
  }

  async compare(route: string, expected: readonly Expected[], since: number): Promise<void> {
    let events = await this.look();
    const own = () => events.filter((event) => event.action !== 'move');
    for (let waits = 0; own().length < expected.length && waits < WAITS; waits += 1) {
      await delay(WAIT_MS);
      events = await this.look();
    }
    this.#lastId = events.at(-1)?.eventId ?? this.#lastId;
    this.events += own().length;
    this.moved += events.length - own().length;
    for (const event of events) await this.#keep(route, event, since);
    if (own().length !== expected.length) {
      this.faults.push(`${route}: ${own().length} events instead of ${expected.length}: ${JSON.stringify(own())}`);
      return;
    }
    for (const each of expected) {
      const same = own().find(
        (event) => event.kind === each.kind && event.recordId === each.id && event.action === each.action,
      );
      const told = same?.changes.map(({ label, before, after }: Json): Told => [label, before, after]);
      const inOrder = (changes: readonly Told[]) => changes.toSorted((a, b) => (a[0] < b[0] ? -1 : 1));
      const holds = same?.userId === each.userId && isDeepStrictEqual(inOrder(told), inOrder(each.changes));
      if (holds) this.compared += 1;
      else this.faults.push(`${route}: told ${JSON.stringify(same)}, expected ${JSON.stringify(each)}`);
    }
  }

  /** What holds for every event: its own history tells the same, its time is that of the write, its sentences add up. */
  async #keep(route: string, event: Json, since: number): Promise<void> {
    const { kind, recordId, at, stock } = event;
    const time = Date.parse(at);
    if (time < since || time > Date.now()) this.faults.push(`${route}: is told to have been at ${at}`);
    if (kind !== 'sessions' && kind !== 'backups') {
      const path = `/history/${kind}/${recordId}?page=1&pageSize=5`;
      const own: Json[] = await expectStatus(200, this.#office.admin.call('GET', path));
      if (!own.some((each) => isDeepStrictEqual(each, event)))
        this.faults.push(`${route}: ${path} tells something else`);
    }
    if (kind !== 'production') return;
    const taken = this.#taken.get(recordId) ?? new Map<number, number>();
    takenByLot(stock, taken);
    this.#taken.set(recordId, taken);
  }

  /** Whether what was told of each production comes to what it takes from each lot at present; nothing once deleted. */
  async compareLots(): Promise<void> {
    for (const [id, taken] of this.#taken) {
      const answer: Answer | undefined = await this.#office.admin.call('GET', `/Production/${id}`);
      const lots: Json[] = answer?.status === 200 ? answer.json.lots : [];
      const isTaken = lots.map((lot) => [lot.lotId, Math.round(lot.quantity * 1000)]);
      const told = [...taken].filter(([, quantity]) => quantity !== 0);
      const inOrder = (some: number[][]) => some.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
      if (isDeepStrictEqual(inOrder(told), inOrder(isTaken))) continue;
      this.faults.push(`production ${id} takes ${JSON.stringify(isTaken)}, told was ${JSON.stringify(told)}`);
    }
  }
}

/** Secrets that stand in what the history keeps or answers. */
async function secretsTold(office: Office, content: Content): Promise<string[]> {
  const { kept, hashes } = await withStore(office.place, async ({ db }) => {
    const users = await db.selectFrom('app_user').select('password_hash').execute();
    const sessions = await db.selectFrom('session').select('token_hash').execute();
    const codes = await db.selectFrom('reset_code').select('code_hash').execute();
    return {
      kept: JSON.stringify(await db.selectFrom('audit_event').selectAll().execute()).replaceAll('\\"', '"'),
      hashes: [
        ...users.map((row) => row.password_hash),
        ...sessions.map((row) => row.token_hash),
        ...codes.map((row) => row.code_hash),
      ],
    };
  });
  const answered = JSON.stringify(await expectStatus(200, office.admin.call('GET', '/activity')));
  const secrets = [...content.secrets, ...hashes, '$argon2', ';base64,'];
  return secrets.filter((secret) => kept.includes(secret) || answered.includes(secret));
}

/** The calls of the description that write. */
async function routesOf({ admin }: Office): Promise<string[]> {
  const { paths }: Json = await expectStatus(200, admin.call('GET', '/openapi.json'));
  return Object.entries(paths).flatMap(([path, calls]) =>
    Object.keys(Object(calls)).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

async function run(context: Context): Promise<Outcome> {
  const content = new Content(context.dice);
  const office = await openOffice(context, content);
  const records = new RecordWriter(office, content);
  const drivers: Drivers = { ...records.drivers(), ...new PeopleWriter(office, content).drivers() };
  const chronicle = new Chronicle(office);
  const acknowledged = new Map<string, number>();
  let refused = 0;

  const drive = async (route: string): Promise<void> => {
    const since = Date.now();
    const { answer, expected } = (await drivers[route]?.()) ?? {};
    const isDone = answer !== undefined && answer.status < 300;
    if (isDone) acknowledged.set(route, (acknowledged.get(route) ?? 0) + 1);
    else refused += 1;
    if (!answer || answer.status >= 500) chronicle.faults.push(`${route} answered ${answer?.text}`);
    await chronicle.compare(route, isDone && expected ? expected() : [], since);
  };

  await chronicle.begin();
  const routes = Object.keys(drivers);
  for (const route of routes.filter((each) => each.startsWith('POST'))) {
    for (let count = 0; count < AT_FIRST; count += 1) await drive(route);
  }
  let rounds = 0;
  for (; rounds < context.rounds && context.hasTime(); rounds += 1) {
    await drive(routes[rounds] ?? context.dice.pick(routes));
    context.progress(rounds + 1);
  }
  for (const route of routes) {
    const [method, path = ''] = route.split(' ');
    for (let tries = 0; tries < TRIES && !acknowledged.has(route); tries += 1) {
      // All that there is may be held by something else; what is new isn't.
      const adding = `POST ${path.replace(/\/\{id\}$/, '')}`;
      if (method === 'DELETE' && adding in drivers) await drive(adding);
      await drive(route);
    }
  }
  await chronicle.compareLots();

  const written = (await routesOf(office)).filter((route) => !route.startsWith('GET '));
  const undriven = written.filter((route) => !acknowledged.has(route));
  const told = await secretsTold(office, content);
  const writes = [...acknowledged.values()].reduce((sum, count) => sum + count, 0);
  return {
    rounds,
    figures: {
      'writes acknowledged': writes,
      'refused, which left no trace': refused,
      'routes driven': `${written.length - undriven.length} of ${written.length}`,
      'events that tell just what was sent': `${chronicle.compared} of ${chronicle.events}`,
      'productions told to have moved': chronicle.moved,
      'secrets looked for': content.secrets.size,
      'secrets found': told.length,
    },
    faults: [
      ...chronicle.faults,
      ...undriven.map((route) => `nothing drives ${route}`),
      ...told.map((secret) => `the history holds a secret: ${secret}`),
    ],
  };
}

export const history: Attack = {
  name: 'history',
  promise: 'Every change can be told: who, when, what before and after; and no secret is ever told.',
  engines: ['sqlite', 'postgres'],
  unit: 'writes',
  rounds: { long: 5000, short: 60 },
  broken: [
    {
      what: 'the hash of a new password is kept in the history',
      edits: [
        {
          file: 'server/users/actions.ts',
          from: 'after: { ...after, passwordChanged: passwordHash !== undefined }',
          to: 'after: { ...after, passwordHash, passwordChanged: passwordHash !== undefined }',
        },
      ],
    },
    {
      what: 'a change of a master is told as if nothing had been there before',
      edits: [
        {
          file: 'server/masters/crudRoutes.ts',
          from: "await audit({ action: 'update', resource, recordId: id, before, after });",
          to: "await audit({ action: 'update', resource, recordId: id, before: after, after });",
        },
      ],
    },
    {
      what: 'the ledger gives back without telling the history',
      edits: [
        {
          file: 'server/ledger/movements.ts',
          from: 'actor.onPosted?.(movements);',
          to: 'actor.onPosted?.(movements.filter(({ reversesId }) => reversesId === null));',
        },
      ],
    },
  ],
  run,
};
