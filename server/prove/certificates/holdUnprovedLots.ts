import { certificateTexts } from '#contract/prove/certificates/certificates.ts';
import { conflict } from '../../core/http/errors.ts';
import type { Write } from '../../core/records/write.ts';
import { holdLots } from '../../stock/documents/holdLots.ts';
import { lockItems } from '../../stock/ledger/items.ts';
import { findLots } from '../../stock/ledger/lots.ts';
import type { UnprovedLot } from './unprovedLots.ts';

/**
 * Puts lots without proof on hold as far as something is left of them: those that are released now, and those that are
 * recalled once a false alarm would release them. `reasonFor` gives the reason, for lots that were covered and for those that
 * came from them.
 * Returns their ids. Throws 409 where there is none.
 */
export async function holdUnprovedLots(
  { trx, actor, audit }: Write,
  unproved: readonly UnprovedLot[],
  reasonFor: (wasCovered: boolean) => string,
): Promise<{ heldLotIds: number[] }> {
  const covered = new Set(unproved.flatMap(({ lotId, wasCovered }) => (wasCovered ? [lotId] : [])));
  const reasonOf = (lotId: number) => reasonFor(covered.has(lotId));
  const lotIds = unproved.map(({ lotId }) => lotId);
  await lockItems(
    trx,
    [...(await findLots(trx, lotIds)).values()].map(({ itemId }) => itemId),
  );
  const lots = [...(await findLots(trx, lotIds)).values()].filter(({ onHand }) => onHand > 0);
  const changes = await holdLots(trx, lots, reasonOf, actor.at);
  if (changes.length === 0) throw conflict(certificateTexts.nothingToHold);
  await audit(...changes);
  return { heldLotIds: changes.map(({ recordId }) => recordId) };
}
