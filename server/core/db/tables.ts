/**
 * The tables for Kysely. Money is whole paise, quantity whole thousandths of the unit, timestamps ISO texts in UTC,
 * calendar dates yyyy-mm-dd (docs/domain.md, Dates).
 *
 * One alias for each table of masters and of stock, in every query:
 *   app_user u, audit_event e                     item i, lot l, movement v
 *   supplier s, buyer b                           inward w, inward_line n
 *   raw_material m, product p                     dispatch d, dispatch_line x
 *   production_run r, finished_good g             adjustment a, adjustment_line j, waiting_line k
 * A second row of a table is a word: `movement reversal`, `lot parent`. A table of one room, such as its recipes or
 * recalls, may have a letter again whose table its queries don't join.
 */
import type { Generated, Kysely, Transaction } from 'kysely';
import type { Role } from '#contract/permissions.ts';
import type { RecordColumns } from './recordColumns.ts';

interface UserTable extends RecordColumns {
  full_name: string;
  email: string;
  /** The address in lower case; unique among users that are not deleted. */
  email_key: string;
  phone: string;
  role: Role;
  status: 0 | 1;
  password_hash: string;
  /** Whether the user gets the weekly mail. */
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
  /** The kept device that opened it. */
  device_hash: Generated<string | null>;
}

/** A device that has signed in to an account. */
interface KnownDeviceTable {
  user_id: number;
  /** SHA-256 of the id in the device's cookie. */
  device_hash: string;
  last_used_at: string;
}

/** A device that opens sessions without a password (docs/decisions/116). */
interface KeptDeviceTable {
  /** SHA-256 of the id in the device's cookie. */
  device_hash: string;
  user_id: number;
  /** SHA-256 of the secret in the cookie, and of its successor, which follows from the secret and the nonce. */
  secret_hash: string;
  next_hash: string;
  nonce: string;
  /** SHA-256 of the secret that the present one has retired, and when. */
  previous_hash: string | null;
  rotated_at: string;
  last_used_at: string;
  created_at: string;
  ends_at: string;
  user_agent: string | null;
  /** The address of the last use. */
  address: string | null;
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
  /** JSON of the stock movements of the change, or null. See server/stock/documents/movedStock.ts. */
  stock: string | null;
  /** The session of the change (`sessionKeyOf` in server/core/http/routes.ts); null if its client compares versions itself, and in older events. */
  session_key: string | null;
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

interface InstallationTable {
  id: number;
  first_administrator_at: string;
}

/** Mails about certificates or of the dashboard, by user and week; `week` is its Monday. */
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

/** Each room adds its own tables (tables.ts there). */
export interface Tables {
  app_user: UserTable;
  session: SessionTable;
  known_device: KnownDeviceTable;
  kept_device: KeptDeviceTable;
  reset_code: ResetCodeTable;
  bill: BillTable;
  audit_event: AuditEventTable;
  activity_total: ActivityTotalTable;
  idempotency_key: IdempotencyKeyTable;
  installation: InstallationTable;
  reminder: ReminderTable;
  weekly_mail: ReminderTable;
}

/** Tables of records, with an id and soft deletion; their rows are counted. */
export type RecordTable = { [Name in keyof Tables]: Tables[Name] extends RecordColumns ? Name : never }[keyof Tables];

export type Database = Kysely<Tables>;
export type Trx = Transaction<Tables>;
