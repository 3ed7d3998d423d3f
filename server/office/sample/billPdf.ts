/** A bill as a one-page PDF. */
import type { BillContent } from './billContent.ts';
import { figureAt, LEFT, pdfOf, RIGHT, rule, textAt, TOP } from './pdfPage.ts';

const PRICE_RIGHT = 440;
const QUANTITY_RIGHT = 330;

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

/** Renders the file. Throws on characters other than plain Latin letters, which its fonts lack. */
export function billPdf(bill: BillContent): Buffer {
  return pdfOf(drawn(bill));
}
