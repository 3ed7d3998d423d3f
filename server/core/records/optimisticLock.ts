/**
 * Optimistic locking: an edit that names the version its editor saw cannot overwrite a later one
 * (docs/domain.md, Concurrent edits).
 */
import { z } from 'zod';
import { errorTexts } from '#contract/core/errors.ts';
import type { HistoryKind } from '#contract/kinds.ts';
import type { Trx } from '../db/tables.ts';
import { conflict, invalid } from '../http/errors.ts';
import type { Write } from './write.ts';

/** Throws if the body names another record than the path (docs/domain.md, Calls). */
export function checkBodyId(pathId: number, bodyId: unknown, field: string): void {
  if (bodyId !== undefined && bodyId !== pathId) {
    throw invalid({ [field]: [`The address says ${pathId}, the content another id.`] });
  }
}

/** A stored version of a record, under its name in the history. */
interface Version {
  resource: HistoryKind;
  recordId: number;
  updatedAt: string;
}

const MAX_OWN_CHANGES = 50;

const versionText = z
  .string()
  .transform((json): unknown => JSON.parse(json))
  .pipe(z.object({ updatedAt: z.string() }));
const ownChange = z.object({ before: versionText, after: versionText });

function isSameVersion(one: string, other: string): boolean {
  return Date.parse(one) === Date.parse(other);
}

/** Whether the changes of one session alone lead from `seen` to the stored version. */
async function isChangedOnlyBy(
  sessionKey: string,
  trx: Trx,
  { resource, recordId, updatedAt }: Version,
  seen: string,
): Promise<boolean> {
  const events = await trx
    .selectFrom('audit_event')
    .select(['before', 'after', 'session_key'])
    .where('resource', '=', resource)
    .where('record_id', '=', recordId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_OWN_CHANGES)
    .execute();
  let version = updatedAt;
  for (const event of events) {
    const change = ownChange.safeParse(event);
    const isOwn =
      change.success && event.session_key === sessionKey && isSameVersion(change.data.after.updatedAt, version);
    if (!isOwn) return false;
    version = change.data.before.updatedAt;
    if (isSameVersion(version, seen)) return true;
  }
  return false;
}

/**
 * Throws 409 if `seen` was sent and another session changed the record since. Without it the change goes through.
 * Changes of the same session are no conflict, unless its client compares versions itself and sends If-Match.
 */
export async function checkUnchanged(
  { trx, actor: { sessionKey } }: Write,
  version: Version,
  seen: string | null | undefined,
): Promise<void> {
  if (!seen || isSameVersion(seen, version.updatedAt)) return;
  const isOwn = sessionKey !== undefined && (await isChangedOnlyBy(sessionKey, trx, version, seen));
  if (!isOwn) throw conflict(errorTexts.changedMeanwhile);
}

/**
 * The new `updatedAt`: now, or a millisecond after `before` if the clock isn't later. Editors detect concurrent changes
 * by it, so it must strictly increase.
 */
export function changedAt(now: string, before: string): string {
  return new Date(Math.max(Date.parse(now), Date.parse(before) + 1)).toISOString();
}
