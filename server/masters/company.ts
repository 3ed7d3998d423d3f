import { sql } from 'kysely';
import type { CompanyRecord } from '#contract/masters/company.ts';
import { forUpdate } from '../core/db/locking.ts';
import type { Database, Trx } from '../core/db/tables.ts';

/** The company as papers name it; all texts are empty until they are entered. */
export async function findCompany(db: Database | Trx): Promise<CompanyRecord> {
  return await db
    .selectFrom('company')
    .select([
      'name',
      'address',
      'phone',
      'email',
      'gstin_number as gstinNumber',
      'licence_number as licenceNumber',
      'updated_at as updatedAt',
    ])
    .executeTakeFirstOrThrow();
}

/** The company, locked until the transaction ends. */
export async function lockCompany(trx: Trx): Promise<CompanyRecord> {
  await sql`select id from company ${forUpdate}`.execute(trx);
  return await findCompany(trx);
}
