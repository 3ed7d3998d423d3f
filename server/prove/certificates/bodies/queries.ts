/** Certification bodies with their suspensions, and what rested on their certificates meanwhile. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type {
  certificationBodyRecord,
  certificationBodyWithLots,
} from '#contract/prove/certificates/certificationBodies.ts';
import { foldCase } from '../../../core/db/fold.ts';
import { inPieces } from '../../../core/db/statements.ts';
import type { Database, Trx } from '../../../core/db/tables.ts';
import { findOne } from '../../../core/lists/findOne.ts';
import type { ListSource } from '../../../core/lists/listing.ts';
import { contained } from '../../../core/lists/search.ts';
import { withLines } from '../../../core/records/lines.ts';
import { findSuspendedScopes } from '../formerScopes.ts';
import { findUnprovedLots } from '../unprovedLots.ts';

export type CertificationBody = z.output<typeof certificationBodyRecord>;
type Suspension = CertificationBody['suspensions'][number];

type Db = Database | Trx;
type CertifierRow = Omit<CertificationBody, 'suspensions'>;

const rowId = sql<number>`y.id`;

/** Certification bodies, newest first; found by name and code. */
export const certificationBodyList: ListSource<CertifierRow> = {
  columns: sql`
    y.id as "certificationBodyId", y.name, y.code,
    (select count(*) from certificate c where c.certification_body_id = y.id and c.deleted_at is null) as certificates,
    y.created_at as "createdAt", y.updated_at as "updatedAt"`,
  from: sql`certification_body y`,
  where: sql`y.deleted_at is null`,
  counted: 'certification_body',
  filters: {
    suspendedFor: (equalsParam) => sql`exists (
      select 1 from certification_body_suspension p where p.certification_body_id = y.id and p.scheme ${equalsParam})`,
  },
  matches: (term) => contained(term, ['y.name', 'y.code']),
  sort: { certificationBodyId: rowId, name: sql`lower(y.name)`, code: sql`lower(y.code)` },
  defaultSort: { by: 'certificationBodyId', order: 'desc' },
  id: rowId,
};

interface SuspensionRow extends Suspension {
  certificationBodyId: number;
}

/** Adds their suspensions to certification bodies, by one statement. */
export async function withSuspensions(db: Db, certifiers: readonly CertifierRow[]): Promise<CertificationBody[]> {
  return await withLines(
    certifiers,
    'certificationBodyId',
    async (ids) =>
      await inPieces(
        db,
        'suspensions of certification bodies',
        ids,
        (chunk) => sql<SuspensionRow>`
          select certification_body_id as "certificationBodyId", scheme, from_day as "from", until_day as "until"
          from certification_body_suspension
          where certification_body_id in ${chunk} order by certification_body_id, position`,
      ),
    (certifier, suspensions) => ({ ...certifier, suspensions }),
  );
}

/** One certification body, unless it is deleted. */
export async function findCertificationBody(db: Db, id: number): Promise<CertificationBody | undefined> {
  return await findOne(db, certificationBodyList, id, withSuspensions);
}

/** The certification body of a name, in whatever capitals; of several the first. */
export async function findCertifierByName(trx: Trx, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from certification_body where fold(name) = ${foldCase(name)} and deleted_at is null
    order by id limit 1`.execute(trx);
  return rows[0]?.id;
}

/** The certificates that name a certification body, the newest first. */
export async function findCertificatesOfCertifier(trx: Trx, id: number): Promise<{ id: number; number: string }[]> {
  return await trx
    .selectFrom('certificate')
    .select(['id', 'number'])
    .where('certification_body_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
}

/**
 * A certification body with the lots that rested on its certificates, were received while it was suspended for their
 * scheme and lost a claim by it, and with what came of them.
 */
export async function withLots(
  trx: Trx,
  certifier: CertificationBody,
): Promise<z.output<typeof certificationBodyWithLots>> {
  if (certifier.suspensions.length === 0) return { ...certifier, uncoveredLots: [] };
  const certificates = await findCertificatesOfCertifier(trx, certifier.certificationBodyId);
  const scopes = await findSuspendedScopes(
    trx,
    certificates.map(({ id }) => id),
  );
  return { ...certifier, uncoveredLots: await findUnprovedLots(trx, scopes) };
}
