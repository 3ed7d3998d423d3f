/** Reads a JSON array of objects while it arrives. */

const OPEN = '{'.charCodeAt(0);
const CLOSE = '}'.charCodeAt(0);
const QUOTE = '"'.charCodeAt(0);
const ESCAPE = '\\'.charCodeAt(0);
const END = ']'.charCodeAt(0);

interface RowReader {
  /** The JSON array of the objects that became whole, and how many they are. */
  take: (part: string) => { json: string; count: number };
  /** Whether the array has ended. */
  isWhole: () => boolean;
}

/** Expects an array of objects; their content is not checked. */
export function rowReader(): RowReader {
  let rest = '';
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  let hasEnded = false;

  const take = (part: string) => {
    const text = rest + part;
    let begin = depth > 0 ? 0 : -1;
    let from = begin;
    let to = -1;
    let count = 0;
    for (let at = rest.length; at < text.length; at += 1) {
      const sign = text.charCodeAt(at);
      if (isEscaped) isEscaped = false;
      else if (isInText) {
        if (sign === ESCAPE) isEscaped = true;
        else if (sign === QUOTE) isInText = false;
      } else if (sign === QUOTE) isInText = true;
      else if (sign === OPEN) {
        if (depth === 0) begin = at;
        if (depth === 0 && from < 0) from = at;
        depth += 1;
      } else if (sign === CLOSE) {
        depth -= 1;
        if (depth === 0) {
          to = at + 1;
          count += 1;
        }
      } else if (sign === END && depth === 0) hasEnded = true;
    }
    rest = depth > 0 ? text.slice(begin) : '';
    return { json: count > 0 ? `[${text.slice(from, to)}]` : '[]', count };
  };
  return { take, isWhole: () => hasEnded };
}
