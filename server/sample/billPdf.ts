/**
 * A bill as a one-page PDF, written by hand: a list of numbered objects, then a table of their byte offsets, then the
 * offset of that table, since viewers read a PDF from its end. Its two fonts are built into every viewer, so nothing is
 * embedded.
 */
import type { BillContent } from './billContent.ts';

// In points, 72 to the inch; y counts from the bottom. The page is A4.
const LEFT = 56;
const RIGHT = 539;
const TOP = 770;
const PRICE_RIGHT = 440;
const QUANTITY_RIGHT = 330;
const DIGIT_WIDTH = 0.556;
const SIGN_WIDTH = 0.278;

type Font = 'Regular' | 'Bold';

function checkLatin(text: string): void {
  if (!/^[\u0020-\u007e]*$/.test(text)) throw new Error(`the fonts of this PDF have no signs for "${text}"`);
}

function textAt(x: number, y: number, size: number, text: string, font: Font = 'Regular'): string {
  checkLatin(text);
  const escaped = text.replaceAll(/[\\()]/g, (sign) => `\\${sign}`);
  return `BT /${font} ${size} Tf ${x.toFixed(2)} ${y} Td (${escaped}) Tj ET`;
}

/** Right-aligns a figure at x. */
function figureAt(x: number, y: number, size: number, figure: string, font: Font = 'Regular'): string {
  const digits = figure.replaceAll(/\D/g, '').length;
  const width = digits * DIGIT_WIDTH + (figure.length - digits) * SIGN_WIDTH;
  return textAt(x - width * size, y, size, figure, font);
}

function rule(y: number): string {
  return `${LEFT} ${y} m ${RIGHT} ${y} l S`;
}

function drawn(bill: BillContent): string {
  const letterheadEnd = TOP - 18 - bill.letterhead.length * 13;
  const table = letterheadEnd - 70;
  const totals = table - 26 - bill.lines.length * 20;
  return [
    '0.6 w 0.55 G',
    textAt(LEFT, TOP, 15, bill.supplier, 'Bold'),
    ...bill.letterhead.map((line, index) => textAt(LEFT, TOP - 18 - index * 13, 9.5, line)),
    rule(letterheadEnd),
    textAt(LEFT, letterheadEnd - 26, 12, 'TAX INVOICE', 'Bold'),
    textAt(RIGHT - 200, letterheadEnd - 22, 9.5, `Invoice no.  ${bill.invoiceNumber}`),
    textAt(RIGHT - 200, letterheadEnd - 36, 9.5, `Date  ${bill.date}`),
    textAt(LEFT, table, 9.5, 'Goods', 'Bold'),
    textAt(QUANTITY_RIGHT - 40, table, 9.5, 'Quantity', 'Bold'),
    textAt(PRICE_RIGHT - 38.5, table, 9.5, 'Rate, Rs', 'Bold'),
    textAt(RIGHT - 54, table, 9.5, 'Amount, Rs', 'Bold'),
    rule(table - 7),
    ...bill.lines.flatMap((line, index) => {
      const y = table - 22 - index * 20;
      return [
        textAt(LEFT, y, 9.5, line.material),
        figureAt(QUANTITY_RIGHT, y, 9.5, line.quantity),
        textAt(QUANTITY_RIGHT + 5, y, 9.5, line.unit),
        figureAt(PRICE_RIGHT, y, 9.5, line.price),
        figureAt(RIGHT, y, 9.5, line.amount),
      ];
    }),
    rule(totals + 14),
    textAt(PRICE_RIGHT - 70, totals - 4, 9.5, 'Sub-total'),
    figureAt(RIGHT, totals - 4, 9.5, bill.subTotal),
    textAt(PRICE_RIGHT - 70, totals - 20, 9.5, 'GST'),
    figureAt(RIGHT, totals - 20, 9.5, bill.gst),
    textAt(PRICE_RIGHT - 70, totals - 40, 11, 'Total, Rs', 'Bold'),
    figureAt(RIGHT, totals - 40, 11, bill.grandTotal, 'Bold'),
    textAt(LEFT, 60, 8, 'Sample data of Godown: nobody issued this invoice.'),
  ].join('\n');
}

function fontObject(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`;
}

/** Renders the file. Throws on characters other than plain Latin letters, which its fonts lack. */
export function billPdf(bill: BillContent): Buffer {
  const content = drawn(bill);
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
