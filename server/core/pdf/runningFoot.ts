/** The foot of each page of a PDF: what it is a page of, and which of how many. */
import type { DocumentDefinition } from 'pdfmake';
import { cutText } from '#contract/core/values/cutText.ts';

/** A foot is one line: a text may name hundreds of records. */
const FOOT_CHARACTERS = 120;

/** A foot with `text`, cut where it is long, between margins of so many points. */
export function runningFoot(text: string, side: number): NonNullable<DocumentDefinition['footer']> {
  const cut = cutText(text, FOOT_CHARACTERS);
  return (page, pages) => ({
    margin: [side, 8, side, 0],
    columns: [
      { text: cut === text ? text : `${cut} …`, fontSize: 7 },
      { text: `${page} of ${pages}`, fontSize: 7, alignment: 'right' },
    ],
  });
}
