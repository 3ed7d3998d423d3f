/** Texts of the comparison after a stale save was refused: fields that both versions changed, and the chosen values. */

/** 'Phone, Email and Address'. */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  const before = names.slice(0, -1).join(', ');
  return before ? `${before} and ${last}` : last;
}

export const conflictTexts = {
  /** `who` is undefined while the name is loading. */
  changed: (who: string | undefined, noun: string, at: string) =>
    who === undefined
      ? `This ${noun} was changed at ${at}, after you opened it.`
      : `${who} changed this ${noun} at ${at}, after you opened it.`,
  ownChange: (noun: string, at: string) =>
    `You changed this ${noun} at ${at} elsewhere, or by an earlier attempt, after you opened it here.`,
  asks: (fields: readonly string[]) =>
    `Nothing is lost. You both changed ${listed(fields)}: choose which one is saved, or type another.`,
  asksNothing: 'Nothing is lost. You changed different things, so both are saved.',
  field: 'Field',
  theirsShort: 'Theirs',
  theirs: (at: string) => `Theirs, saved ${at}`,
  mine: 'Mine, not saved yet',
  willBeSaved: 'Will be saved',
  takeAll: 'Take all',
  keepAll: 'Keep all',
  was: (text: string) => `was ${text}`,
  notChanged: 'not changed',
  sameForBoth: 'the same for both',
  empty: 'empty',
  absent: 'not there',
  open: 'Choose one of the two, or type another.',
  discard: 'Discard mine',
  backToForm: 'Back to the form',
  keys: 'Arrow keys choose, Tab goes to the next field, Ctrl S saves',
} as const;
