/** The tables of dispatches; units as in server/core/db/tables.ts. */
import type { Generated } from 'kysely';
import type { RecordColumns } from '../core/db/recordColumns.ts';

/** Goods sent to a buyer; without one, a sale by hand. */
interface DispatchTable extends RecordColumns {
  buyer_id: number | null;
  dispatch_date: string;
  invoice_number: string;
  vehicle: string;
  transport_document: string;
  transaction_certificate: string;
  note: string;
}

interface DispatchLineTable {
  id: Generated<number>;
  dispatch_id: number;
  position: number;
  lot_id: number;
  /** Thousandths. */
  quantity: number;
  deleted_at: string | null;
}

declare module '../core/db/tables.ts' {
  interface Tables {
    dispatch: DispatchTable;
    dispatch_line: DispatchLineTable;
  }
}
