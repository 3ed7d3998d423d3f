/** A Godown on PostgreSQL is one schema: the first of its search path. Others beside it are other sites, or not ours. */
import {
  PostgresAdapter,
  PostgresIntrospector,
  sql,
  type DatabaseMetadataOptions,
  type Kysely,
  type TableMetadata,
} from 'kysely';
import { StartError } from '../../config.ts';
import type { Database, Tables } from '../tables.ts';

const GUIDE = 'docs/how-to/several-sites.md';

const migrationLock = sql`hashtextextended('godown migrations of ' || current_schema(), 0)`;

/** A lock of migrations for each schema. Kysely's is one for the database: a first start would wait for that of another site. */
export class OwnSchemaAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<Tables>): Promise<void> {
    await sql`select pg_advisory_lock(${migrationLock})`.execute(db);
  }

  override async releaseMigrationLock(db: Kysely<Tables>): Promise<void> {
    await sql`select pg_advisory_unlock(${migrationLock})`.execute(db);
  }
}

/** Lists the tables of the own schema alone. Kysely's lists those of every schema: another site's would count as ours. */
export class OwnSchemaIntrospector extends PostgresIntrospector {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    super(db);
    this.#db = db;
  }

  override async getTables(options?: DatabaseMetadataOptions): Promise<TableMetadata[]> {
    const { rows } = await sql<{ own: string }>`select current_schema() as own`.execute(this.#db);
    return (await super.getTables(options)).filter(({ schema }) => schema === rows[0]?.own);
  }
}

/**
 * Checks that the search path leads to one schema, and to no other Godown behind it, whose tables would be read wherever
 * ours has none of that name. Throws a StartError.
 */
export async function checkSchema(db: Database): Promise<void> {
  const { rows } = await sql<{ own: string | null; path: string; other: string | null }>`
    select current_schema() as own, current_setting('search_path') as path, (
      select min(n.nspname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relname = 'kysely_migration' and n.nspname = any(current_schemas(false)) and n.nspname <> current_schema()
    ) as other`.execute(db);
  const { own = null, path = '', other = null } = rows[0] ?? {};
  if (own === null) {
    throw new StartError(
      `Godown cannot start: none of the schemas of its search_path (${path}) is there for its role. Make the schema, or correct search_path: ${GUIDE} shows how.`,
    );
  }
  if (other !== null) {
    throw new StartError(
      `Godown cannot start: its search_path (${path}) leads to the schema ${own} and to another Godown, in ${other}. Name one of them alone: ${GUIDE} shows how.`,
    );
  }
}
