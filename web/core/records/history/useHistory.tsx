import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart, openPart } from '#web/core/ui/lazyWithPreload.ts';
import type { HistoryDrawerProps } from './HistoryDrawer.tsx';
import type { HistoryOf } from './HistoryEvents.tsx';

const useDrawer = lazyPart(() => import('./HistoryDrawer.tsx'));

/** The history drawer of a list. */
export function useHistory(): { show: (record: HistoryOf) => void; drawer: ReactNode } {
  const [shown, setShown] = useState<{ record: HistoryOf; opened: boolean }>();
  return {
    show: (record) => openPart(useDrawer, () => setShown({ record, opened: true })),
    drawer: <Suspense>{shown && <Drawer {...shown} onClose={() => setShown({ ...shown, opened: false })} />}</Suspense>,
  };
}

function Drawer(props: HistoryDrawerProps) {
  const { HistoryDrawer } = useDrawer();
  return <HistoryDrawer {...props} />;
}
