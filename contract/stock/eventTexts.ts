/** Texts of values in the history. */
export const eventTexts = {
  /** Why a recalled lot will be on hold after a false alarm. */
  afterRecall: 'On hold after the recall',
  /** Label of the run that produced a batch. */
  run: (id: string) => `Production ${id}`,
  billAttached: 'attached',
  billReplaced: 'replaced',
} as const;
