/** The request body of a dispatch, from the values of its form and the batches with stock; its faults, and their fields. */
import type { FormErrors } from '@mantine/form';
import { dispatchEndpoints } from '#contract/ship/dispatches.ts';
import { dispatchTexts } from '#contract/ship/dispatchTexts.ts';
import { soldAsOf } from '#contract/stock/claims/soldAs.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import { typedThousandths } from '#web/core/form/fields/numberOf.ts';
import type { DispatchLineValues, DispatchValues } from '../dispatchValues.ts';
import { sendsFaultOf, shortageOf } from './lineTexts.ts';
import { splitLines, type Batches, type Split } from './splitLines.ts';

/** A line of the body, and the index of its line in the form, which may take from several batches. */
export interface BodyLine {
  line: { lotId: number; quantity: number };
  index: number;
}

/** The lines of the body: one for each batch of each line. */
export function bodyLines({ lines, dispatchDate }: DispatchValues, batches: Batches): BodyLine[] {
  const splits = splitLines(lines, dispatchDate, batches);
  return lines.flatMap(({ key }, index) =>
    (splits.get(key)?.sends ?? [])
      .filter(({ quantity }) => quantity > 0)
      .map(({ lot: { lotId }, quantity }) => ({ line: { lotId, quantity: fromThousandths(quantity) }, index })),
  );
}

/** The request body, sold under the claim `soldAs`. Without a buyer it is invalid, so that the contract's schema reports it. */
export function bodyOf({ buyer, lines: _, ...head }: DispatchValues, lines: readonly BodyLine[], soldAs: string) {
  return { ...head, soldAs: soldAsOf(soldAs), buyerId: buyer?.value ?? 0, lines: lines.map(({ line }) => line) };
}

function isBlank({ item, quantity }: DispatchLineValues): boolean {
  return item === null && quantity === '';
}

function lineFaults(line: DispatchLineValues, split: Split | undefined): FormErrors {
  if (isBlank(line)) return {};
  const quantityFault = () => {
    if (!typedThousandths(line.quantity)) return dispatchTexts.quantityInvalid;
    if (line.item && !split) return dispatchTexts.lotsLoading;
    return shortageOf(line, split);
  };
  const faults = {
    item: line.item ? undefined : dispatchTexts.productRequired,
    quantity: quantityFault(),
    sends: sendsFaultOf(line, split),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, text]) => text !== undefined));
}

/** Prefix of the fields of lines as typed: paths of the body's lines count batches. */
const TYPED = 'typed.';

/** All errors: those of the head by the body's field paths, those of lines as they are typed. */
export function faultsOf(values: DispatchValues, batches: Batches, soldAs: string): FormErrors {
  const splits = splitLines(values.lines, values.dispatchDate, batches);
  const ofLines = values.lines.flatMap((line, index) =>
    Object.entries(lineFaults(line, splits.get(line.key))).map(([name, text]) => [`${TYPED}${index}.${name}`, text]),
  );
  const ofBody = Object.entries(
    contractFaults(dispatchEndpoints.create, bodyOf(values, bodyLines(values, batches), soldAs)),
  ).flatMap(([path, text]) => {
    if (!path.startsWith('lines')) return [[path, text]];
    // Without any line, the error shows at the first one; else the lines have their own.
    return path === 'lines' && ofLines.length === 0 ? [[`${TYPED}0.item`, text]] : [];
  });
  return Object.fromEntries([...ofBody, ...ofLines]);
}

/** Maps a field path of the body to the form's; `sentLines` are the lines of the body that was sent. */
export function fieldOf(path: string, sentLines: readonly BodyLine[]): string {
  if (path === 'buyerId') return 'buyer';
  if (path.startsWith(TYPED)) return `lines.${path.slice(TYPED.length)}`;
  const index = lineIndexOf(path, sentLines);
  return index === undefined ? path : `lines.${index}.quantity`;
}

/** The line of the form that a field path of the sent body is about. */
export function lineIndexOf(path: string, sentLines: readonly BodyLine[]): number | undefined {
  const [list, index] = path.split('.');
  return list === 'lines' && index !== undefined ? sentLines[Number(index)]?.index : undefined;
}
