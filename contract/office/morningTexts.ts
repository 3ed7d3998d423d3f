import type { FirstStep } from './morning.ts';

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
  hide: 'Hide',
  stepDone: 'done',
  noYield: 'No run made anything last week.',
} as const;

/** The blocks of the dashboard, in their order, by the names under which a device stores the hidden ones. */
export const morningBlocks = {
  firstSteps: 'First steps',
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

/** The first steps: what each is for, and the screen on which it is done. */
export const firstStepTexts: Readonly<Record<FirstStep, { text: string; about: string; to: string }>> = {
  company: { text: 'Name your company', about: 'as labels and papers name it', to: '/company' },
  materials: {
    text: 'Add raw materials',
    about: 'one by one, or all from a spreadsheet',
    to: '/import/materials',
  },
  certificates: {
    text: 'Add organic certificates',
    about: 'yours, and those of your suppliers',
    to: '/certificates',
  },
  openingStock: {
    text: 'Enter the opening stock',
    about: 'what is on the shelves today, lot by lot',
    to: '/import/opening-stock',
  },
};
