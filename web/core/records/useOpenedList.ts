import { useLocation, useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { leaveRow } from '#web/core/list/leftRow.ts';
import { onOpenedList, openedList, setOpenedList } from '#web/core/list/openedList.ts';

export interface OpenedRecord {
  label: string;
  position: number;
  total: number;
  /** Opens the record at a position, in the place of this one. */
  open: (position: number) => Promise<void>;
}

/** The list that the record of this page was opened from, and its position there; undefined if it came from elsewhere. */
export function useOpenedList(): OpenedRecord | undefined {
  const { pathname } = useLocation();
  const router = useRouter();
  const list = useSyncExternalStore(onOpenedList, openedList);
  const position = list?.positions[pathname];
  if (!list || position === undefined) return undefined;
  const open = async (to: number) => {
    const { record, total } = await list.recordAt(to);
    // Rows were deleted meanwhile.
    if (!record) return setOpenedList({ ...list, positions: { [pathname]: total }, total });
    const { page, left } = record;
    const next = { ...list, positions: { ...list.positions, [left.target]: to }, total };
    setOpenedList(next);
    // In the place of this record, so that the browser's way back leads to the list.
    await router.navigate({ ...page, replace: true });
    if (router.state.location.pathname !== left.target) return;
    leaveRow(left);
    // The way back has changed.
    setOpenedList({ ...next });
  };
  return { label: list.label, position, total: list.total, open };
}
