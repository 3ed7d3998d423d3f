/** A kind of gap: its statement, and how its rows are put into words (docs/domain.md, Readiness). */
import { sql, type RawBuilder } from 'kysely';
import type { DocumentKind } from '#contract/kinds.ts';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import type { Trx } from '../../core/db/tables.ts';

/** A row of any kind; fields that do not apply are null. */
export interface GapRow {
  id: number;
  label: string;
  itemName: string | null;
  unit: string | null;
  quantity: number | null;
  day: string | null;
  /** A supplier, or a scheme and number. */
  text: string | null;
  usedOn: string | null;
  /** Thousandths. */
  ledgerQuantity: number | null;
  /** The list that shows the record. */
  listPath: string | null;
  documentKind: DocumentKind | null;
  /** Why it is so, as it was written. */
  reason: string | null;
  soldAs: string | null;
}

type Columns = Partial<Record<keyof GapRow, RawBuilder<unknown>>>;

/** The statement of a kind in parts, so that its rows can be counted without being read or named. */
interface GapStatement {
  columns: Columns;
  /** Tables that determine the rows, up to the `where`. */
  from: RawBuilder<unknown>;
  /** Joins that find a row's names, one for each row. */
  names?: RawBuilder<unknown>;
  where?: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

export interface GapKind {
  /** The ids of its rows in the statement's order, where they are not found by the statement itself. */
  found?: (trx: Trx) => Promise<readonly number[]>;
  statement: (today: string) => GapStatement;
  link: (row: GapRow) => string;
  detail: (row: GapRow, today: string) => string;
  /** Only where it is a term. */
  day?: (row: GapRow) => string | null;
}

/** The condition of a kind of which every row is a gap. */
export const all = sql`true`;

/** The columns of a row, from SQL. */
export function selected(of: Columns): RawBuilder<GapRow> {
  const none = sql`null`;
  const {
    id = none,
    label = none,
    itemName: item = none,
    unit: inUnit = none,
    quantity = none,
    day = none,
    text = none,
    usedOn = none,
    ledgerQuantity = none,
    listPath = none,
    documentKind = none,
    reason = none,
    soldAs = none,
  } = of;
  return sql<GapRow>`
    ${id} as id, ${label} as label, ${item} as "itemName", ${inUnit} as unit, ${quantity} as quantity, ${day} as day,
    ${text} as text, ${usedOn} as "usedOn", ${ledgerQuantity} as "ledgerQuantity", ${listPath} as "listPath",
    ${documentKind} as "documentKind", ${reason} as reason, ${soldAs} as "soldAs"`;
}

/** The quantity of a row with its unit. */
export function amount({ quantity, unit: inUnit }: GapRow): string {
  return quantity === null ? '' : formatQuantityWithUnit(fromThousandths(quantity), inUnit ?? '');
}

/** A day in words; empty where there is none. */
export const date = (day: string | null): string => (day === null ? '' : formatDate(day));
