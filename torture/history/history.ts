/** Attack 11: every call that writes, with random content; after each the history is compared with the sent body. */
import { isDeepStrictEqual } from 'node:util';
import type { Role } from '#contract/permissions.ts';
import { callerAt, expectStatus, type Json, signIn, startServers } from '../clients/caller.ts';
import { withStore } from '../clients/checks.ts';
import { personFields } from '../clients/people.ts';
import type { Attack, Context, Findings } from '../runner/attack.ts';
import type { Server } from '../runner/server.ts';
import { until } from '../runner/until.ts';
import { accountCalls } from './accountCalls.ts';
import { Content } from './content.ts';
import { certificateCalls } from './certificateCalls.ts';
import { certificationBodyCalls } from './certificationBodyCalls.ts';
import { companyCalls } from './companyCalls.ts';
import { transactionCertificateCalls } from './transactionCertificateCalls.ts';
import { importCalls } from './importCalls.ts';
import { recallCalls } from './recallCalls.ts';
import { documentCalls } from './documentCalls.ts';
import { type FieldChange, takenByLot } from './expectedHistory.ts';
import { stockCalls } from './stockCalls.ts';
import { viewCalls } from './viewCalls.ts';
import { type Calls, type Clients, type Expected, type Person, recordCalls } from './recordCalls.ts';

/** Records of each kind that are added before the rounds. */
const AT_FIRST = 1;
/** Further tries for calls that were never carried out. */
const TRIES = 200;
/** A refused sign-in is stored after its answer. */
const WAIT_MS = 20;
const SHOWN_PER_BATCH = 50;

async function personOf(server: Server, admin: Person, role: Role, content: Content): Promise<Person> {
  const person = { email: `${role}@example.in`, password: content.password() };
  const { userId } = await expectStatus(201, admin.call('POST', '/Auth/register', personFields('', role, person)));
  const token = await signIn(server, person);
  content.secrets.add(token);
  return { userId, call: callerAt(server, token) };
}

async function openClients(context: Context, content: Content): Promise<Clients> {
  const environment = { TRUST_PROXY: 'loopback' };
  const { database, server, token, call } = await startServers(context, { count: 1, environment });
  content.secrets.add(token);
  const admin: Person = { userId: 1, call };
  const manager = await personOf(server, admin, 'manager', content);
  const storekeeper = await personOf(server, admin, 'user', content);
  return { server, database, admin, manager, storekeeper };
}

/** Compares the history with the expected events of each call, from now on. */
async function openChecker({ admin }: Clients, found: Findings) {
  const { faults } = found;
  /** By production: the sum of its sentences for each code of a lot, in thousandths. */
  const takenBy = new Map<number, Map<string, number>>();
  let lastId = 0;

  /** New events since the last call, oldest first. */
  async function look(): Promise<Json[]> {
    const newest: Json[] = await expectStatus(200, admin.call('GET', `/activity?page=1&pageSize=${SHOWN_PER_BATCH}`));
    return newest.filter((event) => event.eventId > lastId).toSorted((a, b) => a.eventId - b.eventId);
  }

  /** Invariants of every event: it is in its record's history, has the time of the write, and its sentences add up. */
  async function checkEvent(route: string, event: Json, since: number): Promise<void> {
    const { kind, recordId, at, stock } = event;
    const time = Date.parse(at);
    if (time < since || time > Date.now()) faults.push(`${route}: the history says that it was at ${at}`);
    if (!['sessions', 'backups', 'packs', 'imports', 'views'].includes(kind)) {
      const path = `/history/${kind}/${recordId}?page=1&pageSize=5`;
      const own: Json[] = await expectStatus(200, admin.call('GET', path));
      if (!own.some((each) => isDeepStrictEqual(each, event))) faults.push(`${route}: ${path} has something else`);
    }
    if (kind !== 'production') return;
    const taken = takenBy.get(recordId) ?? new Map<string, number>();
    takenByLot(stock, taken);
    takenBy.set(recordId, taken);
  }

  async function compare(route: string, expected: readonly Expected[], since: number): Promise<void> {
    let events: Json[] = [];
    const areThere = async () => {
      events = await look();
      return events.length >= expected.length;
    };
    // Too few of them are a fault of their own.
    await until(areThere, '', { everyMs: WAIT_MS }).catch(() => undefined);
    lastId = events.at(-1)?.eventId ?? lastId;
    found.count('events', events.length);
    for (const event of events) await checkEvent(route, event, since);
    if (events.length !== expected.length) {
      faults.push(`${route}: ${events.length} events instead of ${expected.length}: ${JSON.stringify(events)}`);
      return;
    }
    const inOrder = (changes: readonly FieldChange[]) => changes.toSorted((a, b) => (a[0] < b[0] ? -1 : 1));
    for (const each of expected) {
      const same = events.find(
        (event) => event.kind === each.kind && event.recordId === each.id && event.action === each.action,
      );
      const shown = same?.changes.map(({ label, before, after }: Json): FieldChange => [label, before, after]);
      const isAsSent = same?.userId === each.userId && isDeepStrictEqual(inOrder(shown), inOrder(each.changes));
      found.count('of these just as sent', isAsSent ? 1 : 0);
      if (!isAsSent) faults.push(`${route}: the history has ${JSON.stringify(same)}, expected ${JSON.stringify(each)}`);
    }
  }

  /**
   * Checks that each production's sentences add up to its present allocation from each lot; to nothing once it is
   * deleted.
   */
  async function compareLots(): Promise<void> {
    const inOrder = (some: [string, number][]) => some.toSorted(([a], [b]) => (a < b ? -1 : 1));
    for (const [id, taken] of takenBy) {
      const answer = await admin.call('GET', `/Production/${id}`);
      const lots: Json[] = answer?.status === 200 ? answer.json.lots : [];
      const isTaken = lots.map((lot): [string, number] => [lot.lotCode, Math.round(lot.quantity * 1000)]);
      const sums = [...taken].filter(([, quantity]) => quantity !== 0);
      if (isDeepStrictEqual(inOrder(sums), inOrder(isTaken))) continue;
      faults.push(`production ${id} takes ${JSON.stringify(isTaken)}, its history adds up to ${JSON.stringify(sums)}`);
    }
  }

  lastId = (await look()).at(-1)?.eventId ?? 0;
  return { compare, compareLots };
}

async function findSecrets({ database, admin }: Clients, content: Content): Promise<string[]> {
  const { stored, hashes } = await withStore(database, async ({ db }) => {
    const users = await db.selectFrom('app_user').select('password_hash as hash').execute();
    const sessions = await db.selectFrom('session').select('token_hash as hash').execute();
    const codes = await db.selectFrom('reset_code').select('code_hash as hash').execute();
    return {
      stored: JSON.stringify(await db.selectFrom('audit_event').selectAll().execute()).replaceAll('\\"', '"'),
      hashes: [...users, ...sessions, ...codes].map(({ hash }) => hash),
    };
  });
  const answered = JSON.stringify(await expectStatus(200, admin.call('GET', '/activity')));
  const secrets = [...content.secrets, ...hashes, '$argon2', ';base64,'];
  const shown = secrets.filter((secret) => stored.includes(secret) || answered.includes(secret));
  return shown.map((secret) => `the history holds a secret: ${secret}`);
}

async function writingCalls({ admin }: Clients): Promise<string[]> {
  const { paths }: Json = await expectStatus(200, admin.call('GET', '/openapi.json'));
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(Object(methods)).map((method) => `${method.toUpperCase()} ${path}`),
  );
  return calls.filter((call) => !call.startsWith('GET '));
}

export const history: Attack = {
  name: 'history',
  promise: 'The history has every change: who, when, what before and after; and it never has a secret.',
  unit: 'writes',
  rounds: { long: 5000, short: 2 },
  broken: {
    'the hash of a new password is kept in the history': [
      [
        'server/office/users/actions.ts',
        'after: { ...after, passwordChanged: passwordHash !== undefined }',
        'after: { ...after, passwordHash, passwordChanged: passwordHash !== undefined }',
      ],
    ],
    'a change of a master is kept as if nothing had been there before': [
      [
        'server/core/records/crudRoutes.ts',
        "await audit({ action: 'update', resource, recordId: id, before, after });",
        "await audit({ action: 'update', resource, recordId: id, before: after, after });",
      ],
    ],
    'the ledger gives back without the history': [
      [
        'server/stock/ledger/movements.ts',
        'actor.journal.add(movements);',
        'actor.journal.add(movements.filter(({ reversesId }) => reversesId === null));',
      ],
    ],
  },
  async run(context) {
    const { found } = context;
    const { figures, faults } = found;
    const content = new Content(context.random);
    const clients = await openClients(context, content);
    const calls: Calls = {
      ...recordCalls(clients, content),
      ...stockCalls(clients, content),
      ...(await documentCalls(clients, content)),
      ...(await certificateCalls(clients, content)),
      ...(await transactionCertificateCalls(clients, content)),
      ...(await certificationBodyCalls(clients, content)),
      ...(await recallCalls(clients, content)),
      ...importCalls(clients, content),
      ...viewCalls(clients, content),
      ...companyCalls(clients, content),
      ...accountCalls(clients, content),
    };
    const checker = await openChecker(clients, found);
    const carriedOut = new Set<string>();

    const callOnce = async (route: string): Promise<void> => {
      const since = Date.now();
      const { answer, expected } = (await calls[route]?.()) ?? {};
      const isDone = answer !== undefined && answer.status < 300;
      if (isDone) carriedOut.add(route);
      found.count(isDone ? 'writes acknowledged' : 'refused, which left no trace');
      if (!answer || answer.status >= 500) faults.push(`${route} answered ${answer?.text}`);
      await checker.compare(route, isDone && expected ? await expected() : [], since);
    };

    const routes = Object.keys(calls);
    for (const route of routes.filter((each) => each.startsWith('POST'))) {
      for (let count = 0; count < AT_FIRST; count += 1) await callOnce(route);
    }
    for (; context.goesOn(); context.countRound()) {
      await callOnce(routes[found.rounds] ?? context.random.pick(routes));
    }
    for (const route of routes) {
      const [, path = ''] = route.split(' ');
      for (let tries = 0; tries < TRIES && !carriedOut.has(route); tries += 1) {
        // Existing records may be referenced or completed; a new one is not.
        const adding = `POST ${path.replace(/\/\{id\}.*$/, '')}`;
        if (path.includes('{id}') && adding in calls) await callOnce(adding);
        await callOnce(route);
      }
    }
    await checker.compareLots();

    const writing = await writingCalls(clients);
    const missing = writing.filter((route) => !carriedOut.has(route));
    figures['calls that write'] = writing.length;
    figures['of these carried out'] = writing.length - missing.length;
    faults.push(...missing.map((route) => `${route} was never carried out`));
    figures['secrets looked for'] = content.secrets.size;
    found.add('secrets found', await findSecrets(clients, content));
  },
};
