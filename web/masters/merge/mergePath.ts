import type { MergeableKind } from '#contract/masters/merging.ts';

/** The page on which `mergedId` is merged into `keptId`; without it, it is to be chosen. */
export function mergePath(kind: MergeableKind, keptId: number, mergedId?: number): string {
  const path = `/merge/${kind}/${keptId}`;
  return mergedId === undefined ? path : `${path}?with=${mergedId}`;
}
