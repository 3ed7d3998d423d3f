/** GSTINs, the tax numbers of Indian businesses: the last of 15 characters checks the others. */

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const BASE = CHARACTERS.length;

/** The check character for the first 14 in capitals, by the rule of GSTN: Luhn's, modulo 36. */
export function gstinCheck(first: string): string {
  const sum = Array.from(first).reduce((total, character, index) => {
    const product = CHARACTERS.indexOf(character) * (index % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / BASE) + (product % BASE);
  }, 0);
  return CHARACTERS.charAt((BASE - (sum % BASE)) % BASE);
}
