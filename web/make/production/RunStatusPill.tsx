import { productionStatusLabels, type ProductionStatus } from '#contract/documentStatus.ts';
import { StatusPill } from '#web/core/ui/StatusPill.tsx';

interface ProductionStatusPillProps {
  status: ProductionStatus;
  /** In the place of the status' own label. */
  label?: string;
}

export function RunStatusPill({ status, label = productionStatusLabels[status] }: ProductionStatusPillProps) {
  return <StatusPill tone={status === 'completed' ? 'good' : 'neutral'} label={label} />;
}
