import { useRef, useState } from 'react';
import type { RowSelection } from '#web/core/ui/table/rowSelection.ts';

export interface Selection<Row> extends RowSelection<Row> {
  /** Also of other pages, as they are now where they are shown. */
  rows: Row[];
  clear: () => void;
  /** Leaves only these selected. */
  keep: (rows: readonly Row[]) => void;
  /** On a phone: cards show that they can be selected. */
  begin: () => void;
}

/** Rows that are selected, by their ids; they stay so on other pages of the list. */
export function useSelection<Row>(
  shown: readonly Row[],
  rowId: (row: Row) => number,
  nameOf: (row: Row) => string,
): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Row>>(new Map());
  const [isBegun, setBegun] = useState(false);
  /** The row that was toggled last, where a range begins. */
  const anchor = useRef<number>(undefined);
  const byId = (rows: readonly Row[]) => rows.map((row): [number, Row] => [rowId(row), row]);
  const current = new Map(byId(shown));
  const isSelected = (row: Row) => chosen.has(rowId(row));
  const selectedShown = shown.filter(isSelected).length;

  const change = (rows: readonly Row[], isOn: boolean) => {
    const ids = new Set(rows.map(rowId));
    const others = [...chosen].filter(([id]) => !ids.has(id));
    setChosen(new Map(isOn ? [...others, ...byId(rows)] : others));
  };
  const rangeTo = (row: Row): readonly Row[] => {
    const [from, to] = [anchor.current, rowId(row)].map((id) => shown.findIndex((each) => rowId(each) === id));
    if (from === undefined || to === undefined || from === -1) return [row];
    return shown.slice(Math.min(from, to), Math.max(from, to) + 1);
  };
  return {
    nameOf,
    isSelected,
    ofPage:
      shown.length === 0 ? 'empty' : selectedShown === 0 ? 'none' : selectedShown === shown.length ? 'all' : 'some',
    isSelecting: isBegun || chosen.size > 0,
    toggle: (row, isRange) => {
      change(isRange ? rangeTo(row) : [row], !isSelected(row));
      anchor.current = rowId(row);
    },
    togglePage: () => change(shown, selectedShown < shown.length),
    rows: [...chosen].map(([id, row]) => current.get(id) ?? row),
    clear: () => {
      setChosen(new Map());
      setBegun(false);
    },
    keep: (rows) => {
      setChosen(new Map(byId(rows)));
      setBegun(false);
    },
    begin: () => setBegun(true),
  };
}
