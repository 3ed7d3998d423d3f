/** Incoming and outgoing quantities by month, as bars above and below a line; the table has the same numbers. */
import { itemOverviewTexts, type ItemOverview } from '#contract/stock/items/itemOverview.ts';
import type { ReactNode } from 'react';
import { formatQuantity } from '#contract/core/values/format.ts';
import classes from './MonthChart.module.css';

const HEIGHT = 72;
const monthName = new Intl.DateTimeFormat('en-IN', { month: 'short', timeZone: 'UTC' });
const monthAndYear = new Intl.DateTimeFormat('en-IN', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const firstOf = (month: string) => new Date(`${month}-01T00:00:00Z`);

/** From the first month to the last: 'Dec 2025 to Nov 2026'. */
export function rangeOf(months: ItemOverview['months']): string {
  return [months[0], months.at(-1)]
    .flatMap((each) => (each ? monthAndYear.format(firstOf(each.month)) : []))
    .join(' to ');
}

/** Where all months are wider than the screen, the newest are seen, and none is cut by the labels that stand. */
function showNewest(figure: HTMLElement | null): void {
  if (!figure) return;
  const labels = figure.querySelector<HTMLElement>('thead td')?.offsetWidth ?? 0;
  figure.style.scrollPaddingLeft = `${labels}px`;
  const months = Array.from(
    figure.querySelectorAll<HTMLElement>('th[scope=col]'),
    (month) => month.offsetLeft - labels,
  );
  const end = figure.scrollWidth - figure.clientWidth;
  figure.scrollLeft = months.findLast((start) => start <= end) ?? 0;
}

export function MonthChart({ months, unit }: { months: ItemOverview['months']; unit: string }) {
  const most = Math.max(...months.flatMap(({ inQty, outQty }) => [inQty, outQty]), 0);
  const heightOf = (quantity: number) => (most > 0 ? Math.max(0, (quantity / most) * HEIGHT) : 0);
  return (
    <div
      className={classes.figure}
      ref={showNewest}
      tabIndex={0}
      role="region"
      aria-label={`Chart: ${itemOverviewTexts.months}`}
    >
      <table className={classes.months} aria-label={itemOverviewTexts.months}>
        <thead>
          <tr>
            <td />
            {months.map(({ month }) => (
              <th key={month} scope="col" title={monthAndYear.format(firstOf(month))}>
                {monthName.format(firstOf(month))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Row label="In" values={months.map(({ month, inQty }) => [month, inQty])}>
            {(quantity) => <span className={classes.in} style={{ height: heightOf(quantity) }} aria-hidden />}
          </Row>
          <Row label="Out" values={months.map(({ month, outQty }) => [month, outQty])}>
            {(quantity) => <span className={classes.out} style={{ height: heightOf(quantity) }} aria-hidden />}
          </Row>
          <Row
            label={unit ? `Balance, ${unit}` : 'Balance'}
            values={months.map(({ month, balanceQty }) => [month, balanceQty])}
          />
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  label: string;
  values: readonly [month: string, quantity: number][];
  children?: (quantity: number) => ReactNode;
}

function Row({ label, values, children }: RowProps) {
  return (
    <tr data-side={label.toLowerCase()}>
      <th scope="row">{label}</th>
      {values.map(([month, quantity]) => (
        <td key={month} data-none={quantity === 0 || undefined}>
          {children?.(quantity)}
          <span>{formatQuantity(quantity)}</span>
        </td>
      ))}
    </tr>
  );
}
