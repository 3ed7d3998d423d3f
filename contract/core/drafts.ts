/** Texts about unsaved forms that are stored on the device until they are saved or discarded. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** 'just now', '12 minutes ago', '2 hours ago', '3 days ago'. */
export function ageText(ms: number): string {
  const units = [
    [DAY, 'day'],
    [HOUR, 'hour'],
    [MINUTE, 'minute'],
  ] as const;
  const [unit, name] = units.find(([each]) => ms >= each) ?? [];
  if (unit === undefined) return 'just now';
  const count = Math.floor(ms / unit);
  return `${count} ${name}${count === 1 ? '' : 's'} ago`;
}

/** Texts of a form that is left with unsaved input, or while its save is on its way. */
export const leavingTexts = {
  question: 'Leave without saving what you typed?',
  discard: 'Discard',
  keepEditing: 'Keep editing',
  saving: 'Saving …',
  waits: 'You leave as soon as it is saved.',
  stay: 'Stay here',
} as const;

export const draftTexts = {
  /** `lines` is 0 where the form has none. */
  offered: (age: string, lines: number, hasFile: boolean) => {
    const what = [lines > 0 && (lines === 1 ? '1 line' : `${lines} lines`), hasFile && 'its file'].filter(Boolean);
    return `This form was kept ${age}${what.length > 0 ? `, ${what.join(' and ')}` : ''}.`;
  },
  /** Shown for a new record that is older than KEY_LIFETIME_MS: sent again, it would be saved twice. */
  mayBeSaved: 'It may have been saved then: look in the list first.',
  goOn: 'Go on',
  /** Beside the title of a form that is filled anew. */
  earlier: 'Earlier kept form',
  discard: 'Discard',
  kept: 'Kept',
  onThisComputer: 'on this computer,',
} as const;
