/** How recalls are named on lots, refusals and links. */
export const recalledTexts = {
  /** The reason of a lot's state. */
  stateReason: (title: string) => `Recall: ${title}`,
  /** The name of a recall in a refusal or a link. */
  named: (title: string) => `Recall “${title}”`,
} as const;
