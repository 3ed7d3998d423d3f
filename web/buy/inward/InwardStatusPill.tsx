import { inwardStatusLabels, type InwardStatus } from '#contract/documentStatus.ts';
import { StatusPill, type Tone } from '#web/core/ui/StatusPill.tsx';

const tones: Record<InwardStatus, Tone> = { paid: 'good', notpaid: 'warn', pending: 'neutral' };

export function InwardStatusPill({ status }: { status: InwardStatus }) {
  return <StatusPill tone={tones[status]} label={inwardStatusLabels[status]} urgent={status === 'notpaid'} />;
}
