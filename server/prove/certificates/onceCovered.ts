/** Scopes that certificates had once: each version of them, with the days apart on which their body is suspended now. */
import { sql } from 'kysely';
import { z } from 'zod';
import { daysAfter } from '#contract/core/values/dates.ts';
import { certificateRecord } from '#contract/prove/certificates.ts';
import { certificationBodyRecord } from '#contract/prove/certificates/certificationBodies.ts';
import type { Suspension } from '#contract/stock/claims/coverage.ts';
import type { Scheme } from '#contract/stock/claims/schemes.ts';
import { inPieces } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import type { Certificate } from '../../stock/origins/coverage.ts';

const scope = certificateRecord
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

/** A state of a certificate, by its history. */
interface Version extends z.output<typeof scope> {
  /** When the next one was; null for the last one. */
  replacedAt: string | null;
}

interface Event {
  recordId: number;
  at: string;
  after: string;
}

/** The object of a JSON text. */
const toObject = (json: string): object => z.looseObject({}).parse(JSON.parse(json));

async function findEvents(
  trx: Trx,
  resource: 'certificates' | 'certificationBodies',
  ids: readonly number[],
): Promise<Event[]> {
  return await inPieces(
    trx,
    `versions of ${resource}`,
    ids,
    (chunk) => sql<Event>`
      select record_id as "recordId", at, after from audit_event
      where resource = ${sql.lit(resource)} and record_id in ${chunk} and after is not null order by record_id, id`,
  );
}

/** Certificates in all their versions. */
async function findVersions(trx: Trx, certificateIds: readonly number[]): Promise<Version[]> {
  const events = await findEvents(trx, 'certificates', certificateIds);
  let stored: object = {};
  return events.map(({ recordId, after }, index) => {
    // The merge of its supplier says what it changed alone.
    stored = { ...(events[index - 1]?.recordId === recordId ? stored : {}), ...toObject(after) };
    const next = events[index + 1];
    const replacedAt = next?.recordId === recordId ? next.at : null;
    return { ...scope.parse({ ...stored, certificateId: recordId }), replacedAt };
  });
}

/** A suspension of a certificate's body, and when it was recorded; null if its history does not say. */
interface RecordedSuspension extends Suspension {
  certificateId: number;
  certificationBodyId: number;
  scheme: Scheme;
  recordedAt: string | null;
}

const suspensionKey = (bodyId: number, { scheme, from }: { scheme: Scheme; from: string }) =>
  `${bodyId} ${scheme} ${from}`;

/** Since when the suspensions of bodies are recorded, without a break, by their keys. */
async function findRecorded(trx: Trx, bodyIds: readonly number[]): Promise<ReadonlyMap<string, string>> {
  const recorded = new Map<string, string>();
  const body = certificationBodyRecord.pick({ suspensions: true });
  const byBody = Map.groupBy(await findEvents(trx, 'certificationBodies', bodyIds), ({ recordId }) => recordId);
  for (const [bodyId, events] of byBody) {
    let known = new Map<string, string>();
    for (const { at, after } of events) {
      const keys = body.parse(toObject(after)).suspensions.map((each) => suspensionKey(bodyId, each));
      known = new Map(keys.map((key) => [key, known.get(key) ?? at]));
    }
    for (const [key, at] of known) recorded.set(key, at);
  }
  return recorded;
}

/** The suspensions of the bodies of certificates, for any scheme. */
async function findSuspensions(trx: Trx, certificateIds: readonly number[]): Promise<RecordedSuspension[]> {
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
  const recorded = await findRecorded(trx, [...new Set(rows.map(({ certificationBodyId }) => certificationBodyId))]);
  return rows.map((row) => ({ ...row, recordedAt: recorded.get(suspensionKey(row.certificationBodyId, row)) ?? null }));
}

/** A scope that a certificate had once. */
export interface OnceCovered extends Certificate {
  /** Lots that were recorded later never claimed by it; null where there is no such time. */
  lostAt: string | null;
}

/** A scope on the days of a suspension alone, on which it covers. */
function whileSuspended(certificate: OnceCovered, { from, until }: Suspension): OnceCovered {
  const last = until === null ? certificate.validTo : daysAfter(until, -1);
  return {
    ...certificate,
    validFrom: from > certificate.validFrom ? from : certificate.validFrom,
    validTo: last < certificate.validTo ? last : certificate.validTo,
    suspensions: [],
  };
}

/** The scopes of a certificate on the days that it lost by its withdrawal and by suspensions. */
export function lostDaysOf(certificate: Certificate): OnceCovered[] {
  const once = { ...certificate, withdrawnOn: null, suspensions: [], lostAt: null };
  const withdrawn = certificate.withdrawnOn === null ? [] : [{ from: certificate.withdrawnOn, until: null }];
  return [...withdrawn, ...certificate.suspensions].map((lost) => whileSuspended(once, lost));
}

/** The earlier of two times, of which null never comes. */
function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** Whether a version is read on all its days, or on those of suspensions alone. */
export type DaysOfVersions = 'all' | 'suspended';

/**
 * Scopes that certificates had once, by their history: on the days on which their body is suspended, and, where all days count,
 * on the others. What they cover still is among it.
 */
export async function findOnceCovered(
  trx: Trx,
  certificateIds: readonly number[],
  days: DaysOfVersions,
): Promise<OnceCovered[]> {
  const suspensions = Map.groupBy(await findSuspensions(trx, certificateIds), ({ certificateId }) => certificateId);
  const versions = await findVersions(trx, certificateIds);
  return versions.flatMap(({ certificationBodyId: bodyId, replacedAt, ...version }) => {
    const ofScheme = (suspensions.get(version.certificateId) ?? []).filter(({ scheme }) => scheme === version.scheme);
    const once: OnceCovered = { ...version, suspensions: ofScheme, lostAt: replacedAt };
    const suspended = ofScheme.map((suspension) => {
      // A version of another body lost nothing by the suspension, but by what followed it.
      const isOfBody = replacedAt === null || bodyId === suspension.certificationBodyId;
      const lostAt = isOfBody ? earlier(replacedAt, suspension.recordedAt) : replacedAt;
      return { ...whileSuspended(once, suspension), lostAt };
    });
    return days === 'all' ? [once, ...suspended] : suspended;
  });
}
