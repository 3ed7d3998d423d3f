/**
 * A one-page PDF, written by hand: a list of numbered objects, then a table of their byte offsets, then the offset of
 * that table, since viewers read a PDF from its end. Its two fonts are built into every viewer, so nothing is embedded.
 */

// In points, 72 to the inch; y counts from the bottom. The page is A4.
export const LEFT = 56;
export const RIGHT = 539;
export const TOP = 770;
const DIGIT_WIDTH = 0.556;
const SIGN_WIDTH = 0.278;

type Font = 'Regular' | 'Bold';

function checkLatin(text: string): void {
  if (!/^[\u0020-\u007e]*$/.test(text)) throw new Error(`the fonts of this PDF have no signs for "${text}"`);
}

/** A text that begins at x. Throws on characters other than plain Latin letters, which the fonts lack. */
export function textAt(x: number, y: number, size: number, text: string, font: Font = 'Regular'): string {
  checkLatin(text);
  const escaped = text.replaceAll(/[\\()]/g, (sign) => `\\${sign}`);
  return `BT /${font} ${size} Tf ${x.toFixed(2)} ${y} Td (${escaped}) Tj ET`;
}

/** Right-aligns a figure at x. */
export function figureAt(x: number, y: number, size: number, figure: string, font: Font = 'Regular'): string {
  const digits = figure.replaceAll(/\D/g, '').length;
  const width = digits * DIGIT_WIDTH + (figure.length - digits) * SIGN_WIDTH;
  return textAt(x - width * size, y, size, figure, font);
}

/** A line across the page. */
export function rule(y: number): string {
  return `${LEFT} ${y} m ${RIGHT} ${y} l S`;
}

function fontObject(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`;
}

/** Renders the file of a page's content, which is plain Latin text. */
export function pdfOf(content: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ' +
      '/Resources << /Font << /Regular 5 0 R /Bold 6 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    fontObject('Helvetica'),
    fontObject('Helvetica-Bold'),
  ];
  let file = '%PDF-1.4\n';
  const starts: number[] = [];
  for (const [index, object] of objects.entries()) {
    // Every character is one byte (checkLatin), so lengths in characters are offsets in the file.
    starts.push(file.length);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  // Each entry has exactly 20 bytes including its line end, so that viewers can seek to entry n.
  const entries = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}xref\n0 ${count}\n0000000000 65535 f \n${entries}${trailer}`, 'latin1');
}
