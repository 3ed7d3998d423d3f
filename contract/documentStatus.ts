/** Statuses and kinds of documents, with their labels (specification §4). */

export const inwardStatuses = ['paid', 'notpaid', 'pending'] as const;
export type InwardStatus = (typeof inwardStatuses)[number];

export const inwardStatusLabels: Readonly<Record<InwardStatus, string>> = {
  paid: 'Paid',
  notpaid: 'Not Paid',
  pending: 'Pending',
};

export const productionStatuses = ['in_progress', 'completed'] as const;
export type ProductionStatus = (typeof productionStatuses)[number];
export const productionStatusLabels: Readonly<Record<ProductionStatus, string>> = {
  in_progress: 'In progress',
  completed: 'Completed',
};

export const adjustmentKinds = ['opening', 'count', 'writeOff', 'supplierReturn', 'buyerReturn'] as const;
export type AdjustmentKind = (typeof adjustmentKinds)[number];
export const adjustmentKindLabels: Readonly<Record<AdjustmentKind, string>> = {
  opening: 'Opening stock',
  count: 'Stock count',
  writeOff: 'Write-off',
  supplierReturn: 'Return to supplier',
  buyerReturn: 'Return from buyer',
};

/** A count beyond tolerance waits until the office posts it; everything else is posted as it is recorded. */
export const adjustmentStates = ['posted', 'waiting'] as const;
export type AdjustmentState = (typeof adjustmentStates)[number];
export const adjustmentStateLabels: Readonly<Record<AdjustmentState, string>> = {
  posted: 'Posted',
  waiting: 'Waiting for the office',
};
