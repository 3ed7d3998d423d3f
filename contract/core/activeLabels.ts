/** Labels of the two states of most records; apart from their schema, which the sign-in screen loads. */
export const activeLabels = { 1: 'Active', 0: 'Inactive' } as const;
