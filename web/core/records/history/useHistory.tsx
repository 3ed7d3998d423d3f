import { Suspense, useState, type ReactNode } from 'react';
import { lazyComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { openPart } from '#web/core/ui/loading/lazyWithPreload.ts';
import type { HistoryOf } from './HistoryEvents.tsx';

const HistoryDrawer = lazyComponent(async () => (await import('./HistoryDrawer.tsx')).HistoryDrawer);

/** The history drawer of a list. */
export function useHistory(): { show: (record: HistoryOf) => void; drawer: ReactNode } {
  const [shown, setShown] = useState<{ record: HistoryOf; opened: boolean }>();
  return {
    show: (record) => openPart(HistoryDrawer, () => setShown({ record, opened: true })),
    drawer: (
      <Suspense>{shown && <HistoryDrawer {...shown} onClose={() => setShown({ ...shown, opened: false })} />}</Suspense>
    ),
  };
}
