/** Queuing inspection packs. */
import { MAX_WAITING, packTexts } from '#contract/prove/packs.ts';
import { conflict, invalid } from '../../core/http/errors.ts';
import type { Write } from '../../core/records/write.ts';
import { findLotNames } from '../../stock/ledger/lots.ts';
import { findPacks, type Pack } from './queries.ts';

/** Queues a pack. Throws 400 for a lot that doesn't exist, 409 while too many wait. */
export async function queuePack(
  { trx, actor, audit }: Write,
  { from, to, lotIds }: { from: string; to: string; lotIds: number[] },
): Promise<Pack> {
  const uniqueIds = [...new Set(lotIds)];
  const lots = await findLotNames(trx, uniqueIds);
  if (uniqueIds.some((lotId) => !lots.has(lotId))) throw invalid({ lotIds: [packTexts.lotUnknown] });
  const { waiting } = await trx
    .selectFrom('inspection_pack')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow();
  if (waiting >= MAX_WAITING) throw conflict(packTexts.tooMany);
  const { id } = await trx
    .insertInto('inspection_pack')
    .values({
      from_day: from,
      to_day: to,
      lot_ids: JSON.stringify(uniqueIds),
      state: 'queued',
      step: '',
      steps_done: 0,
      // The thread reports the number at its start: PDF code is loaded there alone.
      steps: 1,
      attempts: 0,
      beat_at: null,
      size: null,
      sha256: null,
      made_at: null,
      created_by: actor.userId,
      created_at: actor.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const after = { from, to, lots: [...lots.values()].map(({ lotCode }) => lotCode) };
  await audit({ action: 'create', resource: 'packs', recordId: id, before: null, after });
  const [pack] = await findPacks(trx, id);
  if (!pack) throw new Error(`pack ${id} was not stored`);
  return pack;
}
