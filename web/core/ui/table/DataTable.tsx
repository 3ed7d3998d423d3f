import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import { Fragment, useMemo, type MouseEvent, type ReactNode } from 'react';
import { SkeletonLine } from '#web/core/ui/loading/Loading.tsx';
import classes from './DataTable.module.css';
import { hasShortWords, unbroken } from '#web/core/ui/unbroken.tsx';
import { CardCheck, cardPresses, PageCheck, RowCheck } from './RowCheck.tsx';
import { isOnRow, type RowSelection } from './rowSelection.ts';
import { useIsPhone } from '#web/core/ui/useIsPhone.ts';

export interface Column<Row> {
  header: string;
  /** `rows` are all rows shown, for cells that align with each other. */
  cell: (row: Row, rows: readonly Row[]) => ReactNode;
  /** The server's name for sorting by this column; without it the column cannot be sorted. */
  sort?: string;
  /** A second value below the first in each cell. */
  below?: { header: string; sort: string };
  align?: 'end';
  /** Visual weight: read first, looked up, or seldom read. */
  weight?: 'strong' | 'small' | 'faint';
  /** Sticky when the table scrolls sideways. */
  pinned?: boolean;
  /** In pixels, where one was chosen. */
  width?: number;
}

/** A row on a phone: two lines, each with a left and a right part. */
export interface Card {
  title: ReactNode;
  state?: ReactNode;
  detail?: ReactNode;
  aside?: ReactNode;
}

export interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => number;
  card: (row: Row) => Card;
  /** A row's buttons; without them there is no column for them. */
  actions?: (row: Row) => ReactNode;
  actionsHeading?: string;
  /** The details below a row. */
  opened?: (row: Row) => ReactNode;
  /** Action of a click on a row outside its controls, and of Enter on the focused row. */
  onOpen?: (row: Row, click: MouseEvent) => void;
  /** A link of the row was clicked, which leads to this path. */
  onLeave?: (row: Row, path: string) => void;
  isDepleted?: (row: Row) => boolean;
  /** Without it rows cannot be selected. */
  selection?: RowSelection<Row>;
  /** At the end of a heading: changes the width of its column. */
  grip?: (header: string) => ReactNode;
  /** Rows are closer together. */
  dense?: boolean;
  sort?: string;
  order?: 'asc' | 'desc';
  /** Without it no column can be sorted. */
  onSort?: (name: string) => void;
  /** The number of skeleton rows; 0 once loaded. */
  skeletons: number;
  stale: boolean;
}

/** The attributes of a row: it takes the focus, has an id, and opens. */
function rowProps<Row>({ rowId, isDepleted, onOpen, onLeave, selection }: DataTableProps<Row>, row: Row) {
  return {
    tabIndex: -1,
    'data-row': rowId(row),
    'data-depleted': isDepleted?.(row) || undefined,
    'data-selected': selection?.isSelected(row) || undefined,
    'data-opens': onOpen !== undefined || undefined,
    // Before the link is followed: afterwards this list is no longer where one is.
    onClickCapture:
      onLeave &&
      (({ target }: MouseEvent) => {
        const link = target instanceof Element ? target.closest('a') : null;
        if (link) onLeave(row, link.pathname);
      }),
    onClick: onOpen && ((click: MouseEvent) => isOnRow(click) && onOpen(row, click)),
  };
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  return useIsPhone() ? <Cards {...props} /> : <Grid {...props} />;
}

function Grid<Row>(props: DataTableProps<Row>) {
  const { columns, actions, opened, selection } = props;
  const width = columns.length + (actions ? 1 : 0);
  return (
    <div className={classes.scroll} aria-busy={props.skeletons > 0} data-stale={props.stale || undefined}>
      <table
        className={classes.table}
        aria-label={props.label}
        data-dense={props.dense || undefined}
        data-selectable={selection !== undefined || undefined}
        data-selecting={selection?.isSelecting || undefined}
      >
        <thead>
          <tr>
            {columns.map((column, index) => (
              <Heading
                key={column.header}
                column={column}
                {...props}
                grip={props.grip?.(column.header)}
                check={index === 0 && selection && <PageCheck selection={selection} />}
              />
            ))}
            {actions && (
              <th scope="col" className={classes.actions}>
                {props.actionsHeading ?? 'Actions'}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => {
            const more = opened?.(row);
            return (
              <Fragment key={props.rowId(row)}>
                <tr {...rowProps(props, row)}>
                  {columns.map((column, index) => {
                    const content = column.cell(row, props.rows);
                    return (
                      <td
                        key={column.header}
                        data-weight={column.weight}
                        data-words={hasShortWords(content) || undefined}
                        {...cellProps(column)}
                      >
                        {index === 0 && selection && <RowCheck selection={selection} row={row} />}
                        {unbroken(content) || <Missing />}
                      </td>
                    );
                  })}
                  {actions && (
                    <td className={classes.actions}>
                      <div>{actions(row)}</div>
                    </td>
                  )}
                </tr>
                {more && (
                  <tr className={classes.opened}>
                    <td colSpan={width}>{more}</td>
                  </tr>
                )}
              </Fragment>
            );
          })}
          {Array.from({ length: props.skeletons }, (_, index) => (
            <tr key={index}>
              <td colSpan={width}>
                <SkeletonLine />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeadingProps<Row> extends Pick<DataTableProps<Row>, 'sort' | 'order' | 'onSort'> {
  column: Column<Row>;
  check: ReactNode;
  grip: ReactNode;
}

/** Shared by a heading and its cells. */
function cellProps<Row>({ align, pinned, width }: Column<Row>) {
  return {
    'data-align': align,
    'data-pinned': pinned,
    'data-sized': width !== undefined || undefined,
    style: width === undefined ? undefined : { width, minWidth: width, maxWidth: width },
  };
}

function Heading<Row>({ column, check, grip, ...sorting }: HeadingProps<Row>) {
  const { header, sort, below } = column;
  const isSorted = sorting.sort !== undefined && [sort, below?.sort].includes(sorting.sort);
  const direction = sorting.order === 'desc' ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={isSorted ? direction : undefined} {...cellProps(column)}>
      {check}
      <HeadingText header={header} by={sort} {...sorting} />
      {below && (
        <>
          {' '}
          <HeadingText header={below.header} by={below.sort} {...sorting} />
        </>
      )}
      {grip}
    </th>
  );
}

interface HeadingTextProps extends Pick<DataTableProps<unknown>, 'sort' | 'order' | 'onSort'> {
  header: string;
  by: string | undefined;
}

/** A heading; a button where its column can be sorted. */
function HeadingText({ header, by, sort, order, onSort }: HeadingTextProps) {
  if (by === undefined || onSort === undefined) return header;
  const isSorted = by === sort;
  const Arrow = !isSorted ? IconSelector : order === 'desc' ? IconArrowDown : IconArrowUp;
  return (
    <button type="button" onClick={() => onSort(by)}>
      {header}
      <Arrow size={13} aria-hidden data-idle={!isSorted || undefined} />
    </button>
  );
}

function Cards<Row>(props: DataTableProps<Row>) {
  const { selection } = props;
  const pressing = useMemo(() => cardPresses(), []);
  return (
    <ul className={classes.cards} aria-label={props.label} aria-busy={props.skeletons > 0}>
      {props.rows.map((row) => {
        const card = props.card(row);
        return (
          <li
            key={props.rowId(row)}
            {...rowProps(props, row)}
            {...(selection && pressing(selection, row, (click) => isOnRow(click) && props.onOpen?.(row, click)))}
          >
            {selection?.isSelecting && <CardCheck selection={selection} row={row} />}
            <div className={classes.line}>
              <strong>{unbroken(card.title)}</strong>
              {card.state !== undefined && <span className={classes.state}>{unbroken(card.state)}</span>}
            </div>
            <div className={classes.line}>
              <span className={classes.detail}>{unbroken(card.detail)}</span>
              {card.aside !== undefined && <span className={classes.aside}>{unbroken(card.aside)}</span>}
              <span className={classes.cardActions}>{props.actions?.(row)}</span>
            </div>
            {props.opened?.(row)}
          </li>
        );
      })}
      {Array.from({ length: props.skeletons }, (_, index) => (
        <li key={index}>
          <SkeletonLine />
          <SkeletonLine />
        </li>
      ))}
    </ul>
  );
}

function Missing() {
  return (
    <span className={classes.missing}>
      <span aria-hidden>—</span>
      <span className="visually-hidden">none</span>
    </span>
  );
}
