/** The real server over a real, empty database of its own, on the engine that the test run names. */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Kysely, type KyselyPlugin } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Role } from '#contract/permissions.ts';
import { buildApp } from '#server/app.ts';
import { openSession } from '#server/core/auth/sessions.ts';
import { readConfig } from '#server/core/config.ts';
import { databasesOf, type Store } from '#server/core/db/connect.ts';
import { openPostgres } from '#server/core/db/postgres/postgres.ts';
import { openSqlite } from '#server/core/db/sqlite/sqlite.ts';
import type { Tables } from '#server/core/db/tables.ts';
import { inTransaction } from '#server/core/db/transaction.ts';
import { claimInstallation, insertUser } from '#server/core/auth/accounts.ts';
import { type Answer, type Caller, callerOf } from './inject.ts';
import { makeMigratedDatabase, makeTestDatabase, openTestDatabase, type TestDatabase } from './testDatabases.ts';

export { makeTestDatabase, openTestDatabase, type TestDatabase };
export type { Answer, Caller };

/** Whether the tests run on PostgreSQL. */
export const onPostgres = process.env['TEST_ENGINE'] === 'postgres';

/** Closes a server of the running file and removes its database. */
const toClose: (() => Promise<void>)[] = [];

/** Closes the servers of a file after its last test (closeTestApps.ts). */
export async function closeTestApps(): Promise<void> {
  for (const close of toClose.splice(0)) await close();
}

/** A place for a database, removed after the test that runs. */
export async function placeOfTest(): Promise<TestDatabase> {
  const place = await makeTestDatabase();
  onTestFinished(() => place.remove());
  return place;
}

/** An empty database, closed and removed after the test that runs. */
export async function databaseOfTest(): Promise<{ place: TestDatabase; store: Store }> {
  const place = await makeMigratedDatabase();
  onTestFinished(() => place.remove());
  const store = await openTestDatabase(place);
  onTestFinished(() => store.db.destroy());
  return { place, store };
}

/** Opens the database of a place again, so that every statement is heard of. */
async function overheard(
  opened: Store,
  place: TestDatabase,
  { onStatement = () => undefined, plugins = [] }: Pick<TestOptions, 'onStatement' | 'plugins'>,
): Promise<Store> {
  await opened.db.destroy();
  const url = place.environment['DATABASE_URL'];
  if (url === undefined) {
    return { ...opened, ...databasesOf(openSqlite(join(place.dataDir, 'godown.db'), onStatement)) };
  }
  const { dialect, pool } = openPostgres(url, () => undefined);
  const db = new Kysely<Tables>({ dialect, plugins, log: ({ query }) => onStatement(query.sql) });
  return { ...opened, pool, db, searches: db, longReads: db };
}

interface TestOptions {
  /** An empty database of the caller's, which the caller removes. */
  at?: TestDatabase;
  /** Changes the address of the database, for a wire that can be cut. */
  viaWire?: (databaseUrl: string) => string;
  screensDir?: string;
  /** Fills the database before the server opens it, as with one of an older version. */
  fill?: (place: TestDatabase) => Promise<void>;
  /** Hears of every statement that the server sends to the engine: before it on SQLite, after it on PostgreSQL. */
  onStatement?: (text: string) => void;
  /** Plugins of Kysely, for PostgreSQL. */
  plugins?: KyselyPlugin[];
}

/**
 * Builds the server over an empty database and removes both after the file's tests. `as(role)` answers a caller for a
 * signed-in person of that role, `anyone` one without a token.
 */
export async function buildTestApp(
  environment: Record<string, string> = {},
  { at, viaWire, screensDir, fill, ...hearing }: TestOptions = {},
) {
  const place = at ?? (fill ? await makeTestDatabase() : await makeMigratedDatabase());
  await fill?.(place);
  const direct = place.environment['DATABASE_URL'];
  const opened = await openTestDatabase(place, direct && viaWire ? { DATABASE_URL: viaWire(direct) } : {});
  const store = hearing.onStatement ? await overheard(opened, place, hearing) : opened;
  const clock = { now: new Date('2026-11-20T06:30:00.000Z'), moves: true };
  const now = () => {
    // Each look is a millisecond later, so that what happened first also says so.
    if (clock.moves) clock.now = new Date(clock.now.getTime() + 1);
    return clock.now;
  };
  const config = readConfig({ ...place.environment, LOG_LEVEL: 'silent', ...environment });
  const { app, services, routes } = await buildApp({
    store,
    config,
    now,
    ...(screensDir === undefined ? {} : { screensDir }),
  });
  await app.ready();

  const callerWith = (token: string | undefined) => callerOf(app, () => token);

  const people = new Map<Role, { userId: number; token: string }>();
  /** Makes a user of a role, once, and a session for them. */
  async function person(role: Role): Promise<{ userId: number; token: string }> {
    const known = people.get(role);
    if (known) return known;
    const { userId } = await inTransaction(store.db, async (trx) => {
      await claimInstallation(trx, now().toISOString());
      const user = {
        fullName: `A ${role}`,
        email: `${role}@example.in`,
        phone: '9876543210',
        userRole: role,
        status: 1,
        passwordHash: '-',
      } as const;
      return await insertUser(trx, user, now().toISOString());
    });
    const made = { userId, token: await openSession(store.db, userId, now(), config.session) };
    people.set(role, made);
    return made;
  }

  /** Opens another session for the person of a role. */
  async function sessionOf(role: Role): Promise<string> {
    return await openSession(store.db, (await person(role)).userId, now(), config.session);
  }

  /** Listens on loopback, once, and answers the port. */
  async function listen(): Promise<number> {
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    const { port }: AddressInfo = Object(app.server.address());
    return port;
  }

  toClose.push(async () => {
    await app.close();
    await store.db.destroy();
    if (!at) await place.remove();
  });
  return {
    app,
    services,
    endpoints: routes.endpoints,
    settled: () => routes.settled(),
    store,
    clock,
    place,
    person,
    sessionOf,
    listen,
    anyone: callerWith(undefined),
    withToken: callerWith,
    as: async (role: Role) => callerWith((await person(role)).token),
  };
}

export type TestApp = Awaited<ReturnType<typeof buildTestApp>>;
