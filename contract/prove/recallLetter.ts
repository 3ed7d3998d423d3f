/** The letter to a buyer of a recall, for paper and for mail. */
import { formatDate, formatQuantityWithUnit } from '../core/values/format.ts';
import { schemeClaimText } from '../stock/claims/schemes.ts';
import type { RecallDetail, RecalledBuyer } from './recalls.ts';

interface RecallLetter {
  subject: string;
  /** Paragraphs before the list of batches. */
  opening: string[];
  /** One line for each batch of a dispatch. */
  lines: string[];
  /** Requests to the buyer. */
  closing: string[];
  /** At the foot of each page: a second one is known by it. */
  foot: string;
}

type Recalled = Pick<RecallDetail, 'kind' | 'title' | 'reason'>;
type Sent = 'itemName' | 'lotCode' | 'quantity' | 'unit' | 'invoiceNumber' | 'dispatchDate' | 'soldAs';

interface Addressee {
  name: string;
  lines: readonly Pick<RecalledBuyer['lines'][number], Sent>[];
}

/** The letter to a buyer about a recall; a drill is named as one. */
export function letterTo({ kind, title, reason }: Recalled, { name, lines }: Addressee): RecallLetter {
  const isDrill = kind === 'drill';
  const subject = isDrill ? `Drill of a recall: ${title}` : `Recall: ${title}`;
  return {
    subject,
    foot: `${subject} · ${name}`,
    opening: [
      `To ${name}`,
      isDrill
        ? 'This is a drill: nothing is wrong with what we sent you. Please answer as you would in a real recall.'
        : `We recall what we sent you of the batches below. Reason: ${reason}`,
    ],
    lines: lines.map(({ itemName, lotCode, quantity, unit, invoiceNumber, dispatchDate, soldAs }) => {
      const sent = formatQuantityWithUnit(quantity, unit);
      const document = invoiceNumber === '' ? '' : `invoice ${invoiceNumber}, `;
      const claim = soldAs ? `, sold as ${schemeClaimText(soldAs)}` : '';
      return `${itemName}, batch ${lotCode}: ${sent}, ${document}${formatDate(dispatchDate)}${claim}`;
    }),
    closing: [
      isDrill
        ? 'You need not stop selling them, nor send anything back.'
        : 'Please stop selling them now and set them apart.',
      'Please tell us for each batch how much you still have, how much was sold on and to whom, and how much you send back or destroy.',
    ],
  };
}

/** The letter as the text of a mail. */
export function letterText({ opening, lines, closing }: RecallLetter): string {
  return [...opening, lines.map((line) => `- ${line}`).join('\n'), ...closing].join('\n\n');
}
