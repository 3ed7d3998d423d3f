import { productionStatusLabels, type ProductionStatus } from '#contract/documentStatus.ts';
import { StatusPill } from '#web/core/ui/StatusPill.tsx';

export function ProductionStatusPill({ status }: { status: ProductionStatus }) {
  return <StatusPill tone={status === 'completed' ? 'good' : 'neutral'} label={productionStatusLabels[status]} />;
}
