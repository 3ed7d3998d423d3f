import { mergeTexts, type MergeableKind } from '#contract/masters/merging.ts';
import type { Merging } from '#web/core/records/masters/master.ts';

/** The page on which `mergedId` is merged into `keptId`; without it, it is to be chosen. */
export function mergePath(kind: MergeableKind, keptId: number, mergedId?: number): string {
  const path = `/merge/${kind}/${keptId}`;
  return mergedId === undefined ? path : `${path}?with=${mergedId}`;
}

/** How a master's list leads to merging. */
export function mergingOf(kind: MergeableKind): Merging {
  return { label: mergeTexts.action, path: (keptId, mergedId) => mergePath(kind, keptId, mergedId) };
}
