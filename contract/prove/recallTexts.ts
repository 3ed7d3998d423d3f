/** Kinds, texts and labels of recalls. */

import { formatPercent } from '../core/values/format.ts';
import { unknownTexts } from '../stock/referenceTexts.ts';

export const recallKinds = ['real', 'drill'] as const;
export type RecallKind = (typeof recallKinds)[number];
export const recallKindLabels: Readonly<Record<RecallKind, string>> = { real: 'Recall', drill: 'Drill' };

/** State of the lots after a recall is closed. */
export const recallEndings = ['keep', 'release'] as const;
export type RecallEnding = (typeof recallEndings)[number];
export const recallEndingLabels: Readonly<Record<RecallEnding, string>> = {
  keep: 'Recalled lots stay recalled',
  release: 'False alarm: lots get back the state that they had',
};

export const recallTexts = {
  title: 'Recalls',
  kindRequired: 'Choose whether it is a recall or a drill.',
  titleRequired: 'Say what is recalled.',
  lotsRequired: 'Choose at least one lot.',
  notesRequired: 'Note at least one line.',
  lotUnknown: unknownTexts.lot,
  lotIdsInvalid: 'lotIds must be ids of lots, with commas between them.',
  lineUnknown: 'This dispatch is not part of the recall.',
  lineTwice: 'This dispatch appears twice.',
  destroyedInvalid: 'Enter a quantity of 0 or more with at most 3 decimals.',
  tooMuchDestroyed: (left: string) => `Only ${left} still there.`,
  notedInvalid: 'Choose a valid time.',
  notedTooEarly: 'Times before 2000 cannot be recorded.',
  notedAhead: 'This time is in the future.',
  noteRequired: 'Write what happened.',
  conclusionRequired: 'Say what was found and done.',
  closed: 'This recall is closed: nothing can be added.',
  letter: 'Letter',
  letterFailed: 'The letter could not be made.',
  letterTooLong: 'This letter is too long for one file. Print it with Letters instead.',
  noBuyer: 'This buyer got nothing of what is recalled.',
  notFound: 'There is no such recall.',
  begun: 'Recall begun.',
  drillBegun: 'Drill begun.',
  close: (kind: RecallKind) => (kind === 'drill' ? 'Close drill' : 'Close recall'),
  noted: 'Noted.',
  closedNow: 'Recall closed.',
  saveFailed: 'Failed to save the recall.',
  loadFailed: 'The recalls could not be loaded.',
  notLoaded: 'The recall could not be loaded.',
  empty: 'No recalls found. A drill shows whether you could recall a batch.',
  begin: 'Begin a recall',
  searchPlaceholder: 'Search title or reason',
  /** Confirmation before a recall that holds lots. */
  question: (lots: string, onHand: string) => `This recall holds ${lots} at once: ${onHand}. Begin?`,
  /** An answer that a later one replaced, with the quantity that was destroyed; either may be empty. */
  earlierAnswer: (buyer: string, answer: string, destroyed: string) =>
    `${buyer}: ${[answer, destroyed && `${destroyed} destroyed`].filter(Boolean).join(', ')} (earlier answer)`,
  unrecordedBuyer: 'No buyer recorded',
  stillOut: (quantities: string) => `${quantities} are not back.`,
  allBack: 'Nothing is out any more.',
  /** A sum without a quantity. */
  nothing: 'nothing',
  withoutGrams: (items: readonly string[]) =>
    `No percentage: ${items.join(', ')} ${items.length === 1 ? 'has' : 'have'} no grams per unit.`,
} as const;

/** Field labels, on the form and in the history. */
export const recallLabels = {
  kind: 'Kind',
  title: 'What is recalled',
  reason: 'Reason',
  lots: 'Lots',
  buyers: 'Buyers',
  note: 'Note',
  conclusion: 'Conclusion',
} as const;

/** A percentage of a recall; a dash where it is not known. */
export const percentText = (percent: number | null): string => (percent === null ? '—' : formatPercent(percent));
