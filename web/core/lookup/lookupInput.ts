/** The text in a lookup's field as a state, and the events that change it. */

export interface LookupInput {
  /** The search text; undefined while the field shows the chosen record. */
  text?: string;
  /** Enter or Tab was pressed before the answer arrived, and chooses on arrival. */
  isAwaited?: boolean;
  /** Enter chooses an option: then the focus goes on, with the text that was typed ahead. */
  enter?: { ahead: string; isChosen: boolean };
  /** The field of a form was left with a text that chose nothing. */
  isLeft?: boolean;
}

/** The field shows the chosen record. */
export const untouched: LookupInput = {};

export type LookupEvent =
  | { type: 'typed'; text: string }
  | { type: 'entered' }
  | { type: 'awaited' }
  | { type: 'typedAhead'; key: string }
  | { type: 'failed' }
  | { type: 'chosen' }
  /** A record is created from the text, which stays until then. */
  | { type: 'creating' }
  | { type: 'left' }
  | { type: 'reset' };

export function nextInput(input: LookupInput, event: LookupEvent): LookupInput {
  const { text, enter } = input;
  switch (event.type) {
    case 'typed':
      return { text: event.text };
    case 'entered':
      return { ...input, enter: enter ?? { ahead: '', isChosen: false } };
    case 'awaited':
      return { ...input, isAwaited: true };
    case 'typedAhead':
      return { ...input, enter: enter && { ...enter, ahead: enter.ahead + event.key } };
    case 'failed':
      return { ...input, isAwaited: false };
    case 'chosen':
      return enter ? { enter: { ...enter, isChosen: true } } : untouched;
    case 'creating':
      return { ...input, isAwaited: false, enter: undefined };
    case 'left':
      return { text, isLeft: text !== undefined };
    case 'reset':
    default:
      return untouched;
  }
}
