/** The charts of the dashboard, loaded after the rest. They take no focus: the table beside them has the same figures. */
import '@mantine/charts/styles.layer.css';
import { BarChart, LineChart } from '@mantine/charts';
import { useRouter } from '@tanstack/react-router';

export interface WeekValue {
  monday: string;
  value: number | null;
  /** The list whose rows the week's figure counts. */
  to: string;
}

interface WeekChartProps {
  kind: 'bars' | 'line';
  weeks: readonly WeekValue[];
  expected?: number | undefined;
  format: (value: number) => string;
  formatAxis: (value: number) => string;
}

const HEIGHT = 120;

/** '16-11' of 2026-11-16. */
const dayAndMonth = (date: string) => `${date.slice(8)}-${date.slice(5, 7)}`;

export function WeekChart({ kind, weeks, expected, format, formatAxis }: WeekChartProps) {
  const router = useRouter();
  const open = (monday: unknown) => {
    const week = weeks.find((each) => each.monday === monday);
    if (week) router.navigate({ href: week.to }).catch(console.error);
  };
  const common = {
    h: HEIGHT,
    data: weeks.map(({ monday, value }) => ({ monday, value: value ?? undefined })),
    dataKey: 'monday',
    series: [{ name: 'value', label: '', color: 'var(--primary)' }],
    gridAxis: 'x' as const,
    tickLine: 'none' as const,
    valueFormatter: format,
    xAxisProps: {
      tickFormatter: dayAndMonth,
      ticks: [weeks[0]?.monday ?? '', weeks.at(-1)?.monday ?? ''],
      interval: 0 as const,
      padding: { left: 8, right: 8 },
    },
    yAxisProps: { orientation: 'right' as const, tickFormatter: formatAxis, tickCount: 3, width: 64 },
    tooltipAnimationDuration: 0,
    tooltipProps: { labelFormatter: (monday: unknown) => `Week from ${dayAndMonth(String(monday))}` },
  };
  if (kind === 'bars') {
    return (
      <BarChart
        {...common}
        barProps={{ radius: 2, isAnimationActive: false }}
        barChartProps={{
          accessibilityLayer: false,
          onClick: ({ activeLabel }) => open(activeLabel),
          cursor: 'pointer',
        }}
      />
    );
  }
  return (
    <LineChart
      {...common}
      curveType="linear"
      connectNulls={false}
      {...(expected === undefined
        ? {}
        : { referenceLines: [{ y: expected, color: 'var(--dim)', label: formatAxis(expected) }] })}
      yAxisProps={{ ...common.yAxisProps, domain: ['dataMin - 1', 'dataMax + 1'] }}
      lineProps={{ isAnimationActive: false }}
      lineChartProps={{ accessibilityLayer: false, onClick: ({ activeLabel }) => open(activeLabel), cursor: 'pointer' }}
    />
  );
}
