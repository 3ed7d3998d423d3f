/** The claim that a dispatch is sold under: one that each of its lots must hold, or a reason (docs/domain.md, Sold as). */
import type { z } from 'zod';
import type { FieldErrors } from '#contract/core/errors.ts';
import type { dispatchEndpoints } from '#contract/ship/dispatches.ts';
import { soldAsOf } from '#contract/stock/claims/soldAs.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict } from '../../core/http/errors.ts';
import { findSaleRefusals } from '../../stock/lots/markets.ts';
import { findSchemeClaims } from '../../stock/origins/schemeClaims.ts';
import { findLots } from '../../stock/ledger/lots.ts';

/** The claim, and why it is sold under it although a lot doesn't hold it: empty where all do. */
export interface Sold {
  soldAs: string | null;
  soldAsReason: string;
}

/**
 * Checks the claim of a dispatch, and returns it as it is stored: the reason only where it is needed. Throws 409 at each line whose lot doesn't
 * hold the claim, where there is no reason.
 */
export async function checkSoldAs(
  trx: Trx,
  { soldAs: key, soldAsReason }: Sold,
  lines: readonly { lotId: number }[],
): Promise<Sold> {
  const claim = soldAsOf(key);
  if (!claim) return { soldAs: null, soldAsReason: '' };
  const lotIds = lines.map(({ lotId }) => lotId);
  const refusals = await findSaleRefusals(trx, lotIds, claim);
  if (refusals.size === 0) return { soldAs: key, soldAsReason: '' };
  if (soldAsReason !== '') return { soldAs: key, soldAsReason };
  const errors: FieldErrors = {};
  for (const [index, lotId] of lotIds.entries()) {
    const refusal = refusals.get(lotId);
    if (refusal) errors[`lines.${index}.lotId`] = [refusal.text];
  }
  throw conflict([...refusals.values()].map(({ text }) => text).join('\n'), errors);
}

type Query = z.output<typeof dispatchEndpoints.claims.query>;
type Answer = z.output<typeof dispatchEndpoints.claims.answer>;

/** The claims of lots, in their order, and why they may not be sold under one. Lots that don't exist are left out. */
export async function findDispatchClaims(trx: Trx, { lotId: lotIds, soldAs }: Query): Promise<Answer> {
  const lots = await findLots(trx, lotIds);
  const existing = [...new Set(lotIds)].filter((lotId) => lots.has(lotId));
  const claims = await findSchemeClaims(trx, existing);
  const sold = soldAsOf(soldAs ?? null);
  const refusals = sold ? await findSaleRefusals(trx, existing, sold) : undefined;
  return existing.map((lotId) => ({
    lotId,
    claims: claims.get(lotId) ?? [],
    refusal: refusals?.get(lotId) ?? null,
  }));
}
