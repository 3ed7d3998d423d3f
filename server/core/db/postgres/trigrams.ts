/** The extension pg_trgm, of which a database has one for all its schemas. */
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { StartError } from '../../config.ts';

async function findSchema(db: QueryExecutorProvider): Promise<string | undefined> {
  const { rows } = await sql<{ schema: string }>`
    select n.nspname as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_trgm'`.execute(db);
  return rows[0]?.schema;
}

async function create(db: QueryExecutorProvider): Promise<void> {
  // Another site of the database may start at the same moment.
  await sql`select pg_advisory_xact_lock(hashtextextended('godown pg_trgm', 0))`.execute(db);
  try {
    // Not in the schema of a site, with which it would go.
    await sql`create extension if not exists pg_trgm schema public`.execute(db);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(
      `Godown cannot start: it needs PostgreSQL's extension pg_trgm, which this database has not, and could not create it (${reason}). ` +
        'As the owner of the database or a superuser: CREATE EXTENSION pg_trgm SCHEMA public',
      { cause },
    );
  }
}

/** The operator class of trigram indexes, in the schema that has the extension; creates it where there is none. Throws a StartError. */
export async function findTrigramClass(db: QueryExecutorProvider): Promise<RawBuilder<unknown>> {
  if ((await findSchema(db)) === undefined) await create(db);
  const schema = await findSchema(db);
  if (schema === undefined) throw new Error('extension pg_trgm not found after its creation');
  return sql.id(schema, 'gin_trgm_ops');
}
