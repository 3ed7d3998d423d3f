import { isCalendarDate } from '#contract/core/values/dates.ts';
import { inwardEndpoints } from '#contract/buy/inward.ts';
import { queryOf } from '#web/core/api/queries.ts';

/** The latest inward line of a material, up to the day of an inward, except those of the edited one. */
export function lastLine(rawMaterialId: number, inward: { exceptId?: number; until?: string } = {}) {
  const { exceptId, until = '' } = inward;
  const query = { exceptId, until: isCalendarDate(until) ? until : undefined };
  return queryOf(inwardEndpoints.lastPrice, { params: { id: rawMaterialId }, query });
}
