import { expect, test } from 'vitest';
import { textOf } from '#test/packFiles.ts';
import { SeededRandom } from '../../../seed/seededRandom.ts';
import { renderPdf } from './pdfMaker.ts';

/** Places of growers, as their invoices write them. */
const names = {
  Bengali: 'দার্জিলিং চা বাগান',
  Gujarati: 'ઊંઝા જીરું મંડળી',
  Gurmukhi: 'ਪੰਜਾਬ ਕਣਕ ਸਭਾ',
  Kannada: 'ಕೊಡಗು ಮೆಣಸು ಸಂಘ',
  Malayalam: 'വയനാട് കുരുമുളക് സംഘം',
  Oriya: 'କନ୍ଧମାଳ ହଳଦୀ ସମିତି',
  Tamil: 'ஈரோடு மஞ்சள் சங்கம்',
  Telugu: 'గుంటూరు మిర్చి సంఘం',
};

const render = async (texts: readonly string[]) => {
  const { pdf } = await renderPdf({
    info: { title: 'Scripts', producer: 'Godown', creator: 'Godown', creationDate: new Date(0) },
    pageSize: 'A4',
    pageOrientation: 'portrait',
    pageMargins: [30, 30, 30, 30],
    defaultStyle: { fontSize: 10 },
    styles: {},
    content: texts.map((text) => ({ text })),
  });
  return pdf;
};

const squeezed = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, '');

test('each script is written in a font that has it, and read back', async () => {
  const lines = Object.values(names).map((name) => `${name} (Wayanad), ₹ 1,20,000 · हल्दी`);
  const pdf = await render(lines);
  for (const script of Object.keys(names)) expect(pdf.toString('latin1')).toContain(`+NotoSans${script}-Regular`);
  const read = squeezed(await textOf(pdf));
  for (const line of lines) expect(read).toContain(squeezed(line));
});

test('a document in Latin and Devanagari embeds no further font, and is the same each time', async () => {
  const pdf = await render(['हल्दी powder']);
  expect(pdf.toString('latin1')).not.toContain('NotoSans');
  expect(await render(['हल्दी powder'])).toEqual(pdf);
});

test('random text of all supported scripts is rendered', async () => {
  const random = new SeededRandom(1);
  const word = (first: number) =>
    Array.from({ length: random.whole(1, 6) }, () => String.fromCodePoint(first + random.whole(0, 0x7f))).join('');
  // From Bengali to Malayalam.
  const blocks = Array.from({ length: 8 }, (_, index) => 0x980 + index * 0x80);
  const texts = Array.from({ length: 30 }, () => blocks.map(word).join(' '));
  expect((await render(texts)).length).toBeGreaterThan(0);
});
