/** The letter to a buyer of a recall as a PDF. */
import { formatDate } from '#contract/core/values/format.ts';
import { letterTo } from '#contract/prove/recallLetter.ts';
import { renderPdf } from '../../core/pdf/pdfMaker.ts';
import { runningFoot } from '../../core/pdf/runningFoot.ts';

type Addressee = Parameters<typeof letterTo>[1] & { address: string; phone: string; email: string };

export interface Letter {
  recall: Parameters<typeof letterTo>[0];
  buyer: Addressee;
  /** The company that sends it, a line each. */
  sender: readonly string[];
  /** The day of the letter. */
  day: string;
}

/** Renders one page, or more for a buyer of many batches. */
export async function letterPdf({ recall, buyer, sender, day }: Letter): Promise<Buffer> {
  const { subject, opening, lines, closing, foot } = letterTo(recall, buyer);
  const { name, address, phone, email } = buyer;
  const below = [address, [phone, email].filter(Boolean).join(', ')].filter(Boolean).join('\n');
  const { pdf } = await renderPdf({
    info: { title: `${subject}, ${name}`, producer: 'Godown', creator: 'Godown', creationDate: new Date(day) },
    pageSize: 'A4',
    pageOrientation: 'portrait',
    pageMargins: [64, 64, 64, 40],
    defaultStyle: { fontSize: 11, lineHeight: 1.1 },
    styles: {
      sender: { fontSize: 9, margin: [0, 0, 0, 28] },
      name: { bold: true },
      day: { margin: [0, 28, 0, 28] },
      subject: { bold: true, fontSize: 14, margin: [0, 0, 0, 10] },
      part: { margin: [0, 0, 0, 8] },
    },
    footer: runningFoot([...sender.slice(0, 1), foot].join(' · '), 64),
    content: [
      ...(sender.length > 0 ? [{ text: sender.join('\n'), style: 'sender' }] : []),
      { text: name, style: 'name' },
      { text: below },
      { text: formatDate(day), style: 'day' },
      { text: subject, style: 'subject' },
      ...opening.slice(1).map((text) => ({ text, style: 'part' })),
      { ul: lines, style: 'part' },
      ...closing.map((text) => ({ text, style: 'part' })),
    ],
  });
  return pdf;
}
