/** The cells of a sheet, as a spreadsheet shows them: typed, pasted and filled down by keys; faulty ones are marked. */
import 'react-datasheet-grid/dist/style.css';
import { useMemo, useRef, type RefObject } from 'react';
import { DynamicDataSheetGrid, keyColumn, type Column, type DataSheetGridRef } from 'react-datasheet-grid';
import { importTexts } from '#contract/stock/importing.ts';
import { gridTexts, outcomeText } from '#contract/office/importScreen.ts';
import type { GridRow } from '#web/stock/sheets/headedTable.ts';
import type { SheetState } from '../useSheet.ts';
import { placeOf, type Checked } from '../useSheetCheck.ts';
import { GridHeading } from './GridHeading.tsx';
import classes from './ImportGrid.module.css';
import { SheetCell } from './SheetCell.tsx';
import { LEAST_WIDTH, useColumnWidths } from './useColumnWidths.ts';
import { useGridKeys } from './useGridKeys.ts';
import { useLeaveByTab } from './useLeaveByTab.ts';

type Cells = Record<string, string>;

const ROW_HEIGHT = 34;
const HEAD_HEIGHT = 80;
const GRID_HEIGHT = 560;

const columnId = (index: number): string => `c${index}`;

/** Rows in the form of the grid, built once for each row. */
const known = new WeakMap<GridRow, Cells>();
function cellsOf(row: GridRow): Cells {
  const cached = known.get(row);
  if (cached) return cached;
  const cells: Cells = Object.fromEntries(row.cells.map((cell, index) => [columnId(index), cell]));
  cells['number'] = String(row.number);
  known.set(row, cells);
  return cells;
}

/** Copies, pastes and deletes the cell's text. */
const textColumn: Partial<Column<string, unknown, string>> = {
  deleteValue: () => '',
  copyValue: ({ rowData }) => rowData,
  pasteValue: ({ value }) => value.replaceAll(/[\n\r]+/g, ' ').trim(),
  isCellEmpty: ({ rowData }) => rowData === '',
};

function RowHead({ number, checked }: { number: number; checked: Checked | undefined }) {
  const { outcome, existing = null, by } = checked?.outcomes.get(number) ?? {};
  const about = existing === null ? undefined : importTexts.alreadyExists(existing, by);
  return (
    <span className={classes.rowHead} data-fault={outcome === 'fault' || undefined} title={about}>
      {number} <span>{outcome && outcomeText(outcome)}</span>
    </span>
  );
}

interface ImportGridProps {
  sheet: SheetState;
  /** The rows that are shown. */
  rows: readonly GridRow[];
  grid: RefObject<DataSheetGridRef | null>;
}

export function ImportGrid({ sheet, rows, grid }: ImportGridProps) {
  const { kind, headings, mapping, checked, isChecked, map } = sheet;
  const frame = useRef<HTMLDivElement>(null);
  const faulty = useMemo(() => new Set(checked?.faults.map(({ row, field }) => placeOf(row, field))), [checked]);
  // Those of cells that have changed since are not known yet.
  const readings = isChecked ? checked?.readings : undefined;
  const widths = useColumnWidths(sheet, readings);
  // Typing changes rows, and not which ones are shown.
  const numbering = rows.map(({ number }) => number).join(' ');
  const numbers = useMemo(() => numbering.split(' '), [numbering]);
  const columns = useMemo(
    () =>
      headings.map((heading, index): Partial<Column<Cells>> => ({
        ...keyColumn<Cells, string>(columnId(index), {
          ...textColumn,
          component: SheetCell,
          columnData: {
            heading,
            numbers,
            readingOf: (row: string) => readings?.get(placeOf(row, mapping[heading] ?? '')),
          },
        }),
        id: columnId(index),
        minWidth: widths[index] ?? LEAST_WIDTH,
        title: <GridHeading kind={kind} heading={heading} field={mapping[heading] ?? ''} onMap={map} />,
      })),
    [kind, headings, mapping, map, widths, numbers, readings],
  );
  const placeIn = (row: Cells, id: string | undefined) => {
    const heading = headings[Number(id?.slice(1))];
    return heading === undefined ? '' : placeOf(row['number'] ?? '', mapping[heading] ?? '');
  };
  const isUsed = (id: string | undefined) => {
    const heading = headings[Number(id?.slice(1))];
    return heading === undefined || (mapping[heading] ?? '') !== '';
  };

  function change(next: readonly Cells[]) {
    const byNumber = new Map(next.map((cells) => [Number(cells['number']), cells]));
    sheet.setRows(
      sheet.rows.map((row) => {
        const cells = byNumber.get(row.number);
        if (!cells || cells === cellsOf(row)) return row;
        return { number: row.number, cells: row.cells.map((_, index) => cells[columnId(index)] ?? '') };
      }),
    );
  }

  useLeaveByTab(frame, grid);
  useGridKeys(grid, sheet, rows);

  return (
    <div ref={frame} className={classes.grid} role="group" aria-label={gridTexts.label} tabIndex={-1} data-takes-keys>
      <DynamicDataSheetGrid<Cells>
        ref={grid}
        value={rows.map(cellsOf)}
        onChange={change}
        // Typing into a chosen cell is no scan.
        onActiveCellChange={({ cell }) => {
          if (cell && !frame.current?.contains(document.activeElement)) frame.current?.focus({ preventScroll: true });
        }}
        columns={columns}
        rowKey={({ rowData }) => rowData['number'] ?? ''}
        gutterColumn={{
          title: gridTexts.row,
          basis: 104,
          minWidth: 104,
          component: ({ rowData }) => <RowHead number={Number(rowData['number'])} checked={checked} />,
        }}
        cellClassName={({ rowData, columnId: id }) => {
          const row: Cells = Object(rowData);
          const place = placeIn(row, id);
          if (faulty.has(place)) return classes.faulty;
          if (readings?.has(place)) return classes.read;
          return isUsed(id) ? undefined : classes.unused;
        }}
        height={Math.min(GRID_HEIGHT, HEAD_HEIGHT + rows.length * ROW_HEIGHT + 2)}
        rowHeight={ROW_HEIGHT}
        headerRowHeight={HEAD_HEIGHT}
        addRowsComponent={false}
        disableContextMenu
        disableExpandSelection
        lockRows
      />
    </div>
  );
}
