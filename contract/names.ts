/** The one form in which names, batch numbers and invoice numbers are kept, so that what reads the same is the same. */

/** Scripts in which a joiner inside a word changes what is read: those of India and its neighbours, and Arabic for Urdu. */
const joining = ['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Arab']
  .map((script) => `\\p{sc=${script}}`)
  .join('');
/** The signs of those scripts that end a consonant without its vowel; a joiner behind one keeps a half letter or a chillu. */
const virama = '\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA';
/** Zero-width joiner and non-joiner, where they are part of how a word is written. */
const wanted = `(?:(?<=[${joining}])[\u200C\u200D](?=[${joining}])|(?<=[${virama}])[\u200C\u200D])`;
/** What takes no room or shows nothing: zero-width, direction and format characters, fillers, blanks. */
const invisible = '[\\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800]';
const unwanted = new RegExp(`(?!${wanted})${invisible}`, 'gu');
const everyOne = new RegExp(invisible, 'gu');

function normalized(name: string, removed: RegExp): string {
  return name.normalize('NFKC').replaceAll(removed, '').normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
}

/**
 * A name as it is kept: Unicode's NFKC, without invisible characters but for the joiners that a word of an Indic or the
 * Arabic script is written with, no spaces around it and single ones inside. Doing it again changes nothing.
 */
export function normalizeName(name: string): string {
  const form = normalized(name, unwanted);
  // Signs that stand on no letter may change places once what was between them is gone: no word is written so.
  return normalized(form, unwanted) === form ? form : normalized(name, everyOne);
}

/** The same without joiners: two names that have this in common read the same. */
export function withoutJoiners(name: string): string {
  return normalized(name, everyOne);
}
