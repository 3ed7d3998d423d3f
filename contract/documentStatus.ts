/** The statuses of the documents that stock is shown with (specification §4). */

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
