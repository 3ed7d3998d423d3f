import type { LotState } from '#contract/stock/stock.ts';
import { may } from '#web/core/api/session.ts';

/** Whether the user may put a lot of this state on hold, or release it. */
export function mayMoveState(state: LotState): boolean {
  return (state === 'released' && may('create', 'holds')) || (state === 'onHold' && may('delete', 'holds'));
}
