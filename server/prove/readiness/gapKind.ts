/** A kind of gap: its statement, and what its rows lead to (docs/domain.md, Readiness). */
import { sql, type RawBuilder } from 'kysely';
import { pageOf, type PageKind } from '#contract/kinds.ts';
import type { ReadinessFacts } from '#contract/prove/readinessDetails.ts';
import type { Trx } from '../../core/db/tables.ts';

/** A row of any kind; fields that do not apply are null. */
export interface GapRow extends ReadinessFacts {
  id: number;
  label: string;
  /** The list that shows the record. */
  listPath: string | null;
}

export type Columns = Partial<Record<keyof GapRow, RawBuilder<unknown>>>;

/** The statement of a kind in parts, so that its rows can be counted without being read or named. */
export interface GapStatement {
  columns: Columns;
  /** Tables that determine the rows, up to the `where`. */
  from: RawBuilder<unknown>;
  /** Joins that find a row's names, one for each row. */
  names?: RawBuilder<unknown>;
  where?: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

export interface GapKind {
  /** The ids of its rows in the statement's order, where a computation decides and not the statement. */
  findIds?: (trx: Trx) => Promise<readonly number[]>;
  statement: (today: string) => GapStatement;
  link: (row: GapRow) => string;
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
    otherQuantity = none,
    listPath = none,
    documentKind = none,
    reason = none,
    soldAs = none,
  } = of;
  return sql<GapRow>`
    ${id} as id, ${label} as label, ${item} as "itemName", ${inUnit} as unit, ${quantity} as quantity, ${day} as day,
    ${text} as text, ${usedOn} as "usedOn", ${otherQuantity} as "otherQuantity", ${listPath} as "listPath",
    ${documentKind} as "documentKind", ${reason} as reason, ${soldAs} as "soldAs"`;
}

/** The link of a row to the page of its record. */
export const pageOfKind =
  (kind: PageKind) =>
  ({ id }: GapRow): string =>
    pageOf(kind, id);
