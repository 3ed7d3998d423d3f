/** A figure by week: the last one in large, a chart that comes later, and its table. */
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { formatDate } from '#contract/format.ts';
import { morningTexts } from '#contract/morningTexts.ts';
import { lazyWithPreload } from '#web/ui/lazyWithPreload.ts';
import { Block } from './Block.tsx';
import classes from './Morning.module.css';
import type { WeekValue } from './WeekChart.tsx';

const useChart = lazyWithPreload(() => import('./WeekChart.tsx'));

interface WeekBlockProps {
  title: string;
  about: string;
  /** The last week's value, and what it is beside. */
  figure: string;
  figureAbout: string;
  kind: 'bars' | 'line';
  weeks: readonly WeekValue[];
  /** Of a line: what is expected. */
  expected?: number | undefined;
  format: (value: number) => string;
  formatAxis: (value: number) => string;
}

function Chart(props: Pick<WeekBlockProps, 'kind' | 'weeks' | 'expected' | 'format' | 'formatAxis'>) {
  const { WeekChart } = useChart();
  return <WeekChart {...props} />;
}

export function WeekBlock({ title, about, figure, figureAbout, ...chart }: WeekBlockProps) {
  const { weeks, format } = chart;
  return (
    <Block title={title} about={about}>
      <p className={classes.figure}>
        <b>{figure}</b> {figureAbout}
      </p>
      <div className={classes.chart} aria-hidden>
        <Suspense>
          <Chart {...chart} />
        </Suspense>
      </div>
      <details className={classes.weeks}>
        <summary>
          {morningTexts.byWeek}
          <span className="visually-hidden">: {title}</span>
        </summary>
        <table className={classes.table} aria-label={`${title} ${about}`}>
          <thead>
            <tr>
              <th scope="col">Week from</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {weeks.toReversed().map(({ monday, value, to }) => (
              <tr key={monday}>
                <td>
                  <Link to={to}>{formatDate(monday)}</Link>
                </td>
                <td>{value === null ? 'none' : format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Block>
  );
}
