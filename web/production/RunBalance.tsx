/** What goes in, what comes out, what is lost and what nobody explains, with the yield; while the form is filled. */
import { useQuery } from '@tanstack/react-query';
import { formatPercent, formatQuantityWithUnit } from '#contract/format.ts';
import type { ItemRecord } from '#contract/items.ts';
import { fromThousandths, toMilligrams, toThousandths } from '#contract/numbers.ts';
import { runEndpoints } from '#contract/runs.ts';
import { yieldOf, type Lost, type Measured, type Yield } from '#contract/runYield.ts';
import { callList } from '#web/api/client.ts';
import { numberOf } from '#web/form/fields/numberOf.ts';
import { namedOutputs, type RunDraft } from './runDraft.ts';
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

/** The balance of what is typed. */
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

const kg = (milligrams: number) => formatQuantityWithUnit(Math.round(milligrams / 1000) / 1000, 'kg');
const percent = (thousandths: number) => formatPercent(fromThousandths(thousandths));

interface RunBalanceProps {
  values: RunDraft;
  items: Items;
  editedRunId?: number;
  /** Of the recipe. */
  expectedYieldPercent?: number;
}

export function RunBalance({ values, items, editedRunId, expectedYieldPercent }: RunBalanceProps) {
  const [main] = namedOutputs(values);
  const last = useLastYields(main?.product?.productId, editedRunId);
  const balance = balanceOf(values, items);
  const { inputGrams, outputGrams, lossGrams, unexplainedGrams, yieldPercent, withoutGrams } = balance;
  const expectedLoss = expectedYieldPercent === undefined ? 0 : HUNDRED_PERCENT - expectedYieldPercent;
  const lost = lossGrams + unexplainedGrams;
  const isExpected = unexplainedGrams > 0 && lost * HUNDRED_PERCENT <= inputGrams * expectedLoss;
  const isUneven = unexplainedGrams !== 0 && !isExpected;
  const usual =
    last.length > 0 ? last.reduce((sum, each) => sum + Math.round(each * 1000), 0) / last.length : undefined;
  const beside = [
    expectedYieldPercent === undefined ? '' : `recipe ${formatPercent(expectedYieldPercent)}`,
    usual === undefined
      ? ''
      : `last ${last.length === 1 ? 'run' : `${last.length} runs`} ${percent(Math.round(usual / 10) * 10)}`,
  ].filter(Boolean);
  return (
    <section className={classes.balance} aria-label="Balance" data-span="12">
      <dl className={classes.sum}>
        <div>
          <dt>In</dt>
          <dd>{kg(inputGrams)}</dd>
        </div>
        <span aria-hidden>=</span>
        <div>
          <dt>Out</dt>
          <dd>{kg(outputGrams)}</dd>
        </div>
        <span aria-hidden>+</span>
        <div>
          <dt>Loss</dt>
          <dd>{kg(lossGrams)}</dd>
        </div>
        <span aria-hidden>+</span>
        <div data-uneven={isUneven || undefined}>
          <dt>Unexplained</dt>
          <dd>{kg(unexplainedGrams)}</dd>
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
    </section>
  );
}

function unexplainedText({ unexplainedGrams, inputGrams }: Yield): string {
  const share = percent(Math.round((Math.abs(unexplainedGrams) * 1000) / inputGrams) * 100);
  return unexplainedGrams > 0
    ? `${share} is unexplained. Add a loss or check.`
    : `${share} more came out than went in.`;
}

/** Dark for what came out, brown for what was lost, red for what nobody explains. */
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
