/** Questions before an inward is saved: about incomplete lines, and about a change of lots that production has used. */
import { amountText, fromPaise, linePaise, toPaise, toThousandths } from '#contract/core/values/numbers.ts';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import type { InwardOverview } from '#contract/buy/inwardOverview.ts';
import { inwardTexts } from '#contract/buy/inwardTexts.ts';
import type { SaveQuestion } from '#web/core/form/useSentForm.ts';
import { numberOf } from '#web/core/form/fields/numberOf.ts';
import { keptLine } from './inwardBody.ts';
import { type InwardInForm, type InwardLine, type InwardValues, filledLines, totalsOf } from './inwardValues.ts';

function hasNoQuantity({ quantity }: InwardLine): boolean {
  return quantity.trim() === '' || numberOf(quantity) === 0;
}

/** A new line that is left out for want of a quantity; a stored one is not, since that would delete its lot. */
function isLeftOut(line: InwardLine): boolean {
  return line.material !== null && line.id === undefined && hasNoQuantity(line);
}

function isWithoutPrice(line: InwardLine): boolean {
  return line.material !== null && !hasNoQuantity(line) && line.pricePerUnit.trim() === '';
}

/** The changes of cost in runs that have used a line's lot; empty where it keeps its price. */
function consumedTexts(line: InwardLine, stored: InwardInForm, lots: InwardOverview['lots']): string[] {
  const kept = keptLine(line, stored);
  const lot = lots.find(({ lotId }) => lotId === kept?.lotId);
  const price = toPaise(numberOf(line.pricePerUnit) ?? 0);
  const priceBefore = toPaise(kept?.pricePerUnit ?? 0);
  const consumed = toThousandths(lot?.consumedQty ?? 0);
  if (!kept || !lot || !consumed || price === undefined || priceBefore === undefined || price === priceBefore)
    return [];
  const change = fromPaise(linePaise(consumed, price) - linePaise(consumed, priceBefore));
  const used = formatQuantityWithUnit(lot.consumedQty, kept.unit);
  return [inwardTexts.costChanges(kept.rawMaterialName, used, lot.batches, change)];
}

/** The change of the grand total of an inward that stays paid; empty where it is the same. */
function paidTexts(values: InwardValues, stored: InwardInForm): string[] {
  const { grandTotal } = totalsOf(values);
  if (stored.status !== 'paid' || values.status !== 'paid' || grandTotal === stored.grandTotal) return [];
  return [inwardTexts.paidChanges(stored.grandTotal, grandTotal, numberOf(values.totalGst) ?? 0)];
}

/**
 * The question about the values of a form, and the values that are saved with them. `lots` are those of the stored inward,
 * with what production has used of them.
 */
export function questionOf(
  values: InwardValues,
  stored: InwardInForm | undefined,
  lots: InwardOverview['lots'],
): SaveQuestion<InwardValues> | undefined {
  const lines = filledLines(values.rawMaterials);
  const numberOfLine = (line: InwardLine) => values.rawMaterials.indexOf(line) + 1;
  const settled: InwardValues = {
    ...values,
    rawMaterials: lines
      .filter((line) => !isLeftOut(line))
      .map((line) => (isWithoutPrice(line) ? { ...line, pricePerUnit: amountText(0) } : line)),
  };
  const texts = [
    ...lines.filter(isLeftOut).map((line) => inwardTexts.lineLeftOut(numberOfLine(line))),
    ...lines.filter(isWithoutPrice).map((line) => inwardTexts.lineWithoutPrice(numberOfLine(line))),
    ...(stored ? settled.rawMaterials.flatMap((line) => consumedTexts(line, stored, lots)) : []),
    ...(stored ? paidTexts(settled, stored) : []),
  ];
  if (texts.length === 0) return undefined;
  return { question: inwardTexts.saveAnyway, note: texts.join('\n'), confirm: 'Save', values: settled };
}
