/** Use, purchases and yield by week. */
import { fromGrams, sumOfQuantities } from '#contract/core/values/numbers.ts';
import { formatKilograms, formatPercent, formatRupees } from '#contract/core/values/format.ts';
import type { Morning } from '#contract/office/morning.ts';
import { morningBlocks, morningTexts, type MorningBlock } from '#contract/office/morningTexts.ts';
import { WeekBlock } from './WeekBlock.tsx';

type Week = NonNullable<Morning['weeks']>[number];

interface WeekBlocksProps {
  weeks: readonly Week[];
  isShown: (block: MorningBlock) => boolean;
}

const LAKH = 100_000;
const THOUSAND = 1000;

/** '₹ 2 L' or '₹ 20 K'. */
function shortAmount(rupees: number): string {
  if (rupees === 0) return '₹ 0';
  return rupees >= LAKH
    ? `₹ ${(rupees / LAKH).toLocaleString('en-IN', { maximumFractionDigits: 1 })} L`
    : `₹ ${(rupees / THOUSAND).toLocaleString('en-IN', { maximumFractionDigits: 1 })} K`;
}

/** Yield expected by the recipes of the last week with runs. */
function expectedOf(weeks: readonly Week[]): number | undefined {
  return weeks.findLast(({ expectedPercent }) => expectedPercent !== null)?.expectedPercent ?? undefined;
}

function besideExpected(last: Week | undefined): string {
  if (!last || last.yieldPercent === null) return '';
  if (last.expectedPercent === null) return morningTexts.lastWeek;
  const points = sumOfQuantities([last.yieldPercent, -last.expectedPercent]);
  if (points === 0) return `${morningTexts.lastWeek}, as expected`;
  return `${morningTexts.lastWeek}, ${formatPercent(Math.abs(points)).replace(/ ?%$/, '')} ${points < 0 ? 'below' : 'above'}`;
}

export function WeekBlocks({ weeks, isShown }: WeekBlocksProps) {
  const last = weeks.at(-1);
  const expected = expectedOf(weeks);
  const runs = ({ monday, sunday }: Week) => `/production?productionDateFrom=${monday}&productionDateTo=${sunday}`;
  const inwards = ({ monday, sunday }: Week) => `/inward?inwardDateFrom=${monday}&inwardDateTo=${sunday}`;
  return (
    <>
      {isShown('used') && (
        <WeekBlock
          title={morningBlocks.used}
          about="by week"
          figure={formatKilograms(last?.usedGrams ?? 0)}
          figureAbout={morningTexts.lastWeek}
          kind="bars"
          weeks={weeks.map((week) => ({ monday: week.monday, value: week.usedGrams, to: runs(week) }))}
          format={formatKilograms}
          formatAxis={(grams) => `${fromGrams(grams).toLocaleString('en-IN')} kg`}
        />
      )}
      {isShown('purchases') && (
        <WeekBlock
          title={morningBlocks.purchases}
          about="by week, with GST"
          figure={formatRupees(last?.purchases ?? 0)}
          figureAbout={morningTexts.lastWeek}
          kind="bars"
          weeks={weeks.map((week) => ({ monday: week.monday, value: week.purchases, to: inwards(week) }))}
          format={formatRupees}
          formatAxis={shortAmount}
        />
      )}
      {isShown('yield') && (
        <WeekBlock
          title={morningBlocks.yield}
          about={expected === undefined ? 'by week' : `by week, ${formatPercent(expected)} expected`}
          figure={typeof last?.yieldPercent === 'number' ? formatPercent(last.yieldPercent) : morningTexts.noYield}
          figureAbout={besideExpected(last)}
          kind="line"
          weeks={weeks.map((week) => ({
            monday: week.monday,
            value: week.yieldPercent,
            to: `${runs(week)}&status=completed`,
          }))}
          expected={expected}
          format={formatPercent}
          formatAxis={(percent) => `${Math.round(percent)} %`}
        />
      )}
    </>
  );
}
