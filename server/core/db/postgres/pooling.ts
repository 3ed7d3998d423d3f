/** Poolers between Godown and PostgreSQL, such as PgBouncer. */
import type pg from 'pg';
import { StartError } from '../../config.ts';

/**
 * Refuses a pooler that gives the transactions of one connection to different backends: settings, prepared statements and
 * the lock of migrations belong to a backend. Throws a StartError.
 */
export async function refuseSharedBackends(pool: pg.Pool): Promise<void> {
  const clients = [await pool.connect(), await pool.connect()];
  try {
    const backends = clients.map(() => new Set<number>());
    // Both are busy at once, and end in either order: one of them gets the other's backend, the last freed or the first.
    for (const ending of [clients, clients.toReversed(), clients]) {
      for (const [at, client] of clients.entries()) {
        await client.query('begin');
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
        for (const { pid } of rows) backends[at]?.add(pid);
      }
      for (const client of ending) await client.query('commit');
    }
    if (backends.every(({ size }) => size === 1)) return;
  } finally {
    for (const client of clients) client.release();
  }
  throw new StartError(
    'Godown cannot start: the pooler at DATABASE_URL gives the transactions of one connection to different backends of PostgreSQL. ' +
      'Let it keep a backend for each connection (PgBouncer: pool_mode = session), or name PostgreSQL itself.',
  );
}
