/**
 * The tables for Kysely. Money is whole paise, quantity whole thousandths of the unit, timestamps ISO texts in UTC,
 * calendar dates yyyy-mm-dd (design §2).
 */
import type { Generated, Kysely, Transaction } from 'kysely';
import type { ImportKind, RecordKind, ViewedList } from '#contract/resources.ts';
import type { InwardStatus } from '#contract/documentStatus.ts';
import type { PackState } from '#contract/packs.ts';
import type { Role } from '#contract/permissions.ts';
import type { RecordColumns } from './recordColumns.ts';
import type {
  AdjustmentLineTable,
  AdjustmentTable,
  CertificateItemTable,
  CertificateTable,
  DispatchLineTable,
  DispatchTable,
  FinishedGoodTable,
  InwardLineTable,
  ItemTable,
  LotTable,
  MovementTable,
  ProductionRunTable,
  ProductionTable,
  RecallLineTable,
  RecallLotTable,
  RecallNoteTable,
  RecallTable,
  RecipeLineTable,
  RecipeTable,
  RecipeVersionTable,
  RunLossTable,
  TransactionCertificateLineTable,
  TransactionCertificateTable,
} from './stockTables.ts';

interface UserTable extends RecordColumns {
  full_name: string;
  email: string;
  /** The address in lower case; unique among users that are not deleted. */
  email_key: string;
  phone: string;
  role: Role;
  status: 0 | 1;
  password_hash: string;
  /** Whether the weekly mail is wanted. */
  weekly_mail: Generated<0 | 1>;
}

interface SessionTable {
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

interface SupplierTable extends RecordColumns {
  name: string;
  email: string;
  gstin_number: string;
  phone: string;
  address: string;
  status: 0 | 1;
}

interface CategoryTable extends RecordColumns {
  name: string;
  description: string;
  status: 0 | 1;
}

/** A device that has signed in to an account. */
interface KnownDeviceTable {
  user_id: number;
  /** SHA-256 of the id in the device's cookie. */
  device_hash: string;
  last_used_at: string;
}

/** A password reset code; a new request from the same device replaces it. */
interface ResetCodeTable {
  id: Generated<number>;
  user_id: number;
  device_hash: string;
  code_hash: string;
  expires_at: string;
  /** For the requesting device, and for all others together. */
  tries_left: number;
  other_tries_left: number;
}

interface BuyerTable extends RecordColumns {
  name: string;
  email: string;
  gstin_number: string;
  phone: string;
  address: string;
  status: 0 | 1;
}

interface ProductTable extends RecordColumns {
  name: string;
  description: string;
  category_id: number;
  /** Paise. */
  price: number;
  unit: string;
}

interface RawMaterialTable extends RecordColumns {
  name: string;
  description: string;
  unit: string;
  category_id: number | null;
  /** Thousandths: the minimum of a production. */
  min_production_quantity: Generated<number>;
}

interface InwardTable extends RecordColumns {
  supplier_id: number;
  invoice_number: string;
  inward_date: string;
  status: InwardStatus;
  sub_total: number;
  total_gst: number;
  grand_total: number;
  bill_id: number | null;
  /** Why there is no bill yet; empty with one. */
  bill_follows: Generated<string>;
}

/** Files of inwards and certificates; immutable: a replaced one stays, and the record refers to the current one. */
interface BillTable {
  id: Generated<number>;
  media_type: string;
  bytes: Buffer;
  created_at: string;
}

interface AuditEventTable {
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
interface ActivityTotalTable {
  person: number;
  resource: string;
  writer: number;
  records: number;
}

interface IdempotencyKeyTable {
  caller: string;
  key: string;
  request_hash: string;
  status: number | null;
  answer: string | null;
  created_at: string;
}

/** One row. */
interface CompanyTable {
  id: number;
  name: string;
  address: string;
  phone: string;
  email: string;
  gstin_number: string;
  licence_number: string;
  updated_at: string;
}

interface InstallationTable {
  id: number;
  first_administrator_at: string;
}

/** A pack, and how far the making of it is. */
interface InspectionPackTable {
  id: Generated<number>;
  from_day: string;
  to_day: string;
  /** JSON of the ids of the lots that were asked for. */
  lot_ids: string;
  state: PackState;
  step: string;
  steps_done: number;
  steps: number;
  /** How often its making was begun. */
  attempts: number;
  /** When the server that makes it last said so. */
  beat_at: string | null;
  size: number | null;
  sha256: string | null;
  made_at: string | null;
  created_by: number;
  created_at: string;
  /** JSON of sentences: records that could not be printed, or why it was not made. */
  remarks: Generated<string>;
}

/** The file of a pack, in pieces: in the database, where every server can read it. */
interface InspectionPackPartTable {
  pack_id: number;
  position: number;
  bytes: Buffer;
}

/** Who was mailed in which week: of certificates, or of the dashboard; `week` is its Monday. */
interface ReminderTable {
  week: string;
  user_id: number;
  /** Until it was sent: when a server first claimed it. */
  sent_at: string;
  /** Null once it was sent; else no other server sends it before this time. */
  lease_ends_at: string | null;
  /** The UUID of its Message-ID, the same in each try; null in a row of an older version. */
  message_id: string | null;
}

interface ImportTable {
  id: Generated<number>;
  kind: ImportKind;
  file_name: string;
  /** CSV. */
  content: string;
  row_total: number;
  created: number;
  updated: number;
  skipped: number;
  user_id: number;
  created_at: string;
  undone_at: string | null;
}

/** A record that an import made or changed. */
interface ImportRecordTable {
  import_id: number;
  position: number;
  resource: RecordKind;
  record_id: number;
  action: 'create' | 'update';
  label: string;
  /** Of the record, after the import. */
  updated_at: string;
  /** JSON of its fields before an update. */
  before: string | null;
}

/** A search, filters and an order of a list under a name; shared with everyone where 1. */
interface SavedViewTable {
  id: Generated<number>;
  user_id: number;
  list: ViewedList;
  name: string;
  query: string;
  shared: number;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

/** The key of this installation, made by its migration. */
interface SigningKeyTable {
  id: number;
  /** PEM. */
  public_key: string;
  private_key: string;
  created_at: string;
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
  run_loss: RunLossTable;
  recipe: RecipeTable;
  recipe_version: RecipeVersionTable;
  recipe_line: RecipeLineTable;
  dispatch: DispatchTable;
  dispatch_line: DispatchLineTable;
  adjustment: AdjustmentTable;
  adjustment_line: AdjustmentLineTable;
  certificate: CertificateTable;
  certificate_item: CertificateItemTable;
  transaction_certificate: TransactionCertificateTable;
  transaction_certificate_line: TransactionCertificateLineTable;
  recall: RecallTable;
  recall_lot: RecallLotTable;
  recall_line: RecallLineTable;
  recall_note: RecallNoteTable;
  item: ItemTable;
  lot: LotTable;
  movement: MovementTable;
  audit_event: AuditEventTable;
  activity_total: ActivityTotalTable;
  idempotency_key: IdempotencyKeyTable;
  installation: InstallationTable;
  inspection_pack: InspectionPackTable;
  inspection_pack_part: InspectionPackPartTable;
  reminder: ReminderTable;
  weekly_mail: ReminderTable;
  import: ImportTable;
  import_record: ImportRecordTable;
  saved_view: SavedViewTable;
  company: CompanyTable;
  signing_key: SigningKeyTable;
}

/** Tables of records, with an id and soft deletion; their rows are counted. */
export type RecordTable = { [Name in keyof Tables]: Tables[Name] extends RecordColumns ? Name : never }[keyof Tables];

export type Database = Kysely<Tables>;
export type Trx = Transaction<Tables>;
