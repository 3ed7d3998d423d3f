import { activeLabels } from '#contract/core/fields.ts';
import { StatusPill } from '#web/core/ui/StatusPill.tsx';

/** Green for Active, red for Inactive (specification §2). */
export function ActiveStatus({ status }: { status: 1 | 0 }) {
  return status === 1 ? (
    <StatusPill tone="good" label={activeLabels[1]} />
  ) : (
    <StatusPill tone="bad" label={activeLabels[0]} />
  );
}
