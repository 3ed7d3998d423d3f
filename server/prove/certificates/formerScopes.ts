/** Former scopes of certificates: each version in the history, with the days on which the body is suspended now set apart. */
import { sql } from 'kysely';
import { z } from 'zod';
import { daysAfter } from '#contract/core/values/dates.ts';
import { certificateRecord } from '#contract/prove/certificates/certificates.ts';
import { certificationBodyRecord } from '#contract/prove/certificates/certificationBodies.ts';
import type { Suspension } from '#contract/stock/claims/coverage.ts';
import type { Scheme } from '#contract/stock/claims/schemes.ts';
import { inPieces } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import type { Certificate } from '../../stock/origins/coverage.ts';
import { earlierLoss, type LossTime } from './lossTimes.ts';

const versionFields = certificateRecord
  .pick({
    certificateId: true,
    supplierId: true,
    scheme: true,
    number: true,
    validFrom: true,
    validTo: true,
    withdrawnOn: true,
    allItems: true,
    itemIds: true,
  })
  .extend({ certificationBodyId: z.int().nullable().default(null) });

/** A state of a certificate, by its history; the last one is not lost. */
type Version = z.output<typeof versionFields> & { replacedAt: LossTime };

interface Event {
  recordId: number;
  at: string;
  after: string;
}

/** The object of a JSON text. */
const toObject = (json: string): object => z.looseObject({}).parse(JSON.parse(json));

/** The events of records, oldest first, by record. */
async function findEvents(
  trx: Trx,
  resource: 'certificates' | 'certificationBodies',
  ids: readonly number[],
): Promise<ReadonlyMap<number, Event[]>> {
  const events = await inPieces(
    trx,
    `versions of ${resource}`,
    ids,
    (chunk) => sql<Event>`
      select record_id as "recordId", at, after from audit_event
      where resource = ${sql.lit(resource)} and record_id in ${chunk} and after is not null order by record_id, id`,
  );
  return Map.groupBy(events, ({ recordId }) => recordId);
}

/** Certificates in all their versions. */
async function findVersions(trx: Trx, certificateIds: readonly number[]): Promise<Version[]> {
  const events = await findEvents(trx, 'certificates', certificateIds);
  return [...events].flatMap(([certificateId, own]) => {
    // A merge of the supplier records its changed fields alone, so that each event adds to the one before.
    let fields: object = {};
    return own.map(({ after }, index) => {
      fields = { ...fields, ...toObject(after), certificateId };
      return { ...versionFields.parse(fields), replacedAt: own[index + 1]?.at ?? null };
    });
  });
}

/** A suspension of a certificate's certification body, and when it was recorded; null if its history does not say. */
interface RecordedSuspension extends Suspension {
  certificateId: number;
  certificationBodyId: number;
  scheme: Scheme;
  recordedAt: LossTime;
}

const suspensionKey = (certifierId: number, { scheme, from }: { scheme: Scheme; from: string }) =>
  `${certifierId} ${scheme} ${from}`;

/** Since when the suspensions of certification bodies are recorded, without a break, by their keys. */
async function findRecordingTimes(trx: Trx, certifierIds: readonly number[]): Promise<ReadonlyMap<string, string>> {
  const fields = certificationBodyRecord.pick({ suspensions: true });
  const events = await findEvents(trx, 'certificationBodies', certifierIds);
  return new Map(
    [...events].flatMap(([certifierId, own]) => [
      ...own.reduce((since, { at, after }) => {
        const keys = fields.parse(toObject(after)).suspensions.map((each) => suspensionKey(certifierId, each));
        return new Map(keys.map((key) => [key, since.get(key) ?? at]));
      }, new Map<string, string>()),
    ]),
  );
}

/** The suspensions of the certification bodies of certificates, for any scheme, by certificate. */
async function findSuspensions(
  trx: Trx,
  certificateIds: readonly number[],
): Promise<ReadonlyMap<number, RecordedSuspension[]>> {
  const rows = await inPieces(
    trx,
    'suspensions of certificates',
    certificateIds,
    (chunk) => sql<Omit<RecordedSuspension, 'recordedAt'>>`
      select c.id as "certificateId", p.certification_body_id as "certificationBodyId", p.scheme, p.from_day as "from",
        p.until_day as "until"
      from certificate c join certification_body_suspension p on p.certification_body_id = c.certification_body_id
      where c.id in ${chunk}`,
  );
  const times = await findRecordingTimes(trx, [...new Set(rows.map(({ certificationBodyId }) => certificationBodyId))]);
  const recorded = rows.map((row) => ({
    ...row,
    recordedAt: times.get(suspensionKey(row.certificationBodyId, row)) ?? null,
  }));
  return Map.groupBy(recorded, ({ certificateId }) => certificateId);
}

/** A scope that a certificate had before it was changed, withdrawn or suspended. */
export interface FormerScope extends Certificate {
  /** Lots that were recorded later never claimed by it. */
  lostAt: LossTime;
}

/** A scope on the days of a suspension alone, as if its body were not suspended. */
function duringSuspension(scope: FormerScope, { from, until }: Suspension): FormerScope {
  const last = until === null ? scope.validTo : daysAfter(until, -1);
  return {
    ...scope,
    validFrom: from > scope.validFrom ? from : scope.validFrom,
    validTo: last < scope.validTo ? last : scope.validTo,
    suspensions: [],
  };
}

/** The scopes of a certificate on the days that it lost by its withdrawal and by suspensions. */
export function lostScopesOf(certificate: Certificate): FormerScope[] {
  const scope = { ...certificate, withdrawnOn: null, suspensions: [], lostAt: null };
  const withdrawal = certificate.withdrawnOn === null ? [] : [{ from: certificate.withdrawnOn, until: null }];
  return [...withdrawal, ...certificate.suspensions].map((lost) => duringSuspension(scope, lost));
}

/** A version of a certificate: its whole scope, and its scopes on the days of suspensions. */
interface VersionScopes {
  whole: FormerScope;
  suspended: FormerScope[];
}

async function findVersionScopes(trx: Trx, certificateIds: readonly number[]): Promise<VersionScopes[]> {
  const suspensionsOf = await findSuspensions(trx, certificateIds);
  const versions = await findVersions(trx, certificateIds);
  return versions.map(({ certificationBodyId, replacedAt, ...version }) => {
    const all = suspensionsOf.get(version.certificateId) ?? [];
    const suspensions = all.filter(({ scheme }) => scheme === version.scheme);
    const whole: FormerScope = { ...version, suspensions, lostAt: replacedAt };
    const suspended = suspensions.map((suspension) => {
      // A version of another certification body lost nothing by the suspension, but by the version that followed.
      const isOfCertifier = replacedAt === null || certificationBodyId === suspension.certificationBodyId;
      const lostAt = isOfCertifier ? earlierLoss(replacedAt, suspension.recordedAt) : replacedAt;
      return { ...duringSuspension(whole, suspension), lostAt };
    });
    return { whole, suspended };
  });
}

/** Former scopes of certificates on all days of their versions. Parts of them may be covered still. */
export async function findFormerScopes(trx: Trx, certificateIds: readonly number[]): Promise<FormerScope[]> {
  const versions = await findVersionScopes(trx, certificateIds);
  return versions.flatMap(({ whole, suspended }) => [whole, ...suspended]);
}

/** Former scopes of certificates on the days of suspensions alone. Parts of them may be covered still. */
export async function findSuspendedScopes(trx: Trx, certificateIds: readonly number[]): Promise<FormerScope[]> {
  return (await findVersionScopes(trx, certificateIds)).flatMap(({ suspended }) => suspended);
}
