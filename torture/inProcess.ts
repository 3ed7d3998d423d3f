/** A server without its socket in this process, whose clock, and that of the libraries below it, is set by hand. */
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoints.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import type { Store } from '#server/db/connect.ts';
import { openPlace, type Place } from '#test/places.ts';

export interface InProcess {
  app: FastifyInstance;
  store: Store;
  clock: { now: number };
  endpoints: readonly Endpoint[];
  /** Waits for all that goes on behind answers. */
  settled(): Promise<void>;
}

/** Builds the server, hands it to `work` and takes it down, and gives the process its own clock again, however it ends. */
export async function inProcess<T>(
  place: Place,
  environment: Record<string, string>,
  work: (server: InProcess) => Promise<T>,
): Promise<T> {
  const store = await openPlace(place);
  const real = Date.now;
  const clock = { now: real() };
  const config = readConfig({ ...place.environment, LOG_LEVEL: 'silent', ...environment });
  const { app, routes } = await buildApp({ store, config, now: () => new Date(clock.now) });
  try {
    await app.ready();
    Date.now = () => clock.now;
    return await work({ app, store, clock, endpoints: routes.endpoints, settled: () => routes.settled() });
  } finally {
    Date.now = real;
    await app.close();
    await store.db.destroy();
  }
}
