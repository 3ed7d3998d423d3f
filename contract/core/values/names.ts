/** The normal form of names, batch numbers and invoice numbers: texts that look the same are equal. */

/** Scripts in which a joiner inside a word changes the reading: Indic scripts, and Arabic for Urdu. */
const joining = ['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Arab']
  .map((script) => `\\p{sc=${script}}`)
  .join('');
/** Signs that end a consonant without its vowel; a joiner after one keeps a half letter or a chillu. */
const virama = '\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA';
/** Zero-width joiner and non-joiner where spelling needs them. */
const neededJoiner = `(?:(?<=[${joining}])[\u200C\u200D](?=[${joining}])|(?<=[${virama}])[\u200C\u200D])`;
/** Invisible characters: zero-width, direction and format characters, fillers, blanks. */
const invisible = '[\\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800]';
const unwanted = new RegExp(`(?!${neededJoiner})${invisible}`, 'gu');
const everyOne = new RegExp(invisible, 'gu');

/** The longest name, in characters. */
export const NAME_LENGTH = 200;

/**
 * A text may be this multiple of its limit as it is sent, since its normal form may be shorter. A longer one is neither
 * normalised nor matched: NFKC takes time by the square of the combining marks in a row.
 */
const SENT_TIMES = 2;

/** The longest text as sent of which the normal form may have at most `max` characters. */
export function longestSent(max: number): number {
  return max * SENT_TIMES;
}

/** The normal form in lower case, to compare a text with others of at most `max` characters; a longer one as it is. */
export function comparable(text: string, max: number): string {
  return text.length > longestSent(max) ? text : normalizeName(text).toLowerCase();
}

function normalized(name: string, removed: RegExp): string {
  return name.normalize('NFKC').replaceAll(removed, '').normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
}

/**
 * The stored form of a name: NFKC, trimmed, single spaces, without invisible characters except the joiners that Indic
 * and Arabic spelling needs. Idempotent. The caller bounds its length, by `longestSent`.
 */
export function normalizeName(name: string): string {
  const form = normalized(name, unwanted);
  // Combining marks without a base letter may be reordered once a character between them is removed. No word is written
  // so: then all joiners are removed.
  return normalized(form, unwanted) === form ? form : normalized(name, everyOne);
}

/** A text without the invisible characters that names lose, such as marks of direction. Idempotent. */
export function withoutInvisible(text: string): string {
  const form = text.replaceAll(unwanted, '');
  // A joiner beside a removed letter mark of Arabic has lost its reason.
  return form.replaceAll(unwanted, '') === form ? form : text.replaceAll(everyOne, '');
}

/** The name in lower case, as it is stored: equal for names that differ in capitals and blanks alone. */
export function nameKey(name: string): string {
  return comparable(name, NAME_LENGTH);
}

/** The stored form without joiners: equal for names that look the same. */
export function withoutJoiners(name: string): string {
  return normalized(name, everyOne);
}
