/** Names of documents, with dates as people read them; a run is named by its outputs, if it has any. */
export const documentTexts = {
  returned: (code: string, quantityText: string) => `${quantityText} of ${code} came back from this dispatch.`,
  run: (date: string, [batch, ...others]: readonly string[] = []) =>
    batch === undefined
      ? `Production of ${date}`
      : `Production of ${batch}${others.length > 0 ? ` and ${others.length} more` : ''} on ${date}`,
  dispatch: (number: string, buyer: string) => (buyer === '' ? `Dispatch ${number}` : `Dispatch ${number} to ${buyer}`),
  adjustment: (kind: string, date: string) => `${kind} of ${date}`,
} as const;
