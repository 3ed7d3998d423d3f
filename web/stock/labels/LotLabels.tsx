import { useQueries } from '@tanstack/react-query';
import { lotEndpoints } from '#contract/stock/lots/lots.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { LabelsDialog } from './LabelsDialog.tsx';

interface LotLabelsProps {
  lotIds: readonly number[];
  onClose: () => void;
}

/** The dialog that prints labels, once the lots are known as they are now. */
export function LotLabels({ lotIds, onClose }: LotLabelsProps) {
  const lots = useQueries({
    queries: lotIds.map((lotId) => queryOf(lotEndpoints.get, { params: { id: lotId } })),
  });
  const loaded = lots.flatMap(({ data }) => data ?? []);
  return loaded.length === lotIds.length && <LabelsDialog lots={loaded} onClose={onClose} />;
}
