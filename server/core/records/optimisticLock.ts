/**
 * Optimistic locking: an edit that names the version its editor saw cannot overwrite a later one
 * (docs/domain.md, Concurrent edits).
 */
import { errorTexts } from '#contract/core/errors.ts';
import { conflict, invalid } from '../http/errors.ts';

/** Throws if the body names another record than the path (docs/domain.md, Calls). */
export function checkBodyId(pathId: number, bodyId: unknown, field: string): void {
  if (bodyId !== undefined && bodyId !== pathId) {
    throw invalid({ [field]: [`The address says ${pathId}, the content another id.`] });
  }
}

/** Throws 409 if `seen` was sent and isn't `current`, after a concurrent change. Without it the change goes through. */
export function checkUnchanged(seen: string | null | undefined, current: string): void {
  if (seen && Date.parse(seen) !== Date.parse(current)) throw conflict(errorTexts.changedMeanwhile);
}

/**
 * The new `updatedAt`: now, or a millisecond after `before` if the clock isn't later. Editors detect concurrent changes
 * by it, so it must strictly increase.
 */
export function changedAt(now: string, before: string): string {
  return new Date(Math.max(Date.parse(now), Date.parse(before) + 1)).toISOString();
}
