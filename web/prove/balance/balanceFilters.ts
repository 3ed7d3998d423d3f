/** The URL parameters of the mass balance. */
export const balanceFilters = ['itemId', 'lotId', 'from', 'to', 'withProducts', 'scheme'] as const;
