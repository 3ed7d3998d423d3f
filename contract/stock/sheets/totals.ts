/** Names of rows that add up others. */
const total =
  /^(?:(?:grand|sub|page|net|overall|group)[- ]?)?totals?(?:\s*[:=.-]*|\s+(?:of|for|rs|amount|qty|quantity|value|stock|balance|weight|count|no|nos|number|items?|lots?|batches|records?|rows?|entries|vendors?|suppliers?|buyers?|customers?|parties|ledgers?|materials?|products?)\b.*)$|^(?:कुल|योग|कुल योग|महायोग)\s*:?$/iu;

/** Whether a text names a total, such as Grand Total or Total:. */
export function isTotal(text: string): boolean {
  return total.test(text.trim());
}
