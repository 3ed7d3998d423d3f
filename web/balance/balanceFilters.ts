/** The URL parameters of the mass balance. */
export const balanceFilters = ['itemId', 'from', 'to', 'withProducts'] as const;
