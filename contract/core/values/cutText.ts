/** Created when a text is first cut: constructing it would slow down the start of the screens. */
let characters: Intl.Segmenter | undefined;

/**
 * The beginning of a text, at most `most` UTF-16 units long. It ends with a whole character as people read them: a letter
 * with its marks, or an emoji of several parts. A first character that is longer by itself is cut between code points.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  characters ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  const end = characters.segment(text).containing(most)?.index ?? 0;
  return end > 0 ? text.slice(0, end) : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}
