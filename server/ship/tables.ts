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
  /** The claim that it is sold under (contract/stock/claims/soldAs.ts); null under the best claim that holds. */
  sold_as: string | null;
  sold_as_reason: Generated<string>;
  after_expiry_reason: Generated<string>;
  inspection_certificate: Generated<string>;
  import_certificate: Generated<string>;
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
