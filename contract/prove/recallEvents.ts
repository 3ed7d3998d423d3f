/** The sentences of a recall's time line, for the screen and for the inspection pack. */
import type { RecallEvent } from './recalls.ts';

type EventText = Pick<RecallEvent, 'kind' | 'who' | 'text'>;

/** An event as a sentence; `amount` is the returned or destroyed quantity, empty for none. */
export function eventSentence({ kind, who, text }: EventText, amount: string): string {
  switch (kind) {
    case 'begun':
      return `Begun by ${who}`;
    case 'notified':
      return text === '' ? `${who} told` : `${who} told by ${text}`;
    case 'answered':
      return `${who}: ${text || 'answered'}${amount === '' ? '' : `, ${amount} destroyed there`}`;
    case 'returned':
      return `${who}: ${amount} back`;
    case 'note':
      return `${text} (${who})`;
    case 'closed':
    default:
      return `Closed by ${who}: ${text}`;
  }
}
