/** Digits of other scripts, such as १२ and full-width １२, as 0 to 9. */

const ZEROS = [0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0660, 0x06f0, 0xff10] as const;

const otherLetters = /[^\u0020-\u007E]/;

/** A text with the digits of Indic scripts, Arabic and full width written as 0 to 9. */
export function asciiDigits(text: string): string {
  if (!otherLetters.test(text)) return text;
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((each) => code >= each && code < each + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}
