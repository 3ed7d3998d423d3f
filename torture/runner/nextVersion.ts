/** A future version, whose migration changes two filled tables. */
import { sql } from 'kysely';
import type { TestDatabase } from '#test/testDatabases.ts';
import { withStore } from '../clients/checks.ts';
import type { Edit } from './builds.ts';

/** Printed when its migration begins. */
export const CHANGING = 'changing the tables';

/** An import that is none of this file. */
const quoted = (address: string) => `'${address}'`;

export const nextVersion: readonly Edit[] = [
  [
    'server/core/db/migrations/900-next-version.ts',
    '',
    `import { sql } from 'kysely';
import type { MigrationSteps } from ${quoted('./dialect.ts')};
export const up: MigrationSteps = async (db) => {
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
  ],
];

/** Whether its migration is complete; `supplierIds` existed before it. */
export async function isMigrated(database: TestDatabase, supplierIds: Iterable<number>): Promise<boolean> {
  const { rows } = await withStore(database, ({ db }) =>
    sql<{ missing: number }>`
      select count(*) + (select count(remark) from inward) as missing
      from supplier where remark is null and id in (${sql.join([...supplierIds])})`.execute(db),
  );
  return Number(rows[0]?.missing) === 0;
}
