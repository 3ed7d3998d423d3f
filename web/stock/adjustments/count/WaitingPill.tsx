import { adjustmentStateLabels } from '#contract/documentStatus.ts';
import { StatusPill } from '#web/core/ui/StatusPill.tsx';

/** Marks a count that waits for the office. */
export function WaitingPill() {
  return <StatusPill tone="warn" label={adjustmentStateLabels.waiting} urgent />;
}
