/** A phone number as people in India write it, as its ten digits. */

const PHONE_DIGITS = 10;
const countryCode = /^(?:\+?91|0091|0)(?=\d{10}$)/;

/** Without spaces, signs and +91 or 0 in front of ten digits; anything else stays for the field's own rule. */
export function phoneDigits(text: string): string {
  const digits = text.replaceAll(/[\s\u00A0()./-]/g, '').replace(countryCode, '');
  return /^\d+$/.test(digits) && digits.length === PHONE_DIGITS ? digits : text.trimStart();
}
