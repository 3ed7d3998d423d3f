import { productionStatusLabels, type ProductionStatus } from '#contract/documentStatus.ts';
import { StatusPill } from '#web/core/ui/StatusPill.tsx';

interface RunStatusPillProps {
  status: ProductionStatus;
  /** Replaces the label of the status. */
  label?: string;
}

export function RunStatusPill({ status, label = productionStatusLabels[status] }: RunStatusPillProps) {
  return <StatusPill tone={status === 'completed' ? 'good' : 'neutral'} label={label} />;
}
