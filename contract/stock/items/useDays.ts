/** Days of past use from which the range of stock is computed. */
export const USE_DAYS = 30;
export const usedInDays = `Consumed or dispatched in the last ${USE_DAYS} days.`;
