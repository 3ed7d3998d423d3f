import { lotStateLabels } from '#contract/stock/lots/lotTexts.ts';
import type { LotState } from '#contract/stock/stock.ts';
import { StatusPill, type Tone } from '#web/core/ui/StatusPill.tsx';

const tones: Record<LotState, Tone> = { released: 'good', onHold: 'warn', recalled: 'bad' };

export function LotStatePill({ state }: { state: LotState }) {
  return <StatusPill tone={tones[state]} label={lotStateLabels[state]} urgent={state !== 'released'} />;
}
