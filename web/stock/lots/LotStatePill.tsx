import { lotStateLabels, lotTexts } from '#contract/stock/lots/lotTexts.ts';
import type { LotState } from '#contract/stock/stock.ts';
import { StatusPill, type Tone } from '#web/core/ui/StatusPill.tsx';
import { today } from '#web/core/ui/today.ts';

const tones: Record<LotState, Tone> = { released: 'good', onHold: 'warn', recalled: 'bad' };

interface LotStatePillProps {
  state: LotState;
  /** The last day on which it may be used: a released lot is expired from the day after. */
  expiresOn?: string | null;
}

export function LotStatePill({ state, expiresOn = null }: LotStatePillProps) {
  if (state === 'released' && expiresOn !== null && expiresOn < today()) {
    return <StatusPill tone="bad" label={lotTexts.expired} urgent />;
  }
  return <StatusPill tone={tones[state]} label={lotStateLabels[state]} urgent={state !== 'released'} />;
}
