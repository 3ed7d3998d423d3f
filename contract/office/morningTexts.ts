/** Texts of the dashboard beyond the specification's. */
export const morningTexts = {
  chooseBlocks: 'Choose blocks',
  chosen: 'Blocks that you see on this device',
  loadFailed: 'The to-do list could not be loaded.',
  nothing: 'Nothing to do.',
  lastBackup: (time: string) => `Last backup ${time}.`,
  all: (count: string) => `All ${count}`,
  soonest: (count: number, of: number) => `${count} of ${of}, soonest out first`,
  noWeeks: 'Nothing in these weeks.',
  noneBelow: 'No raw material is below its reorder level.',
  noneUnpaid: 'All inwards are paid.',
  noneExpires: 'No lot with stock expires within 90 days.',
  byWeek: 'Week by week',
  lastWeek: 'last week',
  noYield: 'No run made anything last week.',
} as const;

/** The blocks of the dashboard, in their order, by the names under which a device stores the hidden ones. */
export const morningBlocks = {
  todo: 'To do',
  buyers: 'Recent Buyers',
  belowReorder: 'Below reorder level',
  unpaid: 'Not paid',
  used: 'Used in production',
  purchases: 'Purchases',
  yield: 'Yield',
  expiring: 'Expiring lots',
} as const;
export type MorningBlock = keyof typeof morningBlocks;
