/** The records that refer to a master of which two can be merged, each by a column. */
import type { MergedKind } from '#contract/masters/merging.ts';
import type { RecordKind } from '#contract/kinds.ts';

export interface Reference {
  table: string;
  column: string;
  kind: RecordKind;
  /** Its fields in the history that name the master: its id, and its name. */
  historyFields: { id: string; name: string };
}

const ofSupplier = { column: 'supplier_id', historyFields: { id: 'supplierId', name: 'supplierName' } };
const ofBuyer = { column: 'buyer_id', historyFields: { id: 'buyerId', name: 'buyerName' } };

/** In the order in which they are shown. */
export const mergedReferences: Record<MergedKind, readonly Reference[]> = {
  suppliers: [
    { table: 'inward', kind: 'inward', ...ofSupplier },
    { table: 'lot', kind: 'lots', ...ofSupplier },
    { table: 'certificate', kind: 'certificates', ...ofSupplier },
    { table: 'transaction_certificate', kind: 'transactionCertificates', ...ofSupplier },
    { table: 'adjustment', kind: 'adjustments', ...ofSupplier },
  ],
  buyers: [
    { table: 'dispatch', kind: 'dispatches', ...ofBuyer },
    { table: 'transaction_certificate', kind: 'transactionCertificates', ...ofBuyer },
  ],
};
