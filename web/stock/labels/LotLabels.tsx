import { useQueries } from '@tanstack/react-query';
import { lotEndpoints } from '#contract/stock/lots.ts';
import { call } from '#web/core/api/client.ts';
import { LabelsDialog } from './LabelsDialog.tsx';

interface LotLabelsProps {
  lotIds: readonly number[];
  onClose: () => void;
}

/** The dialog that prints labels, once the lots are known as they are now. */
export function LotLabels({ lotIds, onClose }: LotLabelsProps) {
  const lots = useQueries({
    queries: lotIds.map((lotId) => ({
      queryKey: [lotEndpoints.get.path, lotId],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(lotEndpoints.get, { params: { id: lotId }, signal }),
    })),
  });
  const loaded = lots.flatMap(({ data }) => data ?? []);
  return loaded.length === lotIds.length && <LabelsDialog lots={loaded} onClose={onClose} />;
}
