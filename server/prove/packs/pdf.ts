/** The PDFs of a pack: a title, sentences and a table. */
import type { Content } from 'pdfmake';
import { formatDate, formatQuantity, formatRupees } from '#contract/core/values/format.ts';
import { fromPaise, fromThousandths } from '#contract/core/values/numbers.ts';
import { packSentences } from '#contract/prove/packSentences.ts';
import { renderPdf } from '../../core/pdf/pdfMaker.ts';
import { runningFoot } from '../../core/pdf/runningFoot.ts';
import type { Block, Cell, Column } from './sections/section.ts';

/** A cell as people read it: dd-MM-yyyy, Indian grouping. */
export function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  if ('count' in cell) return formatQuantity(cell.count);
  if ('quantity' in cell) return formatQuantity(fromThousandths(cell.quantity));
  // A narrow column breaks behind the sign rather than within the number.
  if ('paise' in cell) return formatRupees(fromPaise(cell.paise)).replace('\u{A0}', ' ');
  return formatDate(cell.day);
}

/** Space of a page, without its margins and with some of the table's head. */
const TABLE_WIDTH = 780;
const ROW_HEIGHT = 380;
/** Space of a heading and its sentence that are repeated on each page. */
const HEADING_HEIGHT = 60;
/** More than a letter takes, and a line of any of the fonts. */
const LETTER_WIDTH = 10;
const LINE_HEIGHT = 13;

/** The most that a text takes in a share of the width. */
function heightOf(text: string, share: number): number {
  const lettersOfLine = (share * TABLE_WIDTH) / LETTER_WIDTH;
  // Two lines that follow each other have more than one line's letters.
  return (text.split('\n').length + (2 * text.length) / lettersOfLine) * LINE_HEIGHT;
}

/** Whether a row surely fits on a page: pdfmake drops one that may not be broken and does not fit. */
function fitsOnPage(row: readonly string[], shares: readonly number[]): boolean {
  return row.every((text, index) => heightOf(text, shares[index] ?? 0) <= ROW_HEIGHT);
}

/** A table; `above` its heads are texts over its whole width, which are on each of its pages, too. */
function tableOf(columns: readonly Column[], rows: readonly Cell[][], above: readonly Styled[]): Content {
  const all = columns.reduce((sum, { width }) => sum + width, 0);
  const alignment = (index: number) => (columns[index]?.isNumber ? 'right' : 'left');
  const head = columns.map(
    ({ title }, index) => ({ text: title, style: 'head', alignment: alignment(index) }) as const,
  );
  const shares = columns.map(({ width }) => width / all);
  const texts = rows.map((row) => row.map(textOf));
  const body = texts.map((row) => row.map((text, index) => ({ text, alignment: alignment(index) }) as const));
  const dontBreakRows = texts.every((row) => fitsOnPage(row, shares));
  const wide = above.map((text) => [{ ...text, colSpan: columns.length }, ...columns.slice(1).map(() => '')]);
  return {
    layout: 'ruled',
    table: {
      headerRows: wide.length + 1,
      dontBreakRows,
      ...(dontBreakRows && { keepWithHeaderRows: 1 }),
      widths: shares.map((share) => `${100 * share}%`),
      body: [...wide, head, ...body],
    },
  };
}

interface Styled {
  text: string;
  style: 'heading' | 'sentence';
}

/** A block, whose heading stands on each page of its table; a long one stands above it once. */
function contentOf(columns: readonly Column[], { heading, sentence, rows }: Block): Content[] {
  const above: Styled[] = [
    ...(heading === undefined ? [] : [{ text: heading, style: 'heading' as const }]),
    ...(sentence === undefined ? [] : [{ text: sentence, style: 'sentence' as const }]),
  ];
  if (rows.length === 0) return above;
  const isShort = above.reduce((sum, { text }) => sum + heightOf(text, 1), 0) <= HEADING_HEIGHT;
  return isShort ? [tableOf(columns, rows, above)] : [...above, tableOf(columns, rows, [])];
}

export interface Sheet {
  title: string;
  about: string;
  /** Subject and time of the pack. */
  subject: string;
  madeAt: string;
  columns: readonly Column[];
  blocks: readonly Block[];
}

/** A PDF, of which the text can be searched; the same for the same sheet. */
export async function buildPdf({ title, about, subject, madeAt, columns, blocks }: Sheet) {
  const isEmpty = blocks.every(({ rows }) => rows.length === 0);
  return await renderPdf({
    info: { title: `${title}: ${subject}`, producer: 'Godown', creator: 'Godown', creationDate: new Date(madeAt) },
    pageSize: 'A4',
    pageOrientation: 'landscape',
    pageMargins: [30, 30, 30, 36],
    defaultStyle: { fontSize: 8, lineHeight: 0.9 },
    styles: {
      title: { fontSize: 17, bold: true },
      about: { fontSize: 9, margin: [0, 0, 0, 8] },
      heading: { fontSize: 11, bold: true, margin: [0, 10, 0, 0] },
      sentence: { fontSize: 9, margin: [0, 0, 0, 3] },
      head: { bold: true },
    },
    footer: runningFoot(`${title} · ${subject}`, 30),
    content: [
      { text: title, style: 'title' },
      { text: `${subject}. ${about}`, style: 'about' },
      ...(isEmpty ? [packSentences.empty] : blocks.flatMap((block) => contentOf(columns, block))),
    ],
  });
}
