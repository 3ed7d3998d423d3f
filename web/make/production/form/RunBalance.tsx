/** Inputs, outputs, losses and the unexplained rest, with the yield, while the form is filled. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatPercent, formatQuantity, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { schemeLabels, schemeTexts } from '#contract/stock/claims/schemes.ts';
import {
  fromGrams,
  fromMilligrams,
  fromThousandths,
  sumOfQuantities,
  thousandthsOr0,
} from '#contract/core/values/numbers.ts';
import { divided } from '#contract/core/values/ratios.ts';
import { runEndpoints, runTexts, type RunWithClaims } from '#contract/make/runs.ts';
import { yieldOf, type RunYield } from '#contract/make/runYield.ts';
import { yieldInWholeGrams } from '#contract/make/roundedYield.ts';
import { listQueryOf, queryOf } from '#web/core/api/queries.ts';
import { WARNING_DEBOUNCE_MS } from '#web/core/form/fields/FieldWarning.tsx';
import { numberOf } from '#web/core/form/fields/numberOf.ts';
import {
  claimedAllocations,
  isOrganic,
  nonOrganicCodes,
  type Allocations,
  type ClaimedAllocation,
} from './inputAllocations.ts';
import { filledOutputs, type RunValues } from '../runValues.ts';
import { measuredItems, measuredLosses, type Items } from './measured.ts';
import classes from './RunBalance.module.css';

const LAST_RUNS = 10;
const HUNDRED_PERCENT = 100;
const MILLIGRAMS_PER_GRAM = 1000;

/** Whether there are inputs and outputs: without outputs, all of the mass would be unexplained. */
export function hasBalance({ inputs, ...values }: Pick<RunValues, 'inputs' | 'outputs'>): boolean {
  const hasQuantity = ({ quantity }: { quantity: string }) => (numberOf(quantity) ?? 0) > 0;
  return inputs.some((input) => input.item !== null && hasQuantity(input)) && filledOutputs(values).some(hasQuantity);
}

/** The balance of the typed values. */
export function balanceOf(values: RunValues, items: Items): RunYield {
  return yieldOf(
    values.inputs.flatMap(({ item, quantity }) => measuredItems(item?.itemId, quantity, items)),
    filledOutputs(values).flatMap(({ product, quantity }) => measuredItems(product?.itemId, quantity, items)),
    measuredLosses(values, items),
  );
}

/** The yields of the last runs of a product, without the edited run, which is no measure of itself. */
function useLastYields(productId: number | null | undefined, editedRunId: number | undefined): number[] {
  const query = { productId: productId ?? 0, status: 'completed' as const, page: 1, pageSize: LAST_RUNS + 1 };
  const { data } = useQuery({
    ...listQueryOf(runEndpoints.list, { query }),
    enabled: typeof productId === 'number',
  });
  const others = data?.rows.filter(({ runId }) => runId !== editedRunId).slice(0, LAST_RUNS) ?? [];
  return others.flatMap((run) => run.yield.yieldPercent ?? []);
}

function kilogramsText(milligrams: number): string {
  return formatQuantityWithUnit(fromMilligrams(milligrams), 'kg');
}

function percentText(thousandths: number): string {
  return formatPercent(fromThousandths(thousandths));
}

interface RunBalanceProps {
  values: RunValues;
  items: Items;
  allocations: Allocations;
  /** The edited run. */
  record?: RunWithClaims;
  /** Expected yield of the recipe. */
  expectedYieldPercent?: number;
}

export function RunBalance({ values, items, allocations, record, expectedYieldPercent }: RunBalanceProps) {
  const [mainOutput] = filledOutputs(values);
  const lastYields = useLastYields(mainOutput?.product?.productId, record?.runId);
  const ingredients = ingredientsOf(values, items, allocations);
  const balance = balanceOf(values, items);
  const { inputGrams, lossGrams, unexplainedGrams, withoutGrams } = balance;
  const expectedLoss = expectedYieldPercent === undefined ? 0 : HUNDRED_PERCENT - expectedYieldPercent;
  const isExpected =
    unexplainedGrams > 0 && (lossGrams + unexplainedGrams) * HUNDRED_PERCENT <= inputGrams * expectedLoss;
  const isUneven = unexplainedGrams !== 0 && !isExpected;
  return (
    <section className={classes.balance} aria-label="Balance" data-span="12">
      <Sum balance={balance} isUneven={isUneven} />
      <Bar balance={balance} />
      <p className={classes.beside}>
        <span>
          {withoutGrams.length > 0 && `Grams per unit are unknown of ${withoutGrams.join(', ')}: left out.`}
          {withoutGrams.length === 0 && isUneven && inputGrams > 0 && unexplainedText(balance)}
          {withoutGrams.length === 0 && isExpected && `The recipe expects ${formatPercent(expectedLoss)} to be lost.`}
        </span>
        <span>
          {lastYields.length > 1 && <Dots yields={lastYields} />}
          {comparisonText(lastYields, expectedYieldPercent)}
        </span>
      </p>
      <Organic ingredients={ingredients} />
    </section>
  );
}

/** Inputs = outputs + losses + the unexplained rest, and the yield. */
function Sum({ balance, isUneven }: { balance: RunYield; isUneven: boolean }) {
  const { yieldPercent } = balance;
  const wholeGrams = yieldInWholeGrams(balance, MILLIGRAMS_PER_GRAM);
  return (
    <dl className={classes.sum}>
      <div>
        <dt>In</dt>
        <dd>{kilogramsText(wholeGrams.inputGrams)}</dd>
      </div>
      <span aria-hidden>=</span>
      <div>
        <dt>Out</dt>
        <dd>{kilogramsText(wholeGrams.outputGrams)}</dd>
      </div>
      <span aria-hidden>+</span>
      <div>
        <dt>Loss</dt>
        <dd>{kilogramsText(wholeGrams.lossGrams)}</dd>
      </div>
      <span aria-hidden>+</span>
      <div data-uneven={isUneven || undefined}>
        <dt>Unexplained</dt>
        <dd>{kilogramsText(wholeGrams.unexplainedGrams)}</dd>
      </div>
      <div className={classes.yield}>
        <dt>Yield</dt>
        <dd>{yieldPercent === null ? '—' : percentText(yieldPercent)}</dd>
      </div>
    </dl>
  );
}

/** 'recipe 98 %, last 10 runs 97.5 %', without parts that are unknown. */
function comparisonText(lastYields: readonly number[], expectedYieldPercent: number | undefined): string {
  const runs = lastYields.length === 1 ? 'run' : `${lastYields.length} runs`;
  return [
    ...(expectedYieldPercent === undefined ? [] : [`recipe ${formatPercent(expectedYieldPercent)}`]),
    ...(lastYields.length === 0
      ? []
      : [`last ${runs} ${formatPercent(sumOfQuantities(lastYields) / lastYields.length)}`]),
  ].join(', ');
}

interface Ingredient extends ClaimedAllocation {
  milligramsPerUnit: number;
}

/** The allocations of inputs that are ingredients; items without grams add nothing to a mass. */
function ingredientsOf({ inputs }: RunValues, items: Items, allocations: Allocations): Ingredient[] {
  return inputs.flatMap(({ key, item: choice }) => {
    const item = items.get(choice?.itemId ?? 0);
    if (item?.part !== 'ingredient') return [];
    const milligramsPerUnit = thousandthsOr0(item.gramsPerUnit ?? 0);
    return claimedAllocations(allocations.get(key)?.allocated ?? []).map((allocation) => ({
      ...allocation,
      milligramsPerUnit,
    }));
  });
}

function milligramsOf(ingredients: readonly Ingredient[]): number {
  const mass = ingredients.reduce((sum, each) => sum + BigInt(each.quantity) * BigInt(each.milligramsPerUnit), 0n);
  return divided(mass, 1000n);
}

/** The organic mass of ingredients under each scheme, as the claim of a batch would be computed; undefined while it is read. */
function useOrganicMasses(ingredients: readonly Ingredient[]) {
  const typed = ingredients
    .filter(({ quantity }) => quantity > 0)
    .map(({ lot, quantity }) => `${lot.lotId}:${fromThousandths(quantity)}`)
    .join();
  const [lots] = useDebouncedValue(typed, WARNING_DEBOUNCE_MS);
  const { data } = useQuery({
    ...queryOf(runEndpoints.organic, { query: { lots } }),
    enabled: lots !== '',
    placeholderData: keepPreviousData,
  });
  return typed === '' ? [] : data;
}

/** The organic mass of ingredients under each scheme, where it is not all of them. */
function Organic({ ingredients }: { ingredients: readonly Ingredient[] }) {
  const masses = useOrganicMasses(ingredients);
  const organic = ingredients.filter(isOrganic);
  const isMixed = organic.length > 0 && organic.length < ingredients.length;
  const isPartly = masses?.some(({ organicGrams, totalGrams }) => 0 < organicGrams && organicGrams < totalGrams);
  if (!isMixed && !isPartly) return null;
  const unknown = runTexts.organicUnder(
    schemeTexts.unknown,
    formatQuantity(fromMilligrams(milligramsOf(organic))),
    kilogramsText(milligramsOf(ingredients)),
  );
  const named = masses?.map(({ scheme, organicGrams, totalGrams }) =>
    runTexts.organicUnder(
      schemeLabels[scheme],
      formatQuantity(fromGrams(organicGrams)),
      formatQuantityWithUnit(fromGrams(totalGrams), 'kg'),
    ),
  );
  const nonOrganic = nonOrganicCodes(ingredients).map(({ codes, text }) => runTexts.notOrganic(codes, text));
  return (
    <p className={classes.organic} role="status">
      {named && <strong>{named.length > 0 ? named.join('; ') : unknown}</strong>} {nonOrganic.join(' ')}
    </p>
  );
}

function unexplainedText({ unexplainedGrams, inputGrams }: RunYield): string {
  const tenths = divided(BigInt(Math.abs(unexplainedGrams)) * 1000n, BigInt(inputGrams));
  const share = percentText(tenths * 100);
  return unexplainedGrams > 0
    ? `${share} is unexplained. Add a loss or check.`
    : `${share} more came out than went in.`;
}

/** Dark for outputs, brown for losses, red for the unexplained rest. */
function Bar({ balance: { inputGrams, outputGrams, lossGrams, unexplainedGrams } }: { balance: RunYield }) {
  const whole = Math.max(inputGrams, outputGrams + lossGrams, 1);
  const width = (part: number) => ({ inlineSize: `${(Math.max(part, 0) * 100) / whole}%` });
  return (
    <div className={classes.bar} aria-hidden>
      <span data-part="out" style={width(outputGrams)} />
      <span data-part="lost" style={width(lossGrams)} />
      <span data-part="gap" style={width(Math.abs(unexplainedGrams))} />
    </div>
  );
}

const DOT_STEP = 9;
const DOTS_HEIGHT = 16;

/** The yields of the last runs as dots, the newest at the right. */
function Dots({ yields }: { yields: readonly number[] }) {
  const [least, most] = [Math.min(...yields), Math.max(...yields)];
  const heightOf = (value: number) =>
    most === least ? DOTS_HEIGHT / 2 : 3 + ((most - value) / (most - least)) * (DOTS_HEIGHT - 6);
  return (
    <svg className={classes.dots} width={yields.length * DOT_STEP} height={DOTS_HEIGHT} aria-hidden>
      {yields.toReversed().map((value, index) => (
        <circle key={`${index} ${value}`} cx={index * DOT_STEP + 4} cy={heightOf(value)} r={2.5} />
      ))}
    </svg>
  );
}
