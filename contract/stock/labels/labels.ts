/**
 * Codes on labels, and the meaning of a scanned text: our own addresses, GS1 Digital Links and element strings, or a
 * code.
 */
import { fullGtin, isGtin } from './gtin.ts';

/** A lot or batch as a label names it. */
export interface LabelledLot {
  code: string;
  /** GTIN of the product, or ''. */
  gtin: string;
}

/** URL parsers take . and .. for folders, written as %2e too. No code ends with a space, so that one behind them is trimmed again. */
const isDots = /^\.{1,2}$/;

/** The path that opens a lot or batch: /l/TP-12, or a GS1 Digital Link where its product has a GTIN. */
export function labelPath({ code, gtin }: LabelledLot): string {
  const written = encodeURIComponent(code) + (isDots.test(code) ? '%20' : '');
  return gtin === '' ? `/l/${written}` : `/01/${fullGtin(gtin)}/10/${written}`;
}

/** The code of a label's address, from its decoded part. */
export function codeOfPath(part: string): string {
  return part.trim();
}

const FNC1 = '\u001d';
/** Application identifiers of a fixed length, by their digits; all others end with FNC1 or the text. */
const fixedLengths = new Map([
  ['01', 14],
  ...['11', '12', '13', '15', '16', '17'].map((identifier) => [identifier, 6] as const),
]);

/** The lot of an element string without brackets, such as 0108901234567895171103 10TP-12. */
function lotOfElements(text: string): LabelledLot | undefined {
  let [rest, code, gtin] = [text, '', ''];
  while (rest !== '') {
    const identifier = rest.slice(0, 2);
    const length = fixedLengths.get(identifier);
    const end = rest.indexOf(FNC1, 2);
    const until = length === undefined ? (end < 0 ? rest.length : end) : 2 + length;
    const value = rest.slice(2, until);
    if (identifier === '01') gtin = value;
    if (identifier === '10') code = value;
    rest = rest.slice(until).replace(new RegExp(`^${FNC1}`), '');
  }
  return code !== '' && isGtin(gtin) ? { code, gtin } : undefined;
}

/** The lot of an element string as people read it: (01)08901234567895(10)TP-12. */
function lotOfBrackets(text: string): LabelledLot | undefined {
  const fields = new Map(
    Array.from(text.matchAll(/\((\d{2,4})\)([^(]*)/g), ([, identifier, value = '']) => [identifier, value]),
  );
  const [code, gtin = ''] = [fields.get('10'), fields.get('01')];
  return code === undefined || code === '' ? undefined : { code, gtin: isGtin(gtin) ? gtin : '' };
}

function decoded(text: string): string {
  try {
    return codeOfPath(decodeURIComponent(text));
  } catch {
    // A code with a % that was not URL-encoded.
    return text;
  }
}

/** The lot of a Godown label address or a GS1 Digital Link; the host is ignored. Not by URL, which resolves the .. of older labels. */
function lotOfAddress(text: string): LabelledLot | undefined {
  const [, path = ''] = /^https?:\/\/[^/?#]*([^?#]*)/i.exec(text) ?? [];
  const parts = path.split('/').filter((part) => part !== '');
  const valueAfter = (name: string) => decoded(parts[parts.indexOf(name, 0) + 1] ?? '');
  if (parts[0] === 'l' && parts[1] !== undefined) return { code: decoded(parts[1]), gtin: '' };
  if (!parts.includes('01') || !parts.includes('10')) return undefined;
  const gtin = valueAfter('01');
  return isGtin(gtin) ? { code: valueAfter('10'), gtin } : undefined;
}

/**
 * The lot that a scanned or typed text names; a text that is neither an address nor an element string is itself a code.
 */
export function readScan(text: string): LabelledLot {
  // Scanners may send the kind of symbol first.
  const plain = text
    .trim()
    .replace(/^\](?:C1|d2|Q3|e0)/, '')
    .replace(new RegExp(`^${FNC1}`), '');
  const lot = /^https?:/i.test(plain)
    ? lotOfAddress(plain)
    : plain.startsWith('(')
      ? lotOfBrackets(plain)
      : /^01\d{14}/.test(plain)
        ? lotOfElements(plain)
        : undefined;
  return lot ?? { code: plain, gtin: '' };
}
