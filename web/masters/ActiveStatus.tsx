import { StatusPill } from '#web/ui/StatusPill.tsx';

/** The choices of a Status field (specification §4). */
export const activeStatusOptions = [
  { value: 1 as const, label: 'Active' },
  { value: 0 as const, label: 'Inactive' },
];

/** Green for Active, red for Inactive (specification §2). */
export function ActiveStatus({ status }: { status: 1 | 0 }) {
  return status === 1 ? <StatusPill tone="good" label="Active" /> : <StatusPill tone="bad" label="Inactive" />;
}
