/** The organic mass of lots under each scheme, while a run is being typed. */
import type { z } from 'zod';
import type { runEndpoints } from '#contract/make/runs.ts';
import type { Trx } from '../../core/db/tables.ts';
import { milligramsOf } from '../../stock/origins/claims.ts';
import { findOrganicMasses } from '../../stock/origins/schemeClaims.ts';
import { findPlannedOrigins, PLANNED_LOT, unknownOutput } from '../../stock/origins/plannedRun.ts';

type Answer = z.output<typeof runEndpoints.organic.answer>;

/** For each scheme of the certificates of suppliers; lots that don't exist are left out. */
export async function findOrganic(
  trx: Trx,
  inputs: readonly { lotId: number; quantity: number }[],
  day: string,
): Promise<Answer> {
  const origins = await findPlannedOrigins(trx, { day, inputs, others: [], output: unknownOutput });
  const masses = await findOrganicMasses(trx, origins, PLANNED_LOT);
  return masses.map(({ scheme, organic, total }) => ({
    scheme,
    organicGrams: milligramsOf(organic),
    totalGrams: milligramsOf(total),
  }));
}
