/** The calls of the parties of which two can be merged. */
import { buyerEndpoints, type BuyerRecord } from '#contract/masters/buyers.ts';
import { pageOf } from '#contract/kinds.ts';
import type { MergedKind } from '#contract/masters/merging.ts';
import { supplierEndpoints, type SupplierRecord } from '#contract/masters/suppliers.ts';
import type { PartyRecord } from '#contract/masters/parties.ts';

export type Party = PartyRecord & Partial<Pick<SupplierRecord, 'supplierId'> & Pick<BuyerRecord, 'buyerId'>>;

export const mergedParties = {
  suppliers: {
    list: supplierEndpoints.list,
    get: supplierEndpoints.get,
    update: supplierEndpoints.update,
    idOf: ({ supplierId = 0 }: Party) => supplierId,
    /** Documents whose numbers are compared. */
    invoice: 'inward',
  },
  buyers: {
    list: buyerEndpoints.list,
    get: buyerEndpoints.get,
    update: buyerEndpoints.update,
    idOf: ({ buyerId = 0 }: Party) => buyerId,
    invoice: 'dispatches',
  },
} as const;

/** The page on which `mergedId` is merged into `keptId`; without it, it is to be chosen. */
export function mergePath(kind: MergedKind, keptId: number, mergedId?: number): string {
  const path = `${pageOf(kind, keptId)}/merge`;
  return mergedId === undefined ? path : `${path}?with=${mergedId}`;
}
