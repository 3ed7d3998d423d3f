/** The tables of stock and its documents (design §2); units as in tables.ts. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Direction, Scheme, TransactionCertificateStatus } from '#contract/covers.ts';
import type { AdjustmentKind, ProductionStatus } from '#contract/documentStatus.ts';
import type { RecallEnding, RecallKind } from '#contract/recallTexts.ts';
import type { Claim, ItemPart, LotOrigin, LotState, MovementKind } from '#contract/stock.ts';
import type { DocumentKind } from '#contract/resources.ts';
import type { RecordColumns } from './recordColumns.ts';

export interface InwardLineTable {
  /** The line's lot; also the line's id. */
  lot_id: number;
  inward_id: number;
  raw_material_id: number;
  position: number;
  quantity: number;
  price_per_unit: number;
  total_amount: number;
  transaction_certificate: Generated<string>;
  deleted_at: string | null;
}

/** A production run: what went in together. Its inputs are the productions of the specification (design §2). */
export interface ProductionRunTable extends RecordColumns {
  production_date: string;
  status: ProductionStatus;
  note: string;
  recipe_version_id: Generated<number | null>;
}

/** What was lost in a run: a mass, or pieces of one of its inputs. */
export interface RunLossTable {
  id: Generated<number>;
  run_id: number;
  position: number;
  reason: string;
  milligrams: number | null;
  raw_material_id: number | null;
  product_id: number | null;
  /** Thousandths. */
  quantity: number | null;
}

/** An input of a run: a raw material, or a product. */
export interface ProductionTable extends RecordColumns {
  run_id: number;
  raw_material_id: number | null;
  product_id: number | null;
  quantity: number;
  production_date: string;
  status: ProductionStatus;
}

/** Net quantities moved, by kind, and what is there: thousandths, never below zero. */
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

/** What can be in stock: a raw material or a product. */
export interface ItemTable extends StockTotals {
  id: Generated<number>;
  raw_material_id: number | null;
  product_id: number | null;
  /** Milligrams of one unit; null where the unit is one of weight, or where it is unknown. */
  milligrams_per_unit: number | null;
  /** Milligrams of one unit, by its unit or as entered; null where unknown. Kept by triggers. */
  weight: GeneratedAlways<number | null>;
  part: Generated<ItemPart>;
  /** Thousandths of a percent. */
  balance_tolerance: number | null;
  /** Thousandths. */
  reorder_level: number | null;
  /** What batch numbers are proposed by; see nextBatch.ts. */
  batch_pattern: Generated<string>;
  shelf_life_days: number | null;
  /** Empty, or 8, 12, 13 or 14 digits. */
  gtin: Generated<string>;
  updated_at: string;
}

/** A lot whose line was taken out of its document is deleted: nothing ever left it. */
export interface LotTable extends StockTotals, RecordColumns {
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
  /** The day of the first use by a run, what was reversed included; kept by the database. */
  first_used_on: Generated<string | null>;
  expires_on: string | null;
  /** Computed by the database: expires_on, or a day that never comes. */
  use_by: GeneratedAlways<string>;
  parent_lot_id: number | null;
  state: Generated<LotState>;
  state_reason: Generated<string>;
  /** As said by hand; what it comes to is worked out (server/stock/origins/claims.ts). */
  claim: Generated<Claim | null>;
  /** Of what was received: what the claim was said to rest on. */
  certificate_id: Generated<number | null>;
  /** Why it was received as organic without a certificate. */
  override_reason: Generated<string>;
  /** Whom opening stock was bought from; of what was received its inward says so (server/stock/lotSuppliers.ts). */
  supplier_id: Generated<number | null>;
}

export interface MovementTable {
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

export interface FinishedGoodTable extends RecordColumns {
  product_id: number;
  batch_number: string;
  /** The batch number in lower case; unique among goods that are not deleted. */
  batch_key: string;
  /** Natural sort key of the batch number; see batchOrder.ts. */
  batch_order: string;
  /** Thousandths. */
  quantity: number;
  /** By hand: whether it is sold follows from its lot. */
  status: 'available' | 'expired';
  manufacture_date: string | null;
  expiry_date: string | null;
  /** Its lot; null only for one that was deleted before lots were kept. */
  lot_id: number | null;
  /** The run that made it, where that is known. */
  run_id: number | null;
}

/** What a product is made of; its versions say how. */
export interface RecipeTable extends RecordColumns {
  product_id: number;
}

/** A version of a recipe, which stays as it is once a run has used it. */
export interface RecipeVersionTable {
  id: Generated<number>;
  recipe_id: number;
  version: number;
  /** Thousandths. */
  output_quantity: number;
  /** Thousandths of a percent. */
  expected_yield: number | null;
  note: string;
}

export interface RecipeLineTable {
  id: Generated<number>;
  recipe_version_id: number;
  position: number;
  raw_material_id: number | null;
  product_id: number | null;
  /** Thousandths. */
  quantity: number;
  /** Thousandths of a percent. */
  planned_loss: number;
}

/** What left for a buyer; without one, what was set to sold by hand. */
export interface DispatchTable extends RecordColumns {
  buyer_id: number | null;
  dispatch_date: string;
  invoice_number: string;
  vehicle: string;
  transport_document: string;
  transaction_certificate: string;
  note: string;
}

export interface DispatchLineTable {
  id: Generated<number>;
  dispatch_id: number;
  position: number;
  lot_id: number;
  /** Thousandths. */
  quantity: number;
  deleted_at: string | null;
}

/** What changed stock without being bought, made or dispatched. */
export interface AdjustmentTable extends RecordColumns {
  kind: AdjustmentKind;
  adjustment_date: string;
  reason: string;
  supplier_id: number | null;
}

export interface AdjustmentLineTable {
  id: Generated<number>;
  adjustment_id: number;
  position: number;
  lot_id: number;
  /** Thousandths: what was moved, or of a count what was counted. */
  quantity: number;
  /** Of a count: what the ledger said in that moment. */
  ledger_quantity: number | null;
  /** Paise, of opening stock. */
  price_per_unit: number | null;
  /** Of a buyer's return: what it is a part of. */
  dispatch_line_id: number | null;
  reason: string;
  deleted_at: string | null;
}

/** A certificate of a supplier; without one, our own. */
export interface CertificateTable extends RecordColumns {
  supplier_id: number | null;
  scheme: Scheme;
  number: string;
  body: string;
  valid_from: string;
  valid_to: string;
  all_items: 0 | 1;
  withdrawn_on: string | null;
  /** A row of `bill`, which keeps all files. */
  file_id: number | null;
}

export interface CertificateItemTable {
  certificate_id: number;
  item_id: number;
}

/** What a certification body issued for one shipment: of a purchase to its supplier, of a sale to us. */
export interface TransactionCertificateTable extends RecordColumns {
  direction: Direction;
  supplier_id: number | null;
  buyer_id: number | null;
  scheme: Scheme;
  /** May be empty until it is issued. */
  number: string;
  body: string;
  status: TransactionCertificateStatus;
  issued_on: string | null;
  note: string;
  /** A row of `bill`, which keeps all files. */
  file_id: number | null;
}

/** A line covers one line of an inward or of a dispatch. */
export interface TransactionCertificateLineTable {
  id: Generated<number>;
  transaction_certificate_id: number;
  position: number;
  inward_line_id: number | null;
  dispatch_line_id: number | null;
  /** Thousandths. */
  quantity: number;
}

/** A recall or drill; its report is kept once it is closed. */
export interface RecallTable extends RecordColumns {
  kind: RecallKind;
  title: string;
  reason: string;
  started_by: number;
  /** How many milliseconds it took to find lots and buyers. */
  found_ms: number;
  closed_at: Generated<string | null>;
  closed_by: Generated<number | null>;
  conclusion: Generated<string>;
  /** What became of its lots. */
  ending: Generated<RecallEnding | null>;
  /** The answer of the call as JSON, as it was when it was closed. */
  report: Generated<string | null>;
}

/** A lot with which a recall began, or whose state it changed. */
export interface RecallLotTable {
  recall_id: number;
  lot_id: number;
  is_root: 0 | 1;
  /** Null where the recall changed nothing, or the lot was recalled again since. */
  state_before: 'released' | 'onHold' | null;
  reason_before: string;
}

/** What was noted on a line of a dispatch. */
export interface RecallLineTable {
  recall_id: number;
  dispatch_line_id: number;
  notified_at: string | null;
  notified_by: string;
  answer: string;
  answered_at: string | null;
  /** Thousandths. */
  destroyed: number;
}

export interface RecallNoteTable {
  id: Generated<number>;
  recall_id: number;
  user_id: number;
  noted_at: string;
  body: string;
}
