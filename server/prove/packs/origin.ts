import type { PackCheck, PackOrigin, PackVerdict } from '#contract/prove/packs.ts';
import type { Database } from '../../core/db/tables.ts';

/**
 * Adds the origin to the verdict on a file: whether it is, by its SHA-256, a pack that was built here. The signature
 * alone proves less, since the key is in every backup. The record of a pack stays when its file is deleted.
 */
export async function addOrigin(
  db: Database,
  { isOurs, ...verdict }: PackVerdict,
  sha256: string,
  keyMadeAt: string,
): Promise<PackCheck> {
  const recorded = await db
    .selectFrom('inspection_pack')
    .select('made_at')
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (recorded) return { ...verdict, origin: 'recorded', recordedAt: recorded.made_at };
  const isPredated = verdict.madeAt !== null && Date.parse(verdict.madeAt) < Date.parse(keyMadeAt);
  const ofOurKey: PackOrigin = isPredated ? 'predated' : 'unrecorded';
  const ofSigned: PackOrigin = isOurs ? ofOurKey : 'foreign';
  const origin = verdict.fingerprint === null ? null : ofSigned;
  return { ...verdict, isWhole: verdict.isWhole && origin !== 'predated', origin, recordedAt: null };
}
