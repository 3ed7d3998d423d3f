/** Parts shared by the overviews of all records; each overview is one read for the page of a record. */
import { idParams } from './endpoint.ts';
import { quantityAnswer } from './fields.ts';

export const overviewTexts = {
  loadFailed: 'What belongs here could not be loaded.',
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
} as const;

/** The most rows of a part: the newest or nearest. */
export const MAX_OVERVIEW_ROWS = 50;

/** A price's change in thousandths of a percent; null if the price before was 0 or unknown. */
export const priceChangeAnswer = () =>
  quantityAnswer().nullable().describe('In percent; null where the price before was 0 or unknown.');

/** Method and parameters of the call of an overview. */
export const overviewRead = { method: 'GET', params: idParams } as const;
