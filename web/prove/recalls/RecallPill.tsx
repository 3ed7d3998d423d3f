import type { RecallRecord } from '#contract/prove/recalls.ts';
import { StatusPill } from '#web/core/ui/StatusPill.tsx';

/** Whether a recall or drill is in progress. */
export function RecallPill({ recall: { kind, closedAt } }: { recall: Pick<RecallRecord, 'kind' | 'closedAt'> }) {
  if (closedAt !== null) return <StatusPill tone="neutral" label="Closed" />;
  return <StatusPill tone={kind === 'real' ? 'bad' : 'warn'} label="In progress" urgent />;
}
