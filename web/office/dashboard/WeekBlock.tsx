/** A figure by week: the last one in large, a chart that comes when its place is seen, and its table. */
import { useInViewport } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { formatDate } from '#contract/core/values/format.ts';
import { morningTexts } from '#contract/office/morningTexts.ts';
import { lazyPart } from '#web/core/ui/lazyWithPreload.ts';
import { Block, Nothing } from './Block.tsx';
import classes from './Morning.module.css';
import type { WeekValue } from './WeekChart.tsx';

/** Half as large as all else of the dashboard: on a phone it is below what is read first. */
const useChart = lazyPart(() => import('./WeekChart.tsx'));

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
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const [wasSeen, setWasSeen] = useState(false);
  if (inViewport && !wasSeen) setWasSeen(true);
  return (
    <Block title={title} about={about}>
      <p className={classes.figure}>
        <b>{figure}</b> {figureAbout}
      </p>
      {weeks.some(({ value }) => value) ? (
        <div ref={ref} className={classes.chart} aria-hidden>
          <Suspense>{wasSeen && <Chart {...chart} />}</Suspense>
        </div>
      ) : (
        <Nothing>{morningTexts.noWeeks}</Nothing>
      )}
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
