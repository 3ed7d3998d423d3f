/** The sentences of a line of a dispatch: where its batches come from, and its faults. */
import { formatQuantity, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { fromThousandths, sumOfQuantities } from '#contract/core/values/numbers.ts';
import { dispatchTexts } from '#contract/ship/dispatchTexts.ts';
import { allocationTexts } from '#contract/stock/lots/allocationOrder.ts';
import { lotStateLabels } from '#contract/stock/lots/lotTexts.ts';
import { typedThousandths, typedThousandthsOr0 } from '#web/core/form/fields/numberOf.ts';
import { inStockOf, isReleased, type Split, type SplitLine } from './splitLines.ts';

/** Where the batches of a line come from, and why not from the requested one. */
export function hintOf(line: SplitLine, split: Split | undefined): string {
  return split ? [heldFirstText(line, split), sendsText(line, split)].filter(Boolean).join(' · ') : '';
}

function sendsText({ sends, firstLotId }: SplitLine, split: Split): string {
  const sending = split.sends.filter(({ quantity }) => quantity > 0).length;
  const count = sending || split.sends.length;
  if (count === 0) return '';
  const batches = count === 1 ? '1 batch' : `${count} batches`;
  if (sends.length > 0) return `${batches}, as entered`;
  const first = split.sends.find(({ lot }) => lot.lotId === firstLotId);
  if (first) return count === 1 ? batches : `${batches}, ${first.lot.code} first`;
  return count === 1 ? batches : `${batches}, ${allocationTexts.earliestFirst}`;
}

/** '270 jar on hold, 30 jar recalled': stock of the product that can't be sent. Empty where there is none. */
export function heldText({ held }: Split, unit: string): string {
  return (['onHold', 'recalled'] as const)
    .flatMap((state) => {
      const own = held.filter((lot) => lot.state === state);
      const sum = sumOfQuantities(own.map(inStockOf));
      return own.length === 0 ? [] : `${formatQuantityWithUnit(sum, unit)} ${lotStateLabels[state].toLowerCase()}`;
    })
    .join(', ');
}

/** Text about a requested batch that cannot be allocated. */
export function heldFirstText({ firstLotId, firstLotCode }: SplitLine, { held, offered }: Split): string {
  const first = held.find(({ lotId }) => lotId === firstLotId);
  const isOffered = offered.some(({ lot }) => lot.lotId === firstLotId);
  if (!first) return firstLotCode === '' || isOffered ? '' : dispatchTexts.nothingLeft(firstLotCode);
  return dispatchTexts.nothingOfHeld(first.code, first.state);
}

/** The shortage message of a line, with its held quantity. */
export function shortageOf({ item, quantity }: SplitLine, split: Split | undefined): string | undefined {
  const requested = typedThousandthsOr0(quantity);
  if (!item || !split || requested <= split.available) return undefined;
  const left = formatQuantityWithUnit(fromThousandths(split.available), item.unit);
  const more = formatQuantity(fromThousandths(requested - split.available));
  const held = heldText(split, item.unit);
  return `${dispatchTexts.onlyLeft(left, item.itemName, more)}${held && `; ${held}`}`;
}

/** Fault of the typed quantities for a line's batches. */
export function sendsFaultOf({ item, quantity, sends }: SplitLine, split: Split | undefined): string | undefined {
  if (!item || !split || sends.length === 0) return undefined;
  const text = (amount: number) => formatQuantityWithUnit(fromThousandths(amount), item.unit);
  if (sends.some((send) => send.quantity !== '' && typedThousandths(send.quantity) === undefined))
    return dispatchTexts.quantityInvalid;
  const short = split.sends.find((send) => send.typed !== undefined && send.quantity > send.left);
  if (short && !isReleased(short.lot)) return dispatchTexts.lotHeld(short.lot.code, short.lot.state);
  if (short) return dispatchTexts.lotShort(short.lot.code, text(short.left));
  const requested = text(typedThousandthsOr0(quantity));
  if (split.missing > 0) return dispatchTexts.notSplit(text(split.missing), requested);
  return split.missing < 0 ? dispatchTexts.tooMuchSplit(text(-split.missing), requested) : undefined;
}
