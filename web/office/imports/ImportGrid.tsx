/** The cells of a sheet, as a spreadsheet shows them: typed, pasted and filled down by keys; faulty ones are marked. */
import 'react-datasheet-grid/dist/style.css';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { IconCheck } from '@tabler/icons-react';
import { DynamicDataSheetGrid, keyColumn, type Column, type DataSheetGridRef } from 'react-datasheet-grid';
import type { ImportKind } from '#contract/kinds.ts';
import { importColumns } from '#contract/office/importSheets.ts';
import { importTexts } from '#contract/stock/importing.ts';
import { gridTexts, outcomeText } from '#contract/office/importScreen.ts';
import { questionTexts } from '#contract/stock/sheets/questionTexts.ts';
import classes from './ImportGrid.module.css';
import type { GridRow } from '#web/stock/sheets/headedTable.ts';
import { useLeaveByTab } from './useLeaveByTab.ts';
import { SheetCell } from './SheetCell.tsx';
import { placeOf, type Checked, type SheetState } from './useSheet.ts';

type Cells = Record<string, string>;

const ROW_HEIGHT = 34;
const HEAD_HEIGHT = 80;
const GRID_HEIGHT = 560;
/** Width of capitals and digits, as in a GSTIN. */
const LETTER_WIDTH = 9;
const WIDTHS = { least: 110, most: 280, padding: 28, chooser: 56 } as const;
const ROWS_MEASURED = 200;

/** The width of the longest text of the first rows, as it is shown, or of the column's field. */
function widthOf(rows: readonly GridRow[], taken: string, shownIn: (row: GridRow) => string): number {
  const longest = Math.max(...rows.slice(0, ROWS_MEASURED).map((row) => shownIn(row).length));
  const cells = Math.min(WIDTHS.most, WIDTHS.padding + longest * LETTER_WIDTH);
  return Math.max(WIDTHS.least, cells, WIDTHS.chooser + taken.length * LETTER_WIDTH);
}

function labelOf(kind: ImportKind, field: string | undefined): string {
  return importColumns(kind).find((column) => column.field === field)?.label ?? gridTexts.none;
}

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
  kind: ImportKind;
  sheet: SheetState;
  /** The rows that are shown. */
  rows: readonly GridRow[];
  grid: RefObject<DataSheetGridRef | null>;
}

export function ImportGrid({ kind, sheet, rows, grid }: ImportGridProps) {
  const { headings, mapping, checked, isChecked, map } = sheet;
  const frame = useRef<HTMLDivElement>(null);
  const faulty = useMemo(() => new Set(checked?.faults.map(({ row, field }) => placeOf(row, field))), [checked]);
  // Those of cells that have changed since are not known yet.
  const readings = isChecked ? checked?.readings : undefined;
  const measure = () =>
    headings.map((heading, index) =>
      widthOf(sheet.rows, labelOf(kind, mapping[heading]), ({ number, cells }) => {
        const [text, reading] = [cells[index] ?? '', readings?.get(placeOf(number, mapping[heading] ?? ''))];
        return reading === undefined ? text : questionTexts.was(text, reading);
      }),
    );
  // Measured before and after the first check alone: columns stay as wide while their cells are corrected.
  const [{ widths, isRead }, setMeasured] = useState(() => ({ widths: measure(), isRead: readings !== undefined }));
  if (!isRead && readings) setMeasured({ widths: measure(), isRead: true });
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
        minWidth: widths[index] ?? WIDTHS.least,
        title: <Heading kind={kind} heading={heading} field={mapping[heading] ?? ''} onMap={map} />,
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

  /** Ctrl D: the topmost cells of the selection go into those below, as in a spreadsheet. */
  function fillDown() {
    const selection = grid.current?.selection;
    const source = selection && rows[selection.min.row];
    if (!source) return;
    const { min, max } = selection;
    const filled = new Set(rows.slice(min.row + 1, max.row + 1).map(({ number }) => number));
    const isIn = (index: number) => index >= min.col && index <= max.col;
    sheet.setRows(
      sheet.rows.map((row) =>
        filled.has(row.number)
          ? { ...row, cells: row.cells.map((cell, index) => (isIn(index) ? (source.cells[index] ?? '') : cell)) }
          : row,
      ),
    );
  }

  useLeaveByTab(frame, grid);

  // A chosen cell has no focus of its own: the grid, too, listens for keys on the document.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement;
      if (!(event.ctrlKey || event.metaKey) || isTyping || !grid.current?.activeCell) return;
      const key = event.key.toLowerCase();
      if (key === 'd') fillDown();
      else if (key === 'z') sheet.undo();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  });

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

interface HeadingProps {
  kind: ImportKind;
  heading: string;
  field: string;
  onMap: (heading: string, field: string) => void;
}

/** The sheet's heading over ours: the field that the column is mapped to. */
function Heading({ kind, heading, field, onMap }: HeadingProps) {
  return (
    <div className={classes.heading} data-unused={field === '' || undefined}>
      <span title={heading}>{heading}</span>
      <div className={classes.taken}>
        {field !== '' && <IconCheck size={14} aria-hidden />}
        <select
          aria-label={gridTexts.takenFor(heading)}
          value={field}
          onChange={({ currentTarget }) => onMap(heading, currentTarget.value)}
        >
          <option value="">{gridTexts.none}</option>
          {importColumns(kind).map((column) => (
            <option key={column.field} value={column.field}>
              {column.label}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
