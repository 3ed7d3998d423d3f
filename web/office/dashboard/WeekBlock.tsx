/** A figure by week: the last one in large, a chart that comes when its place is seen, and its table. */
import { useInViewport } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { formatDate } from '#contract/core/values/format.ts';
import { morningTexts } from '#contract/office/morningTexts.ts';
import { lazyComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { Block, Nothing } from './Block.tsx';
import { BlockTable } from './BlockTable.tsx';
import classes from './WeekBlock.module.css';
import type { WeekValue } from './WeekChart.tsx';

/** Half the size of the whole dashboard, and on a phone below the first screen, so it loads late. */
const WeekChart = lazyComponent(async () => (await import('./WeekChart.tsx')).WeekChart);

interface WeekBlockProps {
  title: string;
  about: string;
  /** The last week's value, and its label. */
  figure: string;
  figureAbout: string;
  kind: 'bars' | 'line';
  weeks: readonly WeekValue[];
  /** Expected value of a line chart. */
  expected?: number | undefined;
  format: (value: number) => string;
  formatAxis: (value: number) => string;
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
          <Suspense>{wasSeen && <WeekChart {...chart} />}</Suspense>
        </div>
      ) : (
        <Nothing>{morningTexts.noWeeks}</Nothing>
      )}
      <details className={classes.weeks}>
        <summary>
          {morningTexts.byWeek}
          <span className="visually-hidden">: {title}</span>
        </summary>
        <BlockTable label={`${title} ${about}`} numbersFrom={2}>
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
        </BlockTable>
      </details>
    </Block>
  );
}
