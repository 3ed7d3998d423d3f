import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { sql, type QueryExecutorProvider } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartError } from '../config.ts';
import { damagedText, type Engine, type Store } from './connect.ts';
import { isDamaged, isLockTimeout, isTransient, isUnavailable } from './faults.ts';
import { dialects, type Dialect, type MigrationSteps } from './migrations/dialect.ts';
import { checkSchema } from './postgres/ownSchema.ts';
import { refuseSharedBackends } from './postgres/pooling.ts';
import { findTrigramClass } from './postgres/trigrams.ts';

/**
 * A schema change on PostgreSQL waits for all users of the table, and later ones queue behind it: with a running
 * pg_dump, for minutes. So the wait is short and repeated, which lets others run in between.
 */
const LOCK_WAIT_MS = 2000;
const LOCK_TRIES = 40;
const LOCK_PAUSE_MS = 1000;

const folder = path.join(import.meta.dirname, 'migrations');
const names = readdirSync(folder)
  .filter((name) => /^\d{3}-[\w-]+\.ts$/.test(name))
  .map((name) => path.parse(name).name);

/** The numbered files of migrations/, by name: each exports `up`. */
async function readMigrations(): Promise<[name: string, up: MigrationSteps][]> {
  return await Promise.all(
    names.map(async (name): Promise<[string, MigrationSteps]> => {
      const { up }: { up: MigrationSteps } = await import(pathToFileURL(path.join(folder, `${name}.ts`)).href);
      return [name, up];
    }),
  );
}

/** The refusal of a database that has migrations of a newer version. */
export function newerVersion(reason: string): StartError {
  return new StartError(
    `This database was made by a newer version of Godown (${reason}). Start that version, or restore a backup made before it.`,
  );
}

function explain(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  if (/corrupted migrations/.test(reason)) {
    return newerVersion(reason).message;
  }
  if (isLockTimeout(error)) {
    return `Godown could not change its tables, and left them as they were: something else kept using them, such as a pg_dump. Start it again when that is done.`;
  }
  if (isDamaged(error)) return damagedText(reason);
  if (isUnavailable(error)) {
    return `Godown cannot reach its database (${reason}). Check that it runs and that DATABASE_URL is right.`;
  }
  return `Godown could not prepare its database, and left it as it was (${reason}).`;
}

/** Runs the missing migrations in one transaction; retries on lock timeouts. */
async function migrateToLatest(migrator: Migrator): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    const isInTheWay = isLockTimeout(error) || isTransient(error);
    if (attempt === LOCK_TRIES || !isInTheWay) throw error;
    await delay(LOCK_PAUSE_MS * (0.5 + Math.random()));
  }
}

/** Whether a missing migration will change existing records. */
async function willChange(migrator: Migrator): Promise<boolean> {
  const known = await migrator.getMigrations();
  const isDone = known.map(({ executedAt }) => executedAt !== undefined);
  return isDone.includes(true) && isDone.includes(false);
}

async function dialectOf(engine: Engine, db: QueryExecutorProvider): Promise<Dialect> {
  const dialect = dialects[engine];
  return engine === 'sqlite' ? dialect : { ...dialect, trigramClass: await findTrigramClass(db) };
}

/** The migrations of a store, as Kysely runs them. */
export function migratorOf(store: Store): Migrator {
  return new Migrator({
    db: store.db,
    provider: {
      async getMigrations() {
        const migrations = (await readMigrations()).map(([name, steps]): [string, Migration] => [
          name,
          {
            async up(db) {
              if (store.engine === 'postgres') await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(db);
              await steps(db, await dialectOf(store.engine, db));
            },
          },
        ]);
        return Object.fromEntries(migrations);
      },
    },
  });
}

/**
 * Runs all missing migrations or none; safe when several servers start at once. `before` runs before any existing data
 * is changed. Throws a StartError; the old schema is then intact.
 */
export async function migrate(store: Store, before?: () => Promise<void>): Promise<void> {
  const migrator = migratorOf(store);
  try {
    if (store.pool) {
      await checkSchema(store.db);
      await refuseSharedBackends(store.pool);
    }
    if (before && (await willChange(migrator))) await before();
    await migrateToLatest(migrator);
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(explain(cause), { cause });
  }
}

/** Whether the schema has all migrations of this version; those of a newer version are fine. */
export async function isMigrated({ db }: Store): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const done = new Set(rows.map(({ name }) => name));
  return names.every((name) => done.has(name));
}
