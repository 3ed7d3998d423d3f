/** The form values of a run and their validation; lines of the same item share its available quantity. */
import type { FormErrors } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { z } from 'zod';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { fromGrams, fromThousandths, toMilligrams, toThousandths } from '#contract/core/values/numbers.ts';
import { productionEndpoints, productionTexts } from '#contract/make/production.ts';
import { productionStatuses } from '#contract/documentStatus.ts';
import { runEndpoints, runTexts, type RunWithClaims } from '#contract/make/runs.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import { numberOf } from '#web/core/form/fields/numberOf.ts';
import { sumOfAllocations, allocationsOf } from '#web/stock/allocation/proposeAllocations.ts';
import { today } from '#web/core/ui/today.ts';

/** Possible inputs: a raw material or a product. */
export const itemChoice = z.object({
  itemId: z.int(),
  rawMaterialId: z.int().nullable(),
  productId: z.int().nullable(),
  itemName: z.string(),
  unit: z.string(),
});
export type ItemChoice = z.output<typeof itemChoice>;

const take = z.object({ lotId: z.int(), lotCode: z.string(), quantity: z.string() });

const runLine = z.object({
  /** React key; stays when lines before it are removed. */
  key: z.string(),
  /** Set for a recorded input. */
  productionId: z.int().optional(),
  kind: z.enum(['material', 'product']),
  item: itemChoice.nullable(),
  quantity: z.string(),
  /** Chosen by hand; null if Godown proposes, or a recorded input keeps its own. */
  takes: z.array(take).nullable(),
});
export type RunLine = z.output<typeof runLine>;

const runOutput = z.object({
  key: z.string(),
  finishedGoodId: z.int().optional(),
  product: itemChoice.nullable(),
  batchNumber: z.string(),
  quantity: z.string(),
  manufactureDate: z.string(),
  expiryDate: z.string(),
});
export type RunOutput = z.output<typeof runOutput>;

const runLoss = z.object({
  key: z.string(),
  reason: z.string(),
  /** The item of which pieces were lost; null for a mass in kg. */
  itemId: z.int().nullable(),
  quantity: z.string(),
});
export type RunLoss = z.output<typeof runLoss>;

/** The form values, which are also the draft. */
export const runDraft = z.object({
  productionDate: z.string(),
  status: z.enum(productionStatuses),
  recipeId: z.int().nullable(),
  note: z.string(),
  reason: z.string(),
  outputs: z.array(runOutput),
  lines: z.array(runLine),
  losses: z.array(runLoss),
});
export type RunDraft = z.output<typeof runDraft>;

/** Stock data of an item for the form; quantities in units. */
export interface ItemStock {
  /** Available quantity, including the present share of an edited run. */
  available: number;
  /** On hold or recalled: why less is available than on hand. */
  onHold: number;
  minProductionQuantity: number;
}
export type Stock = ReadonlyMap<number, ItemStock>;

export function blankLine(kind: RunLine['kind'] = 'material'): RunLine {
  return { key: randomId(), kind, item: null, quantity: '', takes: null };
}

export function blankOutput(): RunOutput {
  const empty = { batchNumber: '', quantity: '', manufactureDate: '', expiryDate: '' };
  return { key: randomId(), product: null, ...empty };
}

export function blankLoss(): RunLoss {
  return { key: randomId(), reason: '', itemId: null, quantity: '' };
}

function lineOf({ productionId, quantity, lots: _, ...item }: RunWithClaims['inputs'][number]): RunLine {
  const kind = item.productId === null ? 'material' : 'product';
  return { ...blankLine(kind), productionId, item, quantity: String(quantity) };
}

/** A batch of the day of its run has no date of its own in the form: it follows that day. */
function outputOf(output: RunWithClaims['outputs'][number], productionDate: string): RunOutput {
  const { finishedGoodId, productId, productName, unit, batchNumber, quantity, manufactureDate, expiryDate } = output;
  return {
    ...blankOutput(),
    finishedGoodId,
    product: { itemId: output.itemId, rawMaterialId: null, productId, itemName: productName, unit },
    batchNumber,
    quantity: String(quantity),
    manufactureDate: manufactureDate === productionDate ? '' : (manufactureDate ?? ''),
    expiryDate: expiryDate ?? '',
  };
}

function lossOf({ reason, grams, quantity, itemId }: RunWithClaims['losses'][number]): RunLoss {
  const amount = grams === null ? (quantity ?? 0) : fromGrams(grams);
  return { ...blankLoss(), reason, itemId: grams === null ? itemId : null, quantity: String(amount) };
}

/** The values of a new run, which may make something already. */
export function blankValues(output?: RunOutput): RunDraft {
  const blank = { recipeId: null, note: '', reason: '', lines: [blankLine()], losses: [] };
  const productionDate = output?.manufactureDate || today();
  return { productionDate, status: 'in_progress', ...blank, outputs: [output ?? blankOutput()] };
}

export function valuesOf(record: RunWithClaims): RunDraft {
  const { productionDate, status, recipeId, note, inputs, outputs, losses } = record;
  return {
    productionDate,
    status,
    recipeId,
    note,
    reason: '',
    outputs: outputs.length > 0 ? outputs.map((output) => outputOf(output, productionDate)) : [blankOutput()],
    lines: inputs.map(lineOf),
    losses: losses.map(lossOf),
  };
}

/** A new run like a stored one: of today, with batches and lots that are proposed again. */
export function copyOf(record: RunWithClaims): RunDraft {
  const values = valuesOf(record);
  return {
    ...values,
    productionDate: today(),
    status: 'in_progress',
    outputs: values.outputs.map(({ product, quantity }) => ({ ...blankOutput(), product, quantity })),
    lines: values.lines.map(({ kind, item, quantity }) => ({ ...blankLine(kind), item, quantity })),
    losses: [],
  };
}

/** The outputs that are named; a form begins with a blank one. */
export function namedOutputs({ outputs }: Pick<RunDraft, 'outputs'>): RunOutput[] {
  return outputs.filter(({ product }) => product !== null);
}

/** Whether there are inputs and outputs: before that, all of it would be unexplained. */
export function hasBalance(values: Pick<RunDraft, 'lines' | 'outputs'>): boolean {
  const isMeasured = ({ quantity }: { quantity: string }) => (numberOf(quantity) ?? 0) > 0;
  return values.lines.some((line) => line.item !== null && isMeasured(line)) && namedOutputs(values).some(isMeasured);
}

/** Whether any value needs a run: else the calls of the specification record it. */
export function isPlain(values: RunDraft): boolean {
  const isPlainLine = ({ kind, takes }: RunLine) => kind === 'material' && takes === null;
  return (
    namedOutputs(values).length === 0 &&
    values.losses.length === 0 &&
    values.note === '' &&
    values.lines.every(isPlainLine)
  );
}

const typed = (text: string) => numberOf(text) ?? Number.NaN;

/** The body of create-multiple (specification §7). */
export function plainContentOf({ productionDate, status, lines }: RunDraft) {
  return lines.map(({ item, quantity }) => ({
    rawMaterialId: item?.rawMaterialId ?? 0,
    quantity: typed(quantity),
    productionDate,
    status,
  }));
}

function gramsOf(kilograms: number): number {
  return fromThousandths(toMilligrams(kilograms) ?? Number.NaN);
}

/** The input of which pieces were lost; undefined for a mass, and where it was removed from the run. */
export function inputOf({ itemId }: RunLoss, lines: readonly RunLine[]): ItemChoice | undefined {
  return lines.flatMap(({ item }) => item ?? []).find((item) => itemId !== null && item.itemId === itemId);
}

/** Whether the input of which pieces were lost was removed from the run. */
export function isWithoutInput(loss: RunLoss, lines: readonly RunLine[]): boolean {
  return loss.itemId !== null && inputOf(loss, lines) === undefined;
}

function lossContent(loss: RunLoss, lines: readonly RunLine[]) {
  const { reason } = loss;
  if (loss.itemId === null) return { reason, grams: gramsOf(typed(loss.quantity)) };
  const { rawMaterialId, productId } = inputOf(loss, lines) ?? {};
  return { reason, rawMaterialId, productId, quantity: typed(loss.quantity) };
}

/** The body of a run. */
export function contentOf(values: RunDraft) {
  const { productionDate, status, recipeId, note, lines, losses } = values;
  const outputs = namedOutputs(values);
  return {
    productionDate,
    status,
    recipeId: outputs.length > 0 ? recipeId : null,
    note,
    inputs: lines.map(({ productionId, item, quantity, takes }) => ({
      productionId,
      rawMaterialId: item?.rawMaterialId,
      productId: item?.productId,
      quantity: typed(quantity),
      lots: takes === null ? undefined : allocationsOf(takes),
    })),
    outputs: outputs.map(({ finishedGoodId, product, batchNumber, quantity, manufactureDate, expiryDate }) => ({
      finishedGoodId,
      productId: product?.productId ?? 0,
      batchNumber,
      quantity: typed(quantity),
      manufactureDate: manufactureDate || productionDate,
      expiryDate: expiryDate || null,
    })),
    losses: losses.map((loss) => lossContent(loss, lines)),
  };
}

/** Quantity available to a line, less the preceding lines of the same item; undefined while it is loading. */
function availableTo(line: RunLine, lines: readonly RunLine[], stock: Stock): number | undefined {
  const id = line.item?.itemId;
  const known = id === undefined ? undefined : stock.get(id);
  if (known === undefined) return undefined;
  const before = lines.slice(0, lines.indexOf(line)).filter((each) => each.item?.itemId === id);
  const taken = before.reduce((sum, each) => sum + (toThousandths(numberOf(each.quantity) ?? 0) ?? 0), 0);
  return fromThousandths(Math.max(0, (toThousandths(known.available) ?? 0) - taken));
}

/** 'Y on hold, X left after this', without parts that are 0, unknown or negative. */
export function leftAfter(line: RunLine, lines: readonly RunLine[], stock: Stock): string | undefined {
  const available = availableTo(line, lines, stock);
  if (available === undefined) return undefined;
  const quantity = numberOf(line.quantity) ?? 0;
  const left = (toThousandths(available) ?? 0) - (toThousandths(quantity) ?? 0);
  const { itemId = 0, unit = '' } = line.item ?? {};
  const onHold = stock.get(itemId)?.onHold ?? 0;
  const held = onHold > 0 ? [`${formatQuantityWithUnit(onHold, unit)} on hold`] : [];
  const rest = left < 0 ? [] : [`${formatQuantityWithUnit(fromThousandths(left), unit)} left after this`];
  return [...held, ...rest].join(', ') || undefined;
}

/** Maps a field path of a body to the form. */
export function fieldOf(path: string, values: RunDraft): string {
  const parts = path.split('.');
  const [list = '', index = '', field = ''] = parts;
  const item = (name: string) => (name === 'rawMaterialId' || name === 'productId' ? 'item' : name);
  // '1.quantity' of create-multiple, 'quantity' of one production.
  if (/^\d+$/.test(list))
    return index === 'productionDate' || index === 'status' ? index : `lines.${list}.${item(index)}`;
  if (parts.length === 1) return ['rawMaterialId', 'quantity'].includes(path) ? `lines.0.${item(path)}` : path;
  if (list === 'inputs') return `lines.${index}.${field === 'lots' ? 'takes' : item(field)}`;
  if (list === 'losses') return `losses.${index}.${field === 'reason' ? field : 'quantity'}`;
  if (list !== 'outputs') return path;
  const output = namedOutputs(values)[Number(index)];
  const name = field === 'productId' || field === 'finishedGoodId' ? 'product' : field;
  return `outputs.${output ? values.outputs.indexOf(output) : index}.${name}`;
}

/** Why the stock does not allow a line's quantity. */
type StockFault = { code: 'exceedsBalance'; available: number } | { code: 'belowMinimum'; least: string };

/** An edited run may keep a quantity that is below the minimum now. */
export function stockFaultOf(
  line: RunLine,
  lines: readonly RunLine[],
  stock: Stock,
  record?: RunWithClaims,
): StockFault | undefined {
  const available = availableTo(line, lines, stock);
  const quantity = numberOf(line.quantity);
  if (available !== undefined && (quantity ?? 0) > available) return { code: 'exceedsBalance', available };
  const least = line.item ? (stock.get(line.item.itemId)?.minProductionQuantity ?? 0) : 0;
  if (!quantity || quantity >= least) return undefined;
  const isRecorded = record?.inputs.some((input) => input.itemId === line.item?.itemId && input.quantity === quantity);
  return isRecorded ? undefined : { code: 'belowMinimum', least: formatQuantityWithUnit(least, line.item?.unit ?? '') };
}

/** The error text at the field. */
export function inlineText(fault: StockFault): string {
  return fault.code === 'exceedsBalance'
    ? productionTexts.exceedsBalanceInline(fault.available)
    : productionTexts.belowMinimumInline(fault.least);
}

function alertText(fault: StockFault, item: string): string {
  return fault.code === 'exceedsBalance'
    ? productionTexts.exceedsBalance(item)
    : productionTexts.belowMinimum(item, fault.least);
}

function lotFaults({ lines }: RunDraft): FormErrors {
  const differ = ({ takes, quantity }: RunLine) =>
    takes !== null && sumOfAllocations(takes) !== (toThousandths(numberOf(quantity) ?? 0) ?? 0);
  return Object.fromEntries(
    [...lines.entries()]
      .filter(([, line]) => differ(line))
      .map(([index]) => [`inputs.${index}.lots`, runTexts.lotsDiffer]),
  );
}

function lossFaults({ losses, lines }: RunDraft): FormErrors {
  return Object.fromEntries(
    [...losses.entries()]
      .filter(([, loss]) => isWithoutInput(loss, lines))
      .map(([index]) => [`losses.${index}.grams`, runTexts.lossWithoutInput]),
  );
}

/** All errors by the body's field paths, except exceedsBalance: it depends on the other lines, so its row computes it. */
export function faultsOf(values: RunDraft, stock: Stock, record?: RunWithClaims): FormErrors {
  const tooLittle = values.lines.flatMap((line, index) => {
    const fault = stockFaultOf(line, values.lines, stock, record);
    return fault?.code === 'belowMinimum' ? [[`inputs.${index}.quantity`, inlineText(fault)]] : [];
  });
  const contract =
    record || !isPlain(values)
      ? contractFaults(runEndpoints.create, contentOf(values))
      : contractFaults(productionEndpoints.createMany, plainContentOf(values));
  const reason =
    record?.status === 'completed' && values.reason.trim() === '' ? { reason: runTexts.reasonRequired } : {};
  return { ...contract, ...Object.fromEntries(tooLittle), ...lotFaults(values), ...lossFaults(values), ...reason };
}

interface Alerted {
  errors: FormErrors;
  stock: Stock;
  record: RunWithClaims | undefined;
}

/** The alert of specification §5 for the first error; else that of a list as a whole, which has no field. */
export function alertOf(values: RunDraft, { errors, stock, record }: Alerted): string | undefined {
  const { productionDate, lines } = values;
  const incomplete = lines.some(({ item, quantity }) => item === null || !numberOf(quantity));
  if (incomplete) return productionTexts.lineRequired;
  if (!productionDate) return productionTexts.required;
  for (const line of lines) {
    const fault = stockFaultOf(line, lines, stock, record);
    if (fault) return alertText(fault, line.item?.itemName ?? '');
  }
  return [errors['inputs'], errors['outputs'], errors['losses']].find((text) => typeof text === 'string');
}
