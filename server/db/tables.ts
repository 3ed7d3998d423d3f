/**
 * The tables for Kysely. Money is whole paise, quantity whole thousandths of the unit, timestamps ISO texts in UTC,
 * calendar dates yyyy-mm-dd (design §2).
 */
import type { ColumnType, Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { GoodStatus } from '#contract/goods.ts';
import type { InwardStatus } from '#contract/inward.ts';
import type { Role } from '#contract/permissions.ts';
import type { ProductionStatus } from '#contract/production.ts';
import type { DocumentKind, ItemPart, LotOrigin, LotState, MovementKind } from '#contract/stock.ts';

export interface Kept {
  id: Generated<number>;
  created_at: string;
  updated_at: string;
  /** Soft delete, so that references from history stay valid. */
  deleted_at: string | null;
}

export interface UserTable extends Kept {
  full_name: string;
  email: string;
  /** The address in lower case; unique among users that are not deleted. */
  email_key: string;
  phone: string;
  role: Role;
  status: 0 | 1;
  password_hash: string;
}

export interface SessionTable {
  /** SHA-256 of the token; the token itself is never stored. */
  token_hash: string;
  user_id: number;
  created_at: string;
  /** The idle expiry; each use moves it. */
  expires_at: string;
  /** The absolute expiry; null in a session opened before the idle limit existed, whose expires_at never moves. */
  ends_at: string | null;
  /** To the minute; null in an unused session of an older version. */
  last_seen_at: string | null;
  user_agent: string | null;
  /** The address of the last recorded use. */
  address: string | null;
}

export interface SupplierTable extends Kept {
  name: string;
  email: string;
  gstin_number: string;
  phone: string;
  address: string;
  status: 0 | 1;
}

export interface CategoryTable extends Kept {
  name: string;
  description: string;
  status: 0 | 1;
}

/** A device that has signed in to an account. */
export interface KnownDeviceTable {
  user_id: number;
  /** SHA-256 of the id in the device's cookie. */
  device_hash: string;
  last_used_at: string;
}

/** A password reset code; a new request from the same device replaces it. */
export interface ResetCodeTable {
  id: Generated<number>;
  user_id: number;
  device_hash: string;
  code_hash: string;
  expires_at: string;
  /** For the requesting device, and for all others together. */
  tries_left: number;
  other_tries_left: number;
}

export interface BuyerTable extends Kept {
  name: string;
  email: string;
  gstin_number: string;
  phone: string;
  address: string;
  status: 0 | 1;
}

export interface ProductTable extends Kept {
  name: string;
  description: string;
  category_id: number;
  /** Paise. */
  price: number;
  unit: string;
}

export interface FinishedGoodTable extends Kept {
  product_id: number;
  batch_number: string;
  /** The batch number in lower case; unique among goods that are not deleted. */
  batch_key: string;
  /** Natural sort key of the batch number; see batchOrder.ts. */
  batch_order: string;
  /** Thousandths. */
  quantity: number;
  status: GoodStatus;
  manufacture_date: string | null;
  expiry_date: string | null;
}

export interface RawMaterialTable extends Kept {
  name: string;
  description: string;
  unit: string;
  category_id: number | null;
  /** Thousandths: the minimum of a production. */
  min_production_quantity: Generated<number>;
}

export interface InwardTable extends Kept {
  supplier_id: number;
  invoice_number: string;
  inward_date: string;
  status: InwardStatus;
  sub_total: number;
  total_gst: number;
  grand_total: number;
  bill_id: number | null;
}

export interface InwardLineTable {
  /** The line's lot; also the line's id. */
  lot_id: number;
  inward_id: number;
  raw_material_id: number;
  position: number;
  quantity: number;
  price_per_unit: number;
  total_amount: number;
  deleted_at: string | null;
}

/** Bills are immutable: a replaced one stays, and the inward refers to the current one. */
export interface BillTable {
  id: Generated<number>;
  media_type: string;
  bytes: Buffer;
  created_at: string;
}

/** A production run: what went in together. Its inputs are the productions of the specification (design §2). */
export interface ProductionRunTable extends Kept {
  production_date: string;
  status: ProductionStatus;
  note: string;
}

/** An input of a run: a raw material, or a product. */
export interface ProductionTable extends Kept {
  run_id: number;
  raw_material_id: number | null;
  product_id: number | null;
  quantity: number;
  production_date: string;
  status: ProductionStatus;
}

/** Net quantities moved, by kind, and what is there: thousandths, never below zero. */
export interface StockTotals {
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
  part: Generated<ItemPart>;
  /** Thousandths of a percent. */
  balance_tolerance: number | null;
  /** Thousandths. */
  reorder_level: number | null;
  updated_at: string;
}

/** A lot whose line was taken out of its document is deleted: nothing ever left it. */
export interface LotTable extends StockTotals, Kept {
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
  expires_on: string | null;
  /** Computed by the database: expires_on, or a day that never comes. */
  use_by: GeneratedAlways<string>;
  parent_lot_id: number | null;
  state: Generated<LotState>;
  state_reason: Generated<string>;
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
  /** The line of the document: the lot of an inward line, the production of a run. */
  line_id: ColumnType<number, number, never>;
  reverses_id: ColumnType<number | null, number | null, never>;
  recorded_at: ColumnType<string, string, never>;
  recorded_by: ColumnType<number, number, never>;
}

export interface AuditEventTable {
  id: Generated<number>;
  at: string;
  /** The user; null for actions of the server at its start. */
  user_id: number | null;
  action: string;
  resource: string;
  record_id: number;
  /** JSON without secrets and bill bytes; null if there was nothing. */
  before: string | null;
  after: string | null;
  /** JSON of the stock movements of the change, or null. See server/records/movedStock.ts. */
  stock: string | null;
}

/** Events per person (0 without a signed-in user) and resource, maintained by triggers. */
export interface ActivityTotalTable {
  person: number;
  resource: string;
  writer: number;
  records: number;
}

export interface IdempotencyKeyTable {
  caller: string;
  key: string;
  request_hash: string;
  status: number | null;
  answer: string | null;
  created_at: string;
}

export interface InstallationTable {
  id: number;
  first_administrator_at: string;
}

export interface Tables {
  app_user: UserTable;
  session: SessionTable;
  supplier: SupplierTable;
  known_device: KnownDeviceTable;
  reset_code: ResetCodeTable;
  buyer: BuyerTable;
  category: CategoryTable;
  product: ProductTable;
  finished_good: FinishedGoodTable;
  raw_material: RawMaterialTable;
  inward: InwardTable;
  inward_line: InwardLineTable;
  bill: BillTable;
  production_run: ProductionRunTable;
  production: ProductionTable;
  item: ItemTable;
  lot: LotTable;
  movement: MovementTable;
  audit_event: AuditEventTable;
  activity_total: ActivityTotalTable;
  idempotency_key: IdempotencyKeyTable;
  installation: InstallationTable;
}

/** Tables of records, with an id and soft deletion; their rows are counted. */
export type RecordTable = { [Name in keyof Tables]: Tables[Name] extends Kept ? Name : never }[keyof Tables];

export type Database = Kysely<Tables>;
export type Trx = Transaction<Tables>;
