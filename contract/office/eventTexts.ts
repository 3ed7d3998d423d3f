/** Texts of values in the history. */
export const eventTexts = {
  /** Of a recalled lot: why it will be on hold if that was a false alarm. */
  afterRecall: 'On hold after the recall',
  /** Of a batch. */
  run: (id: string) => `Production ${id}`,
  billAttached: 'attached',
  billReplaced: 'replaced',
} as const;
