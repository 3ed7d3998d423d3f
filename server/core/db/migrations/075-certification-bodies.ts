/**
 * Certification bodies with their suspensions by scheme, made of the names that certificates and transaction certificates
 * have in their texts (docs/decisions/137).
 */
import { sql, type QueryExecutorProvider } from 'kysely';
import { nameKey, normalizeName } from '#contract/core/values/names.ts';
import { countRows } from './rowCounters.ts';
import { run, type MigrationSteps } from './dialect.ts';

/** Makes a body of each name that certificates which are there have, and links all certificates that have it. */
async function nameBodies(db: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ body: string }>`
    select body from (
      select min(id) as first, 0 as later, body from certificate where deleted_at is null group by body
      union all
      select min(id), 1, body from transaction_certificate where deleted_at is null group by body
    ) named order by later, first`.execute(db);
  const at = new Date().toISOString();
  const ids = new Map<string, number>();
  for (const { body } of rows) {
    const key = nameKey(body);
    if (key === '' || ids.has(key)) continue;
    const { rows: made } = await sql<{ id: number }>`
      insert into certification_body (name, code, created_at, updated_at)
      values (${normalizeName(body)}, '', ${at}, ${at}) returning id`.execute(db);
    for (const { id } of made) ids.set(key, id);
  }
  const { rows: written } = await sql<{ body: string }>`select distinct body from certificate`.execute(db);
  for (const { body } of written) {
    const id = ids.get(nameKey(body));
    if (id === undefined) continue;
    await sql`
      update certificate set certification_body_id = ${id}, body = (select name from certification_body where id = ${id})
      where body = ${body}`.execute(db);
  }
}

export const up: MigrationSteps = async (db, dialect) => {
  const { id, integer, text, timestamp, date, strict } = dialect;
  await run(db, [
    sql`
      create table certification_body (
        id ${id},
        name ${text} not null check (name <> ''),
        code ${text} not null,
        created_at ${timestamp} not null,
        updated_at ${timestamp} not null,
        deleted_at ${timestamp}
      ) ${strict}`,
    sql`create index certification_body_present on certification_body (id) where deleted_at is null`,
    sql`
      create table certification_body_suspension (
        id ${id},
        certification_body_id ${integer} not null references certification_body (id),
        position ${integer} not null,
        scheme ${text} not null check (scheme in ('NPOP', 'EU', 'NOP', 'PGS-India', 'other')),
        from_day ${date} not null,
        until_day ${date},
        check (until_day >= from_day)
      ) ${strict}`,
    sql`
      create index certification_body_suspension_scheme
      on certification_body_suspension (certification_body_id, scheme)`,
    // Nullable: a server of the previous version writes the name alone.
    sql`alter table certificate add column certification_body_id ${integer} references certification_body (id)`,
    sql`
      create index certificate_body on certificate (certification_body_id) where certification_body_id is not null`,
    ...countRows(['certification_body'], dialect),
  ]);
  await nameBodies(db);
};
