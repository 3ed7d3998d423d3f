/** The days whose use says how long the stock lasts. */
export const USE_DAYS = 30;
export const usedInDays = `Consumed or dispatched in the last ${USE_DAYS} days.`;
