import { Suspense, useState, type ReactNode } from 'react';
import type { RecordKind } from '#contract/history.ts';
import { later } from '#web/ui/later.ts';
import type { HistoryDrawerProps } from './HistoryDrawer.tsx';

const useDrawer = later(() => import('./HistoryDrawer.tsx'));

/** A record whose history is asked for. */
export interface HistoryOf {
  kind: RecordKind;
  id: number;
  name: string;
}

/** The drawer with the history of a record, beside a list. */
export function useHistory(): { show: (record: HistoryOf) => void; drawer: ReactNode } {
  const [asked, setAsked] = useState<{ record: HistoryOf; opened: boolean }>();
  return {
    show: (record) => setAsked({ record, opened: true }),
    drawer: <Suspense>{asked && <Drawer {...asked} onClose={() => setAsked({ ...asked, opened: false })} />}</Suspense>,
  };
}

function Drawer(props: HistoryDrawerProps) {
  const { HistoryDrawer } = useDrawer();
  return <HistoryDrawer {...props} />;
}
