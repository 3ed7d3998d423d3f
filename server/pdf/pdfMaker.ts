/** Makes PDFs in fonts with the scripts of India, Latin and the rupee sign, whose text can be searched. */
import { fileURLToPath } from 'node:url';
import pdfmake, { type Content, type DocumentDefinition } from 'pdfmake';
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
      hLineWidth: (index: number) => (index === 1 ? 0.8 : 0.3),
      vLineWidth: () => 0,
      hLineColor: () => LINE,
      paddingTop: () => 1,
      paddingBottom: () => 1,
    },
  });
  return pdfmake;
}

/** A part of a document, each script of its texts in its font. */
function scripted(content: Content): Content {
  if (typeof content === 'string') return { text: inFonts(content) };
  if ('ul' in content) return { ...content, ul: content.ul.map(scripted) };
  if ('table' in content) {
    const { table } = content;
    return { ...content, table: { ...table, body: table.body.map((row) => row.map(scripted)) } };
  }
  return typeof content.text === 'string' ? { ...content, text: inFonts(content.text) } : content;
}

/** Renders a document, of which the text can be searched; the same for the same document. */
export async function renderPdf(document: DocumentDefinition): Promise<Buffer> {
  const { content, footer, defaultStyle } = document;
  return await pdfMaker()
    .createPdf({
      ...document,
      defaultStyle: { font: 'Mukta', ...defaultStyle },
      content: content.map(scripted),
      ...(footer && {
        footer: (page, pages) => {
          const { columns, ...rest } = footer(page, pages);
          return { ...rest, columns: columns.map(scripted) };
        },
      }),
    })
    .getBuffer();
}
