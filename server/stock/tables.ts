/** The tables of items, lots, movements and adjustments; units as in server/core/db/tables.ts. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { AdjustmentKind } from '#contract/documentStatus.ts';
import type { AfterExpiry } from '#contract/stock/lots/afterExpiry.ts';
import type { Claim, ItemPart, LotOrigin, LotState, MovementKind } from '#contract/stock/stock.ts';
import type { DocumentKind } from '#contract/kinds.ts';
import type { RecordColumns } from '../core/db/recordColumns.ts';

/** Net moved quantities by kind, and the stock: thousandths, never below zero. */
interface StockTotals {
  opening: Generated<number>;
  received: Generated<number>;
  produced: Generated<number>;
  returned_by_buyer: Generated<number>;
  found: Generated<number>;
  consumed: Generated<number>;
  dispatched: Generated<number>;
  returned_to_supplier: Generated<number>;
  wasted: Generated<number>;
  lost: Generated<number>;
  /** Computed by the database from the others. */
  on_hand: GeneratedAlways<number>;
}

/** A raw material or a product in stock. */
interface ItemTable extends StockTotals {
  id: Generated<number>;
  raw_material_id: number | null;
  product_id: number | null;
  /** Milligrams of one unit; null if the unit is one of weight, or where it is unknown. */
  milligrams_per_unit: number | null;
  /** Milligrams of one unit, by its unit or as entered; null if unknown. Maintained by triggers. */
  weight: GeneratedAlways<number | null>;
  part: Generated<ItemPart>;
  /** Thousandths of a percent. */
  balance_tolerance: number | null;
  /** Thousandths. */
  reorder_level: number | null;
  /** Pattern of proposed batch numbers; see nextBatch.ts. */
  batch_pattern: Generated<string>;
  shelf_life_days: number | null;
  /** Empty, or 8, 12, 13 or 14 digits. */
  gtin: Generated<string>;
  /** Thousandths of a percent. */
  max_gain: Generated<number>;
  after_expiry: Generated<AfterExpiry>;
  updated_at: string;
}

/** A lot whose line was removed from its document is deleted: nothing ever left it. */
interface LotTable extends StockTotals, RecordColumns {
  item_id: number;
  origin: LotOrigin;
  code: string;
  /** The code in lower case; unique within its item. */
  code_key: string;
  /** Natural sort key of the code; see batchOrder.ts. */
  code_order: string;
  supplier_lot_number: Generated<string>;
  /** The day on which it was received or made. */
  received_on: string;
  /** The day of the first use by a run, reversed uses included; maintained by the database. */
  first_used_on: Generated<string | null>;
  expires_on: string | null;
  /** A day after its expiry date on which a run or dispatch took from it, uses that were reversed included; maintained by the database. */
  taken_expired_on: Generated<string | null>;
  /** Computed by the database: expires_on, or a day that never comes. */
  use_by: GeneratedAlways<string>;
  parent_lot_id: number | null;
  state: Generated<LotState>;
  state_reason: Generated<string>;
  /** As entered by hand; server/stock/origins/claims.ts computes the resulting claim. */
  claim: Generated<Claim | null>;
  /** The certificate named at receipt. */
  certificate_id: Generated<number | null>;
  /** Why it was received as organic without a certificate. */
  override_reason: Generated<string>;
  /** Supplier of opening stock; a received lot has the supplier of its inward (server/stock/names/lotSuppliers.ts). */
  supplier_id: Generated<number | null>;
}

interface MovementTable {
  id: Generated<number>;
  lot_id: ColumnType<number, number, never>;
  kind: ColumnType<MovementKind, MovementKind, never>;
  /** Signed change of the stock. */
  quantity: ColumnType<number, number, never>;
  occurred_on: ColumnType<string, string, never>;
  document_kind: ColumnType<DocumentKind, DocumentKind, never>;
  document_id: ColumnType<number, number, never>;
  /** The line of the document: the lot of an inward line, the production of a run, the batch itself of a batch. */
  line_id: ColumnType<number, number, never>;
  reverses_id: ColumnType<number | null, number | null, never>;
  recorded_at: ColumnType<string, string, never>;
  recorded_by: ColumnType<number, number, never>;
}

/** A change of stock other than purchase, production or dispatch. */
interface AdjustmentTable extends RecordColumns {
  kind: AdjustmentKind;
  adjustment_date: string;
  reason: string;
  supplier_id: number | null;
  /** Since when a count waits for the office; null for everything that is posted. */
  waiting_since: Generated<string | null>;
  /** The author of a count that waits or waited. */
  counted_by: Generated<number | null>;
}

/** A line of a count that waits, in thousandths: it moves nothing, and goes once the count is posted. */
interface WaitingLineTable {
  id: Generated<number>;
  adjustment_id: number;
  position: number;
  item_id: number;
  /** Null for a lot that was not recorded. */
  lot_id: number | null;
  code: string;
  expires_on: string | null;
  quantity: number;
  ledger_quantity: number;
  reason: string;
}

interface AdjustmentLineTable {
  id: Generated<number>;
  adjustment_id: number;
  position: number;
  lot_id: number;
  /** Thousandths: the moved quantity, or the counted one. */
  quantity: number;
  /** The ledger's quantity at the time of a count. */
  ledger_quantity: number | null;
  /** Paise, of opening stock. */
  price_per_unit: number | null;
  /** The dispatch line that a buyer's return belongs to. */
  dispatch_line_id: number | null;
  reason: string;
  deleted_at: string | null;
}

declare module '../core/db/tables.ts' {
  interface Tables {
    adjustment: AdjustmentTable;
    adjustment_line: AdjustmentLineTable;
    item: ItemTable;
    lot: LotTable;
    movement: MovementTable;
    waiting_line: WaitingLineTable;
  }
}
