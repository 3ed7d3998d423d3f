/** Prints labels of lots; the drawing code is loaded on demand. */
import { Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { labelTexts } from '#contract/stock/labels/labelTexts.ts';
import { lazyComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { openPart } from '#web/core/ui/loading/lazyWithPreload.ts';

const LotLabels = lazyComponent(async () => (await import('./LotLabels.tsx')).LotLabels);

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
        onClick={() => openPart(LotLabels, () => setOpen(true))}
      >
        {labelTexts.labels}
      </Button>
      <Suspense>{isOpen && <LotLabels lotIds={lotIds} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

/** The dialog that prints labels of lots. */
export function LabelsOfLots(props: LabelsButtonProps & { onClose: () => void }) {
  return (
    <Suspense>
      <LotLabels {...props} />
    </Suspense>
  );
}
