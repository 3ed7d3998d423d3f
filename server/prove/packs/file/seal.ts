/** The seal of a pack: the comment of its ZIP, always of the same length. */

/** Length of the record that ends a ZIP, without its comment. */
export const END_BYTES = 22;

const PREFIX = 'godown-pack-seal-1:';
const SIGNATURE_DIGITS = 128;

export const SEAL_BYTES = PREFIX.length + SIGNATURE_DIGITS;

/** The signed text of the seal: the SHA-256 of all bytes before it. */
export function sealedText(sha256: string): Buffer {
  return Buffer.from(`${PREFIX}${sha256}`);
}

/** The seal with a signature in it. */
export function sealOf(signature: Buffer): string {
  return PREFIX + signature.toString('hex');
}

/** The signature in a seal; undefined if it is none. In one form only, so that no other text is the same seal. */
export function signatureIn(seal: Buffer): Buffer | undefined {
  const text = seal.toString('latin1');
  const digits = text.slice(PREFIX.length);
  const isSeal = text.startsWith(PREFIX) && digits.length === SIGNATURE_DIGITS && /^[0-9a-f]+$/.test(digits);
  return isSeal ? Buffer.from(digits, 'hex') : undefined;
}
