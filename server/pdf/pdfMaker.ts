/** Makes PDFs in a font with Devanagari, Latin and the rupee sign, whose text can be searched. */
import { fileURLToPath } from 'node:url';
import pdfmake from 'pdfmake';
import { encodeReadably } from './readableFonts.ts';

const font = {
  normal: fileURLToPath(import.meta.resolve('@expo-google-fonts/mukta/400Regular/Mukta_400Regular.ttf')),
  bold: fileURLToPath(import.meta.resolve('@expo-google-fonts/mukta/600SemiBold/Mukta_600SemiBold.ttf')),
};

const LINE = '#b9c2b4';

let isReady = false;

/** pdfmake with the font Mukta and the table layout "ruled"; it reads no other file and nothing from a network. */
export function pdfMaker(): typeof pdfmake {
  if (isReady) return pdfmake;
  isReady = true;
  encodeReadably(font.normal);
  pdfmake.setFonts({ Mukta: font });
  const files = new Set(Object.values(font));
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
