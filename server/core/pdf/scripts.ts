/** The scripts of India beside Devanagari, which the font of PDFs does not have: each in a font of its own. */
import { fileURLToPath } from 'node:url';
import type { Text } from 'pdfmake';

/** The packages of the fonts by the names of their scripts in Unicode. */
const packages = {
  Bengali: import.meta.resolve('@expo-google-fonts/noto-sans-bengali'),
  Gujarati: import.meta.resolve('@expo-google-fonts/noto-sans-gujarati'),
  Gurmukhi: import.meta.resolve('@expo-google-fonts/noto-sans-gurmukhi'),
  Kannada: import.meta.resolve('@expo-google-fonts/noto-sans-kannada'),
  Malayalam: import.meta.resolve('@expo-google-fonts/noto-sans-malayalam'),
  Oriya: import.meta.resolve('@expo-google-fonts/noto-sans-oriya'),
  Tamil: import.meta.resolve('@expo-google-fonts/noto-sans-tamil'),
  Telugu: import.meta.resolve('@expo-google-fonts/noto-sans-telugu'),
};
const scripts = Object.keys(packages);

/** The files of the fonts by their names, which are those of the scripts. */
export const scriptFonts: Readonly<Record<string, { normal: string; bold: string }>> = Object.fromEntries(
  Object.entries(packages).map(([script, home]) => {
    const fileOf = (weight: string) => fileURLToPath(new URL(`./${weight}/NotoSans${script}_${weight}.ttf`, home));
    return [script, { normal: fileOf('400Regular'), bold: fileOf('600SemiBold') }];
  }),
);

/** Letters of one script, with characters that join or part them within a word. */
const letters = new RegExp(
  scripts.map((script) => `(?<${script}>\\p{Script=${script}}[\\p{Script=${script}}\\u200C\\u200D]*)`).join('|'),
  'gu',
);

/** fontkit fails at marks that these fonts do not place on every letter; they stand right without being placed, too. */
const unplaced = new Set(['Gujarati', 'Gurmukhi', 'Malayalam', 'Tamil']);
const withoutPlacing = { mark: false, mkmk: false, abvm: false, blwm: false };

/** The text, each script in its font. */
export function inFonts(text: string): Text {
  const parts: Exclude<Text, string> = [];
  let end = 0;
  for (const { 0: word, index, groups = {} } of text.matchAll(letters)) {
    if (index > end) parts.push({ text: text.slice(end, index) });
    const font = scripts.find((script) => groups[script] !== undefined) ?? '';
    parts.push({ text: word, font, ...(unplaced.has(font) && { fontFeatures: withoutPlacing }) });
    end = index + word.length;
  }
  if (parts.length === 0) return text;
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
