/** Rows that open their records, the way back to the row that was left, and from one record to the next. */
import { useNavigate, useRouter, type LinkProps } from '@tanstack/react-router';
import { use, useEffect, useEffectEvent, useRef } from 'react';
import type { DataTableProps } from '#web/core/ui/table/DataTable.tsx';
import type { RowMenuProps } from '#web/core/ui/table/RowMenuItems.tsx';
import { leaveRow, readLeftRow } from './leftRow.ts';
import { setOpenedList } from './openedList.ts';
import { glanced, PreviewContext } from './preview.ts';
import type { List } from './useList.ts';

/** The router's key of a history entry. */
const ENTRY = '__TSR_key';

type Table<Row> = Pick<DataTableProps<Row>, 'label' | 'rowId' | 'onOpen'>;

/** The page of a row's record. */
export type RowPage<Row> = (row: Row) => Pick<LinkProps, 'to' | 'params' | 'search'>;

interface RowsOpen<Row> extends Pick<DataTableProps<Row>, 'onOpen' | 'onLeave'> {
  /** The entries of a row's menu that lead to its page. */
  entriesOf: (row: Row) => RowMenuProps['pageEntries'];
}

export function useRowsOpen<Row>(
  { label, rowId, onOpen }: Table<Row>,
  list: Pick<List<Row>, 'rows' | 'total' | 'page' | 'pageSize' | 'rowAt'>,
  to: RowPage<Row> | undefined,
): RowsOpen<Row> {
  const router = useRouter();
  const preview = use(PreviewContext);
  const navigate = useNavigate();
  useReturn(label, list.rows.length > 0);

  const leave = (row: Row, target: string) => {
    const { pathname, search, state } = router.state.location;
    const left = { path: pathname, entry: state[ENTRY], list: label };
    leaveRow({ ...left, search, row: rowId(row), target });
    const { rowAt } = list;
    const index = list.rows.indexOf(row);
    if (!to || !rowAt || index === -1 || target !== router.buildLocation(to(row)).pathname) return;
    setOpenedList({
      label,
      positions: { [target]: (list.page - 1) * list.pageSize + index + 1 },
      total: list.total,
      recordAt: async (position) => {
        const { row: other, total, search: at } = await rowAt(position);
        if (!other) return { total };
        const page = to(other);
        const path = router.buildLocation(page).pathname;
        return { total, record: { page, left: { ...left, search: at, row: rowId(other), target: path } } };
      },
    });
  };
  const openPage = (page: RowPage<Row>, row: Row, isElsewhere: boolean) => {
    const { href, pathname } = router.buildLocation(page(row));
    if (isElsewhere) {
      window.open(href, '_blank', 'noopener');
      return;
    }
    leave(row, pathname);
    navigate(page(row)).catch(console.error);
  };
  return {
    onOpen: to ? (row, click) => openPage(to, row, click.ctrlKey || click.metaKey) : onOpen,
    onLeave: leave,
    entriesOf: (row) =>
      to &&
      (() => {
        const { pathname } = router.buildLocation(to(row));
        return {
          onOpen: () => openPage(to, row, false),
          onPreview: glanced.test(pathname)
            ? () => preview({ path: pathname, onOpen: () => openPage(to, row, false) })
            : undefined,
        };
      }),
  };
}

/** Focuses the row that was left for its record, once, when its list is shown again. */
function useReturn(list: string, isLoaded: boolean): void {
  const router = useRouter();
  const done = useRef(false);
  const returnToRow = useEffectEvent(() => {
    if (!isLoaded || done.current) return;
    done.current = true;
    const { pathname, state } = router.state.location;
    const left = readLeftRow();
    if (left?.list !== list || left.path !== pathname) return;
    if (left.entry !== state[ENTRY] && left.row !== state.leftRow) return;
    document.querySelector<HTMLElement>(`[aria-label="${CSS.escape(list)}"] [data-row="${left.row}"]`)?.focus();
  });
  useEffect(() => returnToRow(), [isLoaded]);
}
