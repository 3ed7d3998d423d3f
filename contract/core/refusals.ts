/** Sentences of refusals that screens show as the server words them, so that no screen loads them. */
export const refusalTexts = {
  forged: 'This request did not come from a page of Godown. Reload the page and try again.',
  keyReused: 'An earlier attempt was saved with different content. Cancel, find it in the list and edit it there.',
  unsupportedType: 'The content must be JSON.',
  malformed: 'The content is not valid JSON.',
  nestedTooDeeply: 'The content is nested more deeply than any call takes.',
  noMetricsToken: 'This needs the token of METRICS_TOKEN.',
  badAddress: 'This address cannot be read.',
  unavailable: 'The database cannot be reached right now. Nothing was saved; please try again in a moment.',
  unavailableUnknown:
    'The database connection was lost, so it is not known whether this was saved. Please try again in a moment: nothing is saved twice.',
  unavailableReading: 'The database cannot be reached right now. Please try again in a moment.',
  tooMuch: 'Godown is too busy right now. Nothing was saved; please try again in a moment.',
  tooMuchReading: 'Godown is too busy right now. Please try again in a moment.',
  nameUnknown: (name: string) => `This list has no parameter “${name}”.`,
} as const;
