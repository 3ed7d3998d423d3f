/** Liveness and readiness for orchestrators. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { healthEndpoint, readyEndpoint, readyTexts } from '#contract/core/health.ts';
import { openStore, type Store } from '../../db/connect.ts';
import { isMigrated } from '../../db/migrate.ts';
import { ApiError } from '../errors.ts';
import type { Routes } from '../routes.ts';
import type { Services } from '../../services.ts';

const PATIENCE_MS = 2000;
const RETRY_AFTER_SECONDS = 2;

function notReady(text: string): ApiError {
  return new ApiError('unavailable', text, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** A connection of its own on PostgreSQL: in the pool's queue, a busy engine would look unresponsive. */
function openReadinessStore({ store, config }: Services, app: FastifyInstance): Store {
  if (store.engine === 'sqlite') return store;
  const onIdleError = (error: Error) => app.log.warn({ err: error }, 'readiness connection lost');
  const own = openStore(config, onIdleError, { isServing: true, connections: 1 });
  app.addHook('onClose', async () => await own.db.destroy());
  return own;
}

/** Registers the calls of health and readiness of the server. */
export function registerHealth(app: FastifyInstance, routes: Routes, isStopping: () => boolean): void {
  const store = openReadinessStore(routes.services, app);
  routes.read(healthEndpoint, () => Promise.resolve({ status: 'ok' as const }));
  routes.read(readyEndpoint, async () => {
    if (isStopping()) throw notReady(readyTexts.stopping);
    const late = new AbortController();
    // A hanging engine never answers, but the check must.
    const silence = delay(PATIENCE_MS, undefined, { signal: late.signal }).then(
      () => Promise.reject(notReady(readyTexts.silent)),
      () => false,
    );
    try {
      if (!(await Promise.race([isMigrated(store), silence]))) throw notReady(readyTexts.outdated);
    } finally {
      late.abort();
    }
    return { status: 'ready' as const };
  });
}
