/** Columns of a list: visible ones, order, widths and row height; stored on the device for each user. */
import { useState } from 'react';
import { z } from 'zod';
import { SAVED_WORK } from '#web/core/api/deviceStorage.ts';
import { currentUser } from '#web/core/api/session.ts';
import type { Column } from '#web/core/ui/table/DataTable.tsx';

const columnChoice = z.object({
  /** By their headings; a column that is not named comes where it was. */
  order: z.array(z.string()),
  hidden: z.array(z.string()),
  dense: z.boolean(),
  /** In pixels; a column that is not named is as wide as its content needs. */
  widths: z.record(z.string(), z.number()),
});
export type ColumnChoice = z.output<typeof columnChoice>;

const usual: ColumnChoice = { order: [], hidden: [], dense: false, widths: {} };

const keyOf = (list: string) => `${SAVED_WORK}columns.${currentUser()?.userId ?? ''}.${list}`;

function readChoice(list: string): ColumnChoice {
  try {
    const stored = columnChoice.safeParse(JSON.parse(localStorage.getItem(keyOf(list)) ?? 'null'));
    return stored.success ? stored.data : usual;
  } catch {
    return usual;
  }
}

export interface ChosenColumns<Row> {
  /** All of them, in the chosen order. */
  ordered: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  choice: ColumnChoice;
  /** Undefined for the specification's default. */
  choose: (choice: ColumnChoice | undefined) => void;
}

export function useColumns<Row>(list: string, columns: readonly Column<Row>[]): ChosenColumns<Row> {
  const [choice, setChoice] = useState(() => readChoice(list));
  const placeOf = ({ header }: Column<Row>) => {
    const place = choice.order.indexOf(header);
    return place === -1 ? columns.findIndex((column) => column.header === header) : place;
  };
  const ordered = choice.order.length === 0 ? columns : columns.toSorted((a, b) => placeOf(a) - placeOf(b));
  const choose = (next: ColumnChoice | undefined) => {
    if (next) localStorage.setItem(keyOf(list), JSON.stringify(next));
    else localStorage.removeItem(keyOf(list));
    setChoice(next ?? usual);
  };
  return {
    ordered,
    shown: ordered
      .filter(({ header, pinned }) => pinned || !choice.hidden.includes(header))
      .map((column) => ({ ...column, width: choice.widths[column.header] })),
    choice,
    choose,
  };
}
