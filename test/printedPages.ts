/** Reads PDFs page by page, as they are printed. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Points: the head and the foot of a page lie in its margins. */
const MARGIN = 30;
/** Texts whose heights differ less are in one line. */
const LINE = 3;
/** Smaller texts are parts of a drawing. */
const LETTER = 4;

/** A page of a print: its lines from the head to the foot, each as its texts from left to right. */
export interface Sheet {
  width: number;
  height: number;
  head: string[];
  lines: string[][];
  foot: string[];
  /** Texts that reach beyond the paper. */
  cut: string[];
}

/** The pages of a PDF. */
export async function sheetsOf(bytes: Uint8Array): Promise<Sheet[]> {
  const loading = getDocument({ data: new Uint8Array(bytes), useSystemFonts: true, verbosity: 0 });
  const paper = await loading.promise;
  const sheets: Sheet[] = [];
  for (let number = 1; number <= paper.numPages; number += 1) {
    const page = await paper.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const sheet: Sheet = { width, height, head: [], lines: [], foot: [], cut: [] };
    const texts = (await page.getTextContent()).items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '' || item.height < LETTER) return [];
      const [, , , , x = 0, y = 0] = item.transform;
      return [{ text: item.str, x, top: height - y, end: x + item.width }];
    });
    let last = -MARGIN;
    for (const { text, x, top, end } of texts.toSorted((a, b) => a.top - b.top || a.x - b.x)) {
      if (x < 0 || end > width) sheet.cut.push(text);
      if (top < MARGIN) sheet.head.push(text);
      else if (top > height - MARGIN) sheet.foot.push(text);
      else {
        if (top - last > LINE) sheet.lines.push([]);
        last = top;
        sheet.lines.at(-1)?.push(text);
      }
    }
    sheets.push(sheet);
  }
  await loading.destroy();
  return sheets;
}
