/** The tables of purchases; units as in server/core/db/tables.ts. */
import type { Generated } from 'kysely';
import type { InwardStatus } from '#contract/documentStatus.ts';
import type { RecordColumns } from '../core/db/recordColumns.ts';

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

interface InwardLineTable {
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

declare module '../core/db/tables.ts' {
  interface Tables {
    inward: InwardTable;
    inward_line: InwardLineTable;
  }
}
