/**
 * The lots that the inputs of a run consume, as the form shows and sends them (docs/domain.md, Allocation), and remarks about
 * them. Pure, in thousandths.
 */
import { describeClaim } from '#contract/stock/claims/claims.ts';
import { daysUntil } from '#contract/core/values/dates.ts';
import { formatDate } from '#contract/core/values/format.ts';
import { isExpiredOn } from '#contract/stock/lots/afterExpiry.ts';
import type { LotRecord } from '#contract/stock/lots/lots.ts';
import { allocateInOrder, allocationKeyOf, inAllocationOrder } from '#contract/stock/lots/allocationOrder.ts';
import { limits } from '#contract/core/fields.ts';
import { fromThousandths, thousandthsOr0 } from '#contract/core/values/numbers.ts';
import { MAX_LOTS } from '#contract/make/organicMasses.ts';
import { runTexts, type RunWithClaims } from '#contract/make/runs.ts';
import type { Claim } from '#contract/stock/stock.ts';
import { typedThousandthsOr0 } from '#web/core/form/fields/numberOf.ts';
import type { TypedAllocation } from '#web/stock/allocation/proposeAllocations.ts';
import type { InputValues, RunValues } from '../runValues.ts';

const SOON_DAYS = 30;

type RecordedInput = RunWithClaims['inputs'][number];

/** A lot as the list of lots or the edited run knows it. */
type KnownLot = Pick<
  LotRecord,
  'lotId' | 'code' | 'supplierName' | 'claims' | 'organicPercent' | 'madeOrReceivedOn' | 'expiresOn' | 'state'
> & { claim: Claim | null };

/** The lots with stock of items, by item id; an item is missing while they are loading. */
export type OpenLots = ReadonlyMap<number, readonly LotRecord[]>;

/** A quantity that an input consumes from a lot. */
interface LotAllocation {
  lot: KnownLot;
  quantity: number;
}

/** A lot that an input can consume, with the quantity that other inputs leave to it. */
interface AvailableLot {
  lot: KnownLot;
  available: number;
}

export interface InputAllocation {
  source: 'chosen' | 'recorded' | 'adjusted' | 'proposed';
  allocated: readonly LotAllocation[];
  /** The lots of its item, those included that only the edited run empties. */
  lots: readonly AvailableLot[];
}

/** The allocations of a run's inputs, by the key of the input. */
export type Allocations = ReadonlyMap<string, InputAllocation>;

const sumOf = (allocated: readonly { quantity: number }[]) =>
  allocated.reduce((sum, { quantity }) => sum + quantity, 0);

/** The lots of an item with their stock and the quantities that the edited run frees; first those that it emptied. */
function freeLots(lots: readonly LotRecord[], recorded: readonly RecordedInput[]): Map<number, AvailableLot> {
  const lotsById = new Map<number, AvailableLot>();
  for (const { lotCode: code, quantity, ...lot } of recorded.flatMap((input) => input.lots)) {
    const before = lotsById.get(lot.lotId)?.available ?? 0;
    lotsById.set(lot.lotId, { lot: { ...lot, code }, available: before + thousandthsOr0(quantity) });
  }
  for (const lot of lots) {
    const before = lotsById.get(lot.lotId)?.available ?? 0;
    lotsById.delete(lot.lotId);
    lotsById.set(lot.lotId, { lot, available: before + thousandthsOr0(lot.onHandQty) });
  }
  return lotsById;
}

/** The lots that a recorded input keeps, up to its quantity. */
function keepFirst(quantity: number, recorded: RecordedInput['lots']) {
  return allocateInOrder(recorded, quantity, (lot) => thousandthsOr0(lot.quantity)).map((kept) => ({
    lotId: kept.lot.lotId,
    quantity: kept.quantity,
  }));
}

/** Whether allocated quantities are the recorded ones, no more and no less. */
function isAsRecorded(allocated: readonly LotAllocation[], recorded: RecordedInput['lots']): boolean {
  const quantities = new Map(recorded.map((lot) => [lot.lotId, thousandthsOr0(lot.quantity)]));
  return (
    allocated.length === quantities.size &&
    allocated.every(({ lot, quantity }) => quantities.get(lot.lotId) === quantity)
  );
}

function sourceOf(
  { lots }: InputValues,
  allocated: readonly LotAllocation[],
  recorded: RecordedInput['lots'],
): InputAllocation['source'] {
  if (lots) return 'chosen';
  if (recorded.length === 0) return 'proposed';
  return isAsRecorded(allocated, recorded) ? 'recorded' : 'adjusted';
}

/** Quantities by lot. */
type Quantities = ReadonlyMap<number, number>;

const sumOfLots = (quantities: Quantities) => quantities.values().reduce((sum, quantity) => sum + quantity, 0);

/** The quantities that an input fixes: as chosen, or as recorded up to its quantity. */
function fixedQuantities(input: InputValues, recorded: RecordedInput['lots']): Quantities {
  const fixed = input.lots
    ? input.lots.map(({ lotId, quantity }) => ({ lotId, quantity: typedThousandthsOr0(quantity) }))
    : keepFirst(typedThousandthsOr0(input.quantity), recorded);
  const quantities = new Map<number, number>();
  for (const { lotId, quantity } of fixed) {
    if (quantity > 0) quantities.set(lotId, (quantities.get(lotId) ?? 0) + quantity);
  }
  return quantities;
}

/** The fixed quantities, with the rest of inputs without chosen lots by the order of allocation, from the lots' `left`. */
function proposeRest(
  fixed: ReadonlyMap<InputValues, Quantities>,
  left: Quantities,
  inOrder: readonly KnownLot[],
): ReadonlyMap<InputValues, Quantities> {
  const remaining = new Map(left);
  return new Map(
    [...fixed].map(([input, quantities]): [InputValues, Quantities] => {
      if (input.lots) return [input, quantities];
      const allocated = new Map(quantities);
      const missing = typedThousandthsOr0(input.quantity) - sumOfLots(quantities);
      const freeOf = ({ lotId }: KnownLot) => remaining.get(lotId) ?? 0;
      for (const { lot, quantity } of allocateInOrder(inOrder, missing, freeOf)) {
        allocated.set(lot.lotId, (allocated.get(lot.lotId) ?? 0) + quantity);
        remaining.set(lot.lotId, freeOf(lot) - quantity);
      }
      return [input, allocated];
    }),
  );
}

/** The allocations of inputs of one item: as on the server, first kept and chosen quantities, then the rest. */
function allocateItem(
  inputs: readonly InputValues[],
  day: string,
  lots: readonly LotRecord[],
  recorded: readonly RecordedInput[],
): [string, InputAllocation][] {
  const lotsById = freeLots(lots, recorded);
  const inOrder = inAllocationOrder(
    [...lotsById.values()].flatMap(({ lot }) => (lot.state === 'released' ? lot : [])),
    day,
    allocationKeyOf,
  );
  const recordedOf = ({ productionId }: InputValues) =>
    recorded.find((each) => each.productionId === productionId)?.lots ?? [];
  const fixed = new Map(
    inputs.map((input): [InputValues, Quantities] => [input, fixedQuantities(input, recordedOf(input))]),
  );
  const left = new Map(
    [...lotsById].map(([lotId, { available }]) => {
      const fixedQuantity = fixed.values().reduce((sum, quantities) => sum + (quantities.get(lotId) ?? 0), 0);
      return [lotId, available - fixedQuantity];
    }),
  );
  const proposed = proposeRest(fixed, left, inOrder);
  return inputs.map((input) => {
    const allocated = [...(proposed.get(input) ?? [])].flatMap(([lotId, quantity]) => {
      const lot = lotsById.get(lotId)?.lot;
      return lot ? [{ lot, quantity }] : [];
    });
    const available = [...lotsById.values()].map(({ lot }) => {
      const own = fixed.get(input)?.get(lot.lotId) ?? 0;
      return { lot, available: Math.max(0, (left.get(lot.lotId) ?? 0) + own) };
    });
    return [input.key, { source: sourceOf(input, allocated, recordedOf(input)), allocated, lots: available }];
  });
}

/**
 * The lots that the inputs of a run consume; `recorded` are the inputs of the edited run. Lots that it gives back are free.
 * An input that it has keeps its lots up to its quantity, chosen lots are as chosen, and the rest follows the order of
 * allocation, in the order of the inputs. An input is missing while the lots of its item are loading.
 */
export function allocateInputs(
  { inputs, productionDate }: Pick<RunValues, 'inputs' | 'productionDate'>,
  openLots: OpenLots,
  recorded: readonly RecordedInput[] = [],
): Allocations {
  const byItem = Map.groupBy(inputs, ({ item }) => item?.itemId ?? 0);
  return new Map(
    [...byItem].flatMap(([itemId, inputsOfItem]) => {
      const lots = openLots.get(itemId);
      const recordedOfItem = recorded.filter((input) => input.itemId === itemId);
      return lots ? allocateItem(inputsOfItem, productionDate, lots, recordedOfItem) : [];
    }),
  );
}

/** A quantity of a lot as a person would choose it. */
export function asTyped({ lot, quantity }: LotAllocation): TypedAllocation {
  return { lotId: lot.lotId, lotCode: lot.code, quantity: String(fromThousandths(quantity)) };
}

/**
 * The values that are sent: each input names the lots that it shows, so that the server saves those or none. Inputs of which
 * the lots are unknown, or too many for a body, are left to the server.
 */
export function withShownLots(values: RunValues, allocations: Allocations): RunValues {
  const inputs = values.inputs.map((input): InputValues => {
    const { allocated = [] } = allocations.get(input.key) ?? {};
    const isWhole =
      allocated.length > 0 &&
      allocated.length <= limits.lines &&
      sumOf(allocated) === typedThousandthsOr0(input.quantity);
    if (input.lots || !isWhole) return input;
    return { ...input, lots: allocated.map(asTyped) };
  });
  const count = inputs.reduce((sum, { lots }) => sum + (lots?.length ?? 0), 0);
  return count > MAX_LOTS ? values : { ...values, inputs };
}

/** A quantity of a lot with its claim. */
export interface ClaimedAllocation extends LotAllocation {
  lot: KnownLot & { claim: Claim };
}

/** Those of which the claim counts. */
export function claimedAllocations(allocated: readonly LotAllocation[]): ClaimedAllocation[] {
  return allocated.flatMap(({ lot, quantity }) => {
    const { claim } = lot;
    return claim === null ? [] : [{ lot: { ...lot, claim }, quantity }];
  });
}

export function isOrganic({ lot: { claim, organicPercent } }: ClaimedAllocation): boolean {
  return describeClaim(claim, organicPercent).isOrganic;
}

/** The codes of lots that are not organic, by their claims. */
export function nonOrganicCodes(allocated: readonly ClaimedAllocation[]): { text: string; codes: string[] }[] {
  const byClaim = Map.groupBy(
    allocated.filter((allocation) => !isOrganic(allocation)),
    ({ lot: { claim, organicPercent } }) => describeClaim(claim, organicPercent).text,
  );
  return [...byClaim].map(([text, ofClaim]) => ({ text, codes: [...new Set(ofClaim.map(({ lot }) => lot.code))] }));
}

type TextOfExpired = (lotCode: string, expiresOn: string) => string;

/**
 * Warnings about the lots of an input: on hold or recalled since, received after the day, expired on it, or soon to expire.
 * As it was recorded, on that day, it gets only those about holds.
 */
export function lotWarnings(
  { allocated, source }: InputAllocation,
  { day, recordedDay, textOfExpired }: { day: string; recordedDay?: string; textOfExpired: TextOfExpired },
): string[] {
  const held = allocated.flatMap(({ lot: { code, state } }) =>
    state === 'released' ? [] : runTexts.lotHeld(code, state),
  );
  const isNew = source !== 'recorded' || day !== recordedDay;
  return [
    ...held,
    ...(isNew && day !== '' ? allocated.flatMap(({ lot }) => dayWarnings(lot, day, textOfExpired)) : []),
  ];
}

function dayWarnings(
  { code, madeOrReceivedOn, expiresOn }: KnownLot,
  day: string,
  textOfExpired: TextOfExpired,
): string[] {
  if (madeOrReceivedOn > day) return [runTexts.receivedAfter(code, formatDate(madeOrReceivedOn))];
  if (expiresOn === null) return [];
  const days = daysUntil(day, expiresOn);
  if (days < 0) return [textOfExpired(code, expiresOn)];
  return days <= SOON_DAYS ? [runTexts.lotExpiresSoon(code, formatDate(expiresOn), days)] : [];
}

/** Whether an input takes a lot after its expiry date. */
export function takesExpired(allocation: InputAllocation | undefined, day: string): boolean {
  return allocation?.allocated.some(({ lot }) => isExpiredOn(lot.expiresOn, day)) ?? false;
}
