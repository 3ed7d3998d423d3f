/** Inputs, outputs, losses and the unexplained rest, with the yield, while the form is filled. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { formatPercent, formatQuantity, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import type { ItemRecord } from '#contract/stock/items/items.ts';
import {
  fromMilligrams,
  fromThousandths,
  sumOfQuantities,
  toMilligrams,
  toThousandths,
} from '#contract/core/values/numbers.ts';
import { divided } from '#contract/core/values/ratios.ts';
import { runEndpoints, runTexts, type RunWithClaims } from '#contract/make/runs.ts';
import { yieldOf, type Lost, type Measured, type Yield } from '#contract/make/runYield.ts';
import { yieldInWholeGrams } from '#contract/make/yieldGrams.ts';
import { callList } from '#web/core/api/client.ts';
import { numberOf } from '#web/core/form/fields/numberOf.ts';
import { openLotsQuery } from '#web/stock/allocation/openLots.ts';
import { isOrganic, takenOf, withoutOrganic, type Allocated } from './lineLots.ts';
import { namedOutputs, type RunDraft } from '../runDraft.ts';
import classes from './RunBalance.module.css';

const LAST_RUNS = 10;
const HUNDRED_PERCENT = 100;

type Items = ReadonlyMap<number, ItemRecord>;

function measured(itemId: number | undefined, typed: string, items: Items): Measured[] {
  const item = itemId === undefined ? undefined : items.get(itemId);
  const quantity = toThousandths(numberOf(typed) ?? Number.NaN);
  if (!item || quantity === undefined) return [];
  const { name: itemName, gramsPerUnit, part } = item;
  const milligramsPerUnit = gramsPerUnit === null ? null : (toThousandths(gramsPerUnit) ?? null);
  return [{ itemName, quantity, milligramsPerUnit, part }];
}

/** The balance of the typed values. */
export function balanceOf(values: RunDraft, items: Items): Yield {
  const losses = values.losses.flatMap(({ itemId, quantity }): Lost[] => {
    if (itemId !== null) return measured(itemId, quantity, items);
    const milligrams = toMilligrams(numberOf(quantity) ?? Number.NaN);
    return milligrams === undefined ? [] : [{ milligrams }];
  });
  return yieldOf(
    values.lines.flatMap(({ item, quantity }) => measured(item?.itemId, quantity, items)),
    namedOutputs(values).flatMap(({ product, quantity }) => measured(product?.itemId, quantity, items)),
    losses,
  );
}

/** Without those of the edited run, which are no measure of itself. */
function useLastYields(productId: number | null | undefined, editedRunId: number | undefined): number[] {
  const { data } = useQuery({
    queryKey: [runEndpoints.list.path, 'last yields', productId],
    queryFn: ({ signal }) => {
      const query = { productId: productId ?? 0, status: 'completed' as const, page: 1, pageSize: LAST_RUNS + 1 };
      return callList(runEndpoints.list, { query, signal });
    },
    enabled: typeof productId === 'number',
  });
  const others = data?.rows.filter(({ runId }) => runId !== editedRunId).slice(0, LAST_RUNS) ?? [];
  return others.flatMap((run) => run.yield.yieldPercent ?? []);
}

const kg = (milligrams: number) => formatQuantityWithUnit(fromMilligrams(milligrams), 'kg');
const percent = (thousandths: number) => formatPercent(fromThousandths(thousandths));

interface RunBalanceProps {
  values: RunDraft;
  items: Items;
  /** The edited run. */
  record?: RunWithClaims;
  /** Expected yield of the recipe. */
  expectedYieldPercent?: number;
}

export function RunBalance({ values, items, record, expectedYieldPercent }: RunBalanceProps) {
  const [main] = namedOutputs(values);
  const last = useLastYields(main?.product?.productId, record?.runId);
  const balance = balanceOf(values, items);
  const takes = useIngredients(values, items, record);
  const { inputGrams, lossGrams, unexplainedGrams, yieldPercent, withoutGrams } = balance;
  const shown = yieldInWholeGrams(balance, 1000);
  const expectedLoss = expectedYieldPercent === undefined ? 0 : HUNDRED_PERCENT - expectedYieldPercent;
  const lost = lossGrams + unexplainedGrams;
  const isExpected = unexplainedGrams > 0 && lost * HUNDRED_PERCENT <= inputGrams * expectedLoss;
  const isUneven = unexplainedGrams !== 0 && !isExpected;
  const usual = last.length > 0 ? sumOfQuantities(last) / last.length : undefined;
  const beside = [
    expectedYieldPercent === undefined ? '' : `recipe ${formatPercent(expectedYieldPercent)}`,
    usual === undefined ? '' : `last ${last.length === 1 ? 'run' : `${last.length} runs`} ${formatPercent(usual)}`,
  ].filter(Boolean);
  return (
    <section className={classes.balance} aria-label="Balance" data-span="12">
      <dl className={classes.sum}>
        <div>
          <dt>In</dt>
          <dd>{kg(shown.inputGrams)}</dd>
        </div>
        <span aria-hidden>=</span>
        <div>
          <dt>Out</dt>
          <dd>{kg(shown.outputGrams)}</dd>
        </div>
        <span aria-hidden>+</span>
        <div>
          <dt>Loss</dt>
          <dd>{kg(shown.lossGrams)}</dd>
        </div>
        <span aria-hidden>+</span>
        <div data-uneven={isUneven || undefined}>
          <dt>Unexplained</dt>
          <dd>{kg(shown.unexplainedGrams)}</dd>
        </div>
        <div className={classes.yield}>
          <dt>Yield</dt>
          <dd>{yieldPercent === null ? '—' : percent(yieldPercent)}</dd>
        </div>
      </dl>
      <Bar balance={balance} />
      <p className={classes.beside}>
        <span>
          {withoutGrams.length > 0 && `Grams per unit are unknown of ${withoutGrams.join(', ')}: left out.`}
          {withoutGrams.length === 0 && isUneven && inputGrams > 0 && unexplainedText(balance)}
          {withoutGrams.length === 0 && isExpected && `The recipe expects ${formatPercent(expectedLoss)} to be lost.`}
        </span>
        <span>
          {last.length > 1 && <Dots yields={last} />}
          {beside.join(', ')}
        </span>
      </p>
      <Organic takes={takes} />
    </section>
  );
}

interface Ingredient extends Allocated {
  milligramsPerUnit: number;
}

/** Ingredients of the lines; items without grams add nothing to a mass. */
function useIngredients(values: RunDraft, items: Items, record?: RunWithClaims): Ingredient[] {
  const lines = values.lines.flatMap((line) => {
    const item = items.get(line.item?.itemId ?? 0);
    return item?.part === 'ingredient' ? [{ line, item }] : [];
  });
  const itemIds = [...new Set(lines.map(({ item }) => item.itemId))];
  const open = useQueries({ queries: itemIds.map(openLotsQuery) });
  return lines.flatMap(({ line, item: { itemId, gramsPerUnit } }) => {
    const lots = open[itemIds.indexOf(itemId)]?.data;
    if (!lots) return [];
    const input = record?.inputs.find(({ productionId }) => productionId === line.productionId);
    const recorded = input?.itemId === itemId ? input.lots : [];
    const milligramsPerUnit = toThousandths(gramsPerUnit ?? 0) ?? 0;
    return takenOf(line, values, lots, recorded).map((taken) => ({ ...taken, milligramsPerUnit }));
  });
}

function massOf(taken: readonly Ingredient[]): number {
  const mass = taken.reduce((sum, each) => sum + BigInt(each.quantity) * BigInt(each.milligramsPerUnit), 0n);
  return divided(mass, 1000n);
}

/** How much of the ingredients comes of organic lots, where others are among them. */
function Organic({ takes }: { takes: readonly Ingredient[] }) {
  const organic = takes.filter(isOrganic);
  if (organic.length === 0 || organic.length === takes.length) return null;
  const others = withoutOrganic(takes).map(({ codes, text }) => runTexts.notOrganic(codes, text));
  return (
    <p className={classes.organic} role="status">
      <strong>{runTexts.organicOf(formatQuantity(fromMilligrams(massOf(organic))), kg(massOf(takes)))}</strong>{' '}
      {others.join(' ')}
    </p>
  );
}

function unexplainedText({ unexplainedGrams, inputGrams }: Yield): string {
  const tenths = divided(BigInt(Math.abs(unexplainedGrams)) * 1000n, BigInt(inputGrams));
  const share = percent(tenths * 100);
  return unexplainedGrams > 0
    ? `${share} is unexplained. Add a loss or check.`
    : `${share} more came out than went in.`;
}

/** Dark for outputs, brown for losses, red for the unexplained rest. */
function Bar({ balance: { inputGrams, outputGrams, lossGrams, unexplainedGrams } }: { balance: Yield }) {
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
