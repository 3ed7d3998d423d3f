/** Makes PDFs in fonts with the scripts of India, Latin and the rupee sign, whose text can be searched. */
import { fileURLToPath } from 'node:url';
import pdfmake, { type Content, type DocumentDefinition, type Text } from 'pdfmake';
import { breakLongWords, inParagraphs } from './longWords.ts';
import { encodeReadably } from './readableFonts.ts';
import { inFonts, scriptFonts } from './scripts.ts';

const mukta = {
  normal: fileURLToPath(import.meta.resolve('@expo-google-fonts/mukta/400Regular/Mukta_400Regular.ttf')),
  bold: fileURLToPath(import.meta.resolve('@expo-google-fonts/mukta/600SemiBold/Mukta_600SemiBold.ttf')),
};

const LINE = '#b9c2b4';

let isReady = false;

/** pdfmake with the fonts and the table layout "ruled"; it reads no other file and nothing from a network. */
function pdfMaker(): typeof pdfmake {
  if (isReady) return pdfmake;
  isReady = true;
  const fonts = { Mukta: mukta, ...scriptFonts };
  encodeReadably(mukta.normal);
  pdfmake.setFonts(fonts);
  const files = new Set(Object.values(fonts).flatMap((font) => Object.values(font)));
  pdfmake.setLocalAccessPolicy((path) => files.has(path));
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setTableLayouts({
    ruled: {
      // None within the head, a strong one below it.
      hLineWidth: (index: number, { table }: { table: { headerRows: number } }) =>
        index < table.headerRows - 1 ? 0 : index === table.headerRows ? 0.8 : 0.3,
      vLineWidth: () => 0,
      hLineColor: () => LINE,
      paddingTop: () => 1,
      paddingBottom: () => 1,
    },
  });
  return pdfmake;
}

/** Replaces a text that cannot be drawn. */
const UNPRINTABLE = '(could not be printed)';
/** Far more than any field takes: names of many records stand in one text. */
const MAX_CHARACTERS = 300_000;

type Change = (text: string) => Text[];

function paragraphs(rest: object, texts: readonly Text[]): Content {
  const [text = ''] = texts;
  return texts.length > 1 ? { ...rest, stack: texts.map((each) => ({ text: each })) } : { ...rest, text };
}

/** A part of a document with its texts changed. */
function changed(content: Content, change: Change): Content {
  if (typeof content === 'string') return paragraphs({}, change(content));
  if ('ul' in content) return { ...content, ul: content.ul.map((item) => changed(item, change)) };
  if ('table' in content) {
    const { table } = content;
    return { ...content, table: { ...table, body: table.body.map((row) => row.map((cell) => changed(cell, change))) } };
  }
  if ('stack' in content || typeof content.text !== 'string') return content;
  const { text, ...rest } = content;
  return paragraphs(rest, change(text));
}

function changedDocument(document: DocumentDefinition, change: Change): DocumentDefinition {
  const { content, footer } = document;
  return {
    ...document,
    content: content.map((part) => changed(part, change)),
    ...(footer && {
      footer: (page, pages) => {
        const { columns, ...rest } = footer(page, pages);
        return { ...rest, columns: columns.map((column) => changed(column, change)) };
      },
    }),
  };
}

/** A text as pdfmake lays it out, each script in its font. Throws if it is too long. */
function laidOut(text: string): Text[] {
  if (text.length > MAX_CHARACTERS) throw new Error(`a text of ${text.length} characters cannot be laid out`);
  return inParagraphs(breakLongWords(text)).map(inFonts);
}

async function draw(document: DocumentDefinition): Promise<Buffer> {
  const { defaultStyle, ...rest } = changedDocument(document, laidOut);
  return await pdfMaker()
    .createPdf({ ...rest, defaultStyle: { font: 'Mukta', ...defaultStyle } })
    .getBuffer();
}

/** All texts of a document, each once. */
function textsOf(document: DocumentDefinition): string[] {
  const texts = new Set<string>();
  const collect: Change = (text) => {
    texts.add(text);
    return [text];
  };
  changedDocument(document, collect).footer?.(1, 1);
  return [...texts];
}

/** Texts that cannot be drawn, located by halving. */
async function findUnprintable(document: DocumentDefinition, texts: readonly string[]): Promise<string[]> {
  const { footer: _, ...rest } = document;
  try {
    await draw({ ...rest, content: texts.flatMap((text) => [{ text }, { text, bold: true }]) });
    return [];
  } catch {
    if (texts.length === 1) return [...texts];
  }
  const middle = Math.ceil(texts.length / 2);
  const first = await findUnprintable(document, texts.slice(0, middle));
  return [...first, ...(await findUnprintable(document, texts.slice(middle)))];
}

interface Rendered {
  pdf: Buffer;
  /** Texts that cannot be drawn; the PDF has a note in their place. */
  unprintable: ReadonlySet<string>;
}

/**
 * Renders a document, of which the text can be searched; the same for the same document. A text that cannot be drawn does
 * not keep the others from being printed. Takes seconds for a long document: call it in a thread.
 */
export async function renderPdf(document: DocumentDefinition): Promise<Rendered> {
  try {
    return { pdf: await draw(document), unprintable: new Set() };
  } catch (error) {
    const unprintable = new Set(await findUnprintable(document, textsOf(document)));
    if (unprintable.size === 0) throw error;
    const replaced: Change = (text) => [unprintable.has(text) ? UNPRINTABLE : text];
    return { pdf: await draw(changedDocument(document, replaced)), unprintable };
  }
}
