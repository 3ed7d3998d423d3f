/** Texts and sizes of labels. */
import { claimsText, schemeTexts } from '../claims/schemes.ts';
import { formatCount, formatDate, formatQuantityWithUnit } from '../../core/values/format.ts';
import type { LotRecord } from '../lots/lots.ts';

export type LabelLot = Pick<
  LotRecord,
  | 'lotId'
  | 'code'
  | 'gtin'
  | 'itemName'
  | 'unit'
  | 'origin'
  | 'claim'
  | 'claims'
  | 'supplierName'
  | 'madeOn'
  | 'madeOrReceivedOn'
  | 'expiresOn'
  | 'quantityIn'
>;

/** Labels of one print. */
export const MAX_LABELS = 1000;
/** A4 sheets have three columns of eight. */
const A_SHEET = 24;

export const papers = {
  roll: { label: 'Roll, 50 × 25 mm', page: '50mm 25mm', perPage: 1 },
  sheet: { label: 'A4, 24 labels of 70 × 37 mm', page: 'A4', perPage: A_SHEET },
} as const;
export type Paper = keyof typeof papers;

export const labelTexts = {
  title: 'Print labels',
  paper: 'Paper',
  count: 'Labels of each',
  countInvalid: `Enter a whole number from 1 to ${MAX_LABELS}.`,
  tooMany: `At most ${MAX_LABELS} labels are printed at once.`,
  quantity: 'Quantity on the label',
  print: 'Print',
  labels: 'Labels',
  codesTooLong: (codes: readonly string[]) =>
    `A label has no room for the whole code of ${codes.join(', ')}: its QR code has it.`,
  labelOf: (code: string) => `Label of ${code}`,
} as const;

/** '40 labels of 2 lots will print, on 2 sheets.' */
export function willPrintText(labels: number, lots: number, paper: Paper): string {
  const { perPage } = papers[paper];
  const pages = Math.ceil(labels / perPage);
  const sheets = perPage === 1 ? '' : `, on ${pages === 1 ? '1 sheet' : `${formatCount(pages)} sheets`}`;
  const of = lots === 1 ? '' : ` of ${formatCount(lots)} lots`;
  return `${labels === 1 ? '1 label' : `${formatCount(labels)} labels`}${of} will print${sheets}.`;
}

/** '5 kg · NPOP organic': every label has the claim, conventional as well. */
export function contentOf({ claim, claims }: Pick<LabelLot, 'claim' | 'claims'>, quantity: string): string {
  return [quantity, claimsText(claims, claim, schemeTexts.noneOf)].filter(Boolean).join(' · ');
}

/** When it was made or received, and when it expires. A label declares no date of manufacture that was not entered. */
export function datesOf({ origin, madeOn, madeOrReceivedOn, expiresOn }: LabelLot): string[] {
  const received = `Received ${formatDate(madeOrReceivedOn)}`;
  const made = madeOn === null ? [] : [`Made ${formatDate(madeOn)}`];
  const begun = origin === 'produced' ? made : [received];
  return expiresOn === null ? begun : [...begun, `Best before ${formatDate(expiresOn)}`];
}

/** Quantity on the label of a received lot; the label of a jar leaves it out, since its product's name has it. */
export function quantityOf({ origin, quantityIn, unit }: LabelLot): string {
  return origin === 'produced' ? '' : formatQuantityWithUnit(quantityIn, unit);
}
