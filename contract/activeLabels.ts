/** How the two states of most records are called; apart from their schema, which the sign-in carries. */
export const activeLabels = { 1: 'Active', 0: 'Inactive' } as const;
