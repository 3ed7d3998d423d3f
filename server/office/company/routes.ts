/** The company whose office this is. */
import type { z } from 'zod';
import { COMPANY_ID, companyEndpoints, type companyBody, type CompanyRecord } from '#contract/masters/company.ts';
import { gstinWarnings } from '#contract/stock/warnings/warningRules.ts';
import type { Warning } from '#contract/stock/warnings/warnings.ts';
import type { Routes } from '../../core/http/routes.ts';
import { findCompany, lockCompany } from '../../masters/company.ts';
import { changedAt, checkUnchanged } from '../../core/records/optimisticLock.ts';
import type { Write } from '../../core/records/write.ts';

/** Changes the company's details on papers. Throws 409 after a concurrent change. */
export async function updateCompany(
  write: Write,
  { updatedAt: seen, gstinNumber, licenceNumber, ...fields }: z.output<typeof companyBody>,
): Promise<CompanyRecord & { warnings: Warning[] }> {
  const { trx, actor, audit } = write;
  const before = await lockCompany(trx);
  await checkUnchanged(write, { resource: 'company', recordId: COMPANY_ID, updatedAt: before.updatedAt }, seen);
  const updated_at = changedAt(actor.at, before.updatedAt);
  const row = { ...fields, gstin_number: gstinNumber, licence_number: licenceNumber, updated_at };
  await trx.updateTable('company').set(row).execute();
  const after = { ...fields, gstinNumber, licenceNumber, updatedAt: updated_at };
  await audit({ action: 'update', resource: 'company', recordId: COMPANY_ID, before, after });
  return { ...after, warnings: gstinWarnings(gstinNumber) };
}

/** Registers the calls of the company. */
export function registerCompany(routes: Routes): void {
  const { db } = routes.services.store;
  routes.read(companyEndpoints.get, async () => await findCompany(db));
  routes.write(companyEndpoints.update, async ({ body }, write) => await updateCompany(write, body));
}
