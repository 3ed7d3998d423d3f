/** A server without a socket in this process, with a fake clock. */
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/core/config.ts';
import type { Store } from '#server/core/db/connect.ts';
import { openTestDatabase, type TestDatabase } from '#test/testDatabases.ts';

export interface InProcess {
  app: FastifyInstance;
  store: Store;
  clock: { now: number };
  endpoints: readonly Endpoint[];
  /** Waits for background work. */
  settled(): Promise<void>;
}

/** Builds the server for `work`, then closes it and restores the clock. */
export async function inProcess<T>(
  database: TestDatabase,
  environment: Record<string, string>,
  work: (server: InProcess) => Promise<T>,
): Promise<T> {
  const store = await openTestDatabase(database);
  const realNow = Date.now;
  const clock = { now: realNow() };
  const config = readConfig({ ...database.environment, LOG_LEVEL: 'silent', ...environment });
  const { app, routes } = await buildApp({ store, config, now: () => new Date(clock.now) });
  try {
    await app.ready();
    Date.now = () => clock.now;
    return await work({ app, store, clock, endpoints: routes.endpoints, settled: () => routes.settled() });
  } finally {
    Date.now = realNow;
    await app.close();
    await store.db.destroy();
  }
}
