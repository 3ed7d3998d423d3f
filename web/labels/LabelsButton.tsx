/** Prints labels of lots; what draws them is loaded when it is asked for. */
import { Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lotEndpoints } from '#contract/lots.ts';
import { call } from '#web/api/client.ts';
import { lazyPart, openPart } from '#web/ui/lazyWithPreload.ts';

const useDialog = lazyPart(() => import('./LabelsDialog.tsx'));

interface LabelsButtonProps {
  lotIds: readonly number[];
}

export function LabelsButton({ lotIds }: LabelsButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconQrcode size={16} aria-hidden />}
        onClick={() => openPart(useDialog, () => setOpen(true))}
      >
        Labels
      </Button>
      <Suspense>{isOpen && <Dialog lotIds={lotIds} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

/** The dialog that prints labels of lots. */
export function LabelsOfLots(props: LabelsButtonProps & { onClose: () => void }) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}

/** Waits for the lots as they are now. */
function Dialog({ lotIds, onClose }: LabelsButtonProps & { onClose: () => void }) {
  const { LabelsDialog } = useDialog();
  const lots = useQueries({
    queries: lotIds.map((lotId) => ({
      queryKey: [lotEndpoints.get.path, lotId],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(lotEndpoints.get, { params: { id: lotId }, signal }),
    })),
  });
  const found = lots.flatMap(({ data }) => data ?? []);
  return found.length === lotIds.length && <LabelsDialog lots={found} onClose={onClose} />;
}
