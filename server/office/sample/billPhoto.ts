/** A bill as an image: a white page with a grey bar per word, like an unreadable photo. */
import { crc32, deflateSync } from 'node:zlib';
import type { BillContent } from './billContent.ts';

const WIDTH = 620;
const HEIGHT = 877;
const LEFT = 56;
const RIGHT = WIDTH - 56;
const QUANTITY_RIGHT = 360;
const PRICE_RIGHT = 460;

const WHITE = 0xff;
const INK = 0x5a;
const PALE = 0xb4;

/** A greyscale canvas, one byte a pixel, row by row. */
class Page {
  readonly pixels = Buffer.alloc(WIDTH * HEIGHT, WHITE);

  box(x: number, y: number, width: number, height: number, grey: number): void {
    for (let row = y; row < y + height; row += 1) {
      this.pixels.fill(grey, row * WIDTH + x, row * WIDTH + Math.min(x + width, WIDTH));
    }
  }

  /** Draws a bar per word, as long as the word; returns where the last one ends. */
  words(x: number, y: number, height: number, text: string, grey = INK): number {
    const letter = Math.round(height * 0.6);
    return text.split(' ').reduce((start, word) => {
      const width = word.length * letter;
      this.box(start, y, width, height, grey);
      return start + width + letter;
    }, x);
  }

  /** Draws one bar for a figure that ends at x. */
  figure(x: number, y: number, height: number, figure: string): void {
    const width = figure.length * Math.round(height * 0.6);
    this.box(x - width, y, width, height, INK);
  }
}

function draw(bill: BillContent): Page {
  const page = new Page();
  page.words(LEFT, 64, 14, bill.supplier);
  for (const [index, line] of bill.letterhead.entries()) page.words(LEFT, 94 + index * 16, 7, line, PALE);
  page.words(RIGHT - 150, 190, 8, bill.invoiceNumber);
  page.words(RIGHT - 150, 208, 8, bill.date);
  page.box(LEFT, 240, RIGHT - LEFT, 2, INK);
  const end = bill.lines.reduce((y, line) => {
    page.words(LEFT, y, 8, line.material);
    page.figure(QUANTITY_RIGHT, y, 8, line.quantity);
    page.figure(PRICE_RIGHT, y, 8, line.price);
    page.figure(RIGHT, y, 8, line.amount);
    page.box(LEFT, y + 19, RIGHT - LEFT, 1, PALE);
    return y + 32;
  }, 262);
  for (const [index, sum] of [bill.subTotal, bill.gst].entries()) page.figure(RIGHT, end + 10 + index * 22, 8, sum);
  page.figure(RIGHT, end + 64, 11, bill.grandTotal);
  // A stamp, and the line for a signature.
  page.box(LEFT, 740, 150, 64, PALE);
  page.box(LEFT + 3, 743, 144, 58, WHITE);
  page.words(LEFT + 20, 766, 10, 'SEEN AND APPROVED', PALE);
  page.box(RIGHT - 160, 792, 160, 1, INK);
  return page;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** Renders a greyscale PNG of 620 by 877 pixels. */
export function billPhoto(bill: BillContent): Buffer {
  const { pixels } = draw(bill);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // 8 bits a pixel; the other fields stay 0: grey, deflate, usual filters, not interlaced.
  header.writeUInt8(8, 8);
  // Each row begins with its filter type; 0 is none.
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) pixels.copy(rows, y * (WIDTH + 1) + 1, y * WIDTH, (y + 1) * WIDTH);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
