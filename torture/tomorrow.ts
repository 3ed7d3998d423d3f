/** A version to come, which changes tables with people's records in them. */
import { sql } from 'kysely';
import type { Place } from '#test/places.ts';
import type { Edit } from './builds.ts';
import { withStore } from './checking.ts';

/** What it says when it begins to change the tables. */
export const CHANGING = 'changing the tables';

/** An address that the checkout's own imports needn't have. */
const quoted = (address: string) => `'${address}'`;

/** Its migration adds columns to two tables, fills one of them row by row and makes an index. */
export const tomorrow: readonly Edit[] = [
  {
    file: 'server/db/migrations/900-tomorrow.ts',
    from: '',
    to: `import { sql } from 'kysely';
import type { MigrationSteps } from ${quoted('./dialect.ts')};
export const tomorrow: MigrationSteps = async (db) => {
  process.stdout.write('${CHANGING}\\n');
  await sql\`alter table supplier add column remark text\`.execute(db);
  const { rows } = await sql<{ id: number }>\`select id from supplier\`.execute(db);
  for (const { id } of rows) {
    await sql\`update supplier set remark = 'kept' where id = \${id}\`.execute(db);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await sql\`alter table inward add column remark text\`.execute(db);
  await sql\`create index supplier_remark on supplier (remark)\`.execute(db);
};
`,
  },
  {
    file: 'server/db/migrate.ts',
    from: 'import { dialects,',
    to: `import { tomorrow } from ${quoted('./migrations/900-tomorrow.ts')};\nimport { dialects,`,
  },
  {
    file: 'server/db/migrate.ts',
    from: 'const migrations: Record<string, MigrationSteps> = {\n',
    to: "const migrations: Record<string, MigrationSteps> = {\n  '900-tomorrow': tomorrow,\n",
  },
];

/** Whether all of its migration is there; `supplierIds` are suppliers that were there before it. */
export async function isMigrated(place: Place, supplierIds: Iterable<number>): Promise<boolean> {
  const { rows } = await withStore(place, ({ db }) =>
    sql<{ missing: number }>`
      select count(*) + (select count(remark) from inward) as missing
      from supplier where remark is null and id in (${sql.join([...supplierIds])})`.execute(db),
  );
  return Number(rows[0]?.missing) === 0;
}
