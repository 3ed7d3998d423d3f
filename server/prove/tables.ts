/** The tables of certificates, recalls and packs; units as in server/core/db/tables.ts. */
import type { Generated } from 'kysely';
import type { Direction, TransactionCertificateStatus } from '#contract/stock/claims/transactionCertificateCover.ts';
import type { Scheme } from '#contract/stock/claims/schemes.ts';
import type { RecallEnding, RecallKind } from '#contract/prove/recallTexts.ts';
import type { PackState } from '#contract/prove/packs.ts';
import type { RecordColumns } from '../core/db/recordColumns.ts';

/** A certificate of a supplier; without one, our own. */
interface CertificateTable extends RecordColumns {
  supplier_id: number | null;
  scheme: Scheme;
  number: string;
  certification_body_id: Generated<number | null>;
  /** The name of the certification body, also where that is no record. */
  body: string;
  valid_from: string;
  valid_to: string;
  all_items: 0 | 1;
  withdrawn_on: string | null;
  /** A row of `bill`, which keeps all files. */
  file_id: number | null;
}

interface CertificateItemTable {
  certificate_id: number;
  item_id: number;
}

interface CertificationBodyTable extends RecordColumns {
  name: string;
  /** As the schemes list it; may be empty. */
  code: string;
}

interface CertificationBodySuspensionTable {
  id: Generated<number>;
  certification_body_id: number;
  position: number;
  scheme: Scheme;
  from_day: string;
  /** The first day on which its certificates cover again. */
  until_day: string | null;
}

/** A certificate of a certification body for one shipment: of a purchase to its supplier, of a sale to us. */
interface TransactionCertificateTable extends RecordColumns {
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
interface TransactionCertificateLineTable {
  id: Generated<number>;
  transaction_certificate_id: number;
  position: number;
  inward_line_id: number | null;
  dispatch_line_id: number | null;
  /** Thousandths. */
  quantity: number;
}

/** A recall or drill; its report is stored once it is closed. */
interface RecallTable extends RecordColumns {
  kind: RecallKind;
  title: string;
  reason: string;
  started_by: number;
  /** How many milliseconds it took to find lots and buyers. */
  found_ms: number;
  closed_at: Generated<string | null>;
  closed_by: Generated<number | null>;
  conclusion: Generated<string>;
  /** Final state of its lots. */
  ending: Generated<RecallEnding | null>;
  /** The answer of the call as JSON, as it was when it was closed. */
  report: Generated<string | null>;
}

/** A lot with which a recall began, or whose state it changed. */
interface RecallLotTable {
  recall_id: number;
  lot_id: number;
  is_root: 0 | 1;
  /** Null if the recall changed nothing, or the lot was recalled again since. */
  state_before: 'released' | 'onHold' | null;
  reason_before: string;
}

/** Note on a dispatch line. */
interface RecallLineTable {
  recall_id: number;
  dispatch_line_id: number;
  notified_at: string | null;
  notified_by: string;
  answer: string;
  answered_at: string | null;
  /** Thousandths. */
  destroyed: number;
}

interface RecallNoteTable {
  id: Generated<number>;
  recall_id: number;
  user_id: number;
  noted_at: string;
  body: string;
}

/** A pack, and how far the making of it is. */
interface InspectionPackTable {
  id: Generated<number>;
  from_day: string;
  to_day: string;
  /** JSON of the ids of the requested lots. */
  lot_ids: string;
  state: PackState;
  step: string;
  steps_done: number;
  steps: number;
  /** How often its making was begun. */
  attempts: number;
  /** Last heartbeat of the server that builds it. */
  beat_at: string | null;
  size: number | null;
  sha256: string | null;
  made_at: string | null;
  created_by: number;
  created_at: string;
  /** JSON of sentences: records that could not be printed, or the reason of a failure. */
  remarks: Generated<string>;
}

/** The file of a pack, in pieces: in the database, where every server can read it. */
interface InspectionPackPartTable {
  pack_id: number;
  position: number;
  bytes: Buffer;
}

/** The key of this installation, made by its migration. */
interface SigningKeyTable {
  id: number;
  /** PEM. */
  public_key: string;
  private_key: string;
  created_at: string;
}

declare module '../core/db/tables.ts' {
  interface Tables {
    certificate: CertificateTable;
    certificate_item: CertificateItemTable;
    certification_body: CertificationBodyTable;
    certification_body_suspension: CertificationBodySuspensionTable;
    transaction_certificate: TransactionCertificateTable;
    transaction_certificate_line: TransactionCertificateLineTable;
    recall: RecallTable;
    recall_lot: RecallLotTable;
    recall_line: RecallLineTable;
    recall_note: RecallNoteTable;
    inspection_pack: InspectionPackTable;
    inspection_pack_part: InspectionPackPartTable;
    signing_key: SigningKeyTable;
  }
}
