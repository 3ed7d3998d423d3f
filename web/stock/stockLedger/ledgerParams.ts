/** The parameters of the screen in the URL. */
export const ledgerParams = ['itemId', 'from', 'to'] as const;
