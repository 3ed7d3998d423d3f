import { formatCount } from '../../core/values/format.ts';

/** What a sheet leaves open. */
export const questionTexts = {
  title: (count: number) =>
    count === 1 ? '1 question about this sheet' : `${formatCount(count)} questions about this sheet`,
  column: (label: string, columns: number) =>
    `${columns === 2 ? 'Two' : formatCount(columns)} columns could be ${label}. Which one is it?`,
  noColumn: 'None of them',
  dateOrder: (label: string) => `${label}: day first or month first?`,
  dayFirst: 'Day first',
  inIndia: 'as in India',
  monthFirst: 'Month first',
  noDay: 'no day',
  noNumber: 'no number',
  decimals: (label: string) => `${label}: what is the comma?`,
  commaGroups: 'Between thousands',
  commaDecimals: 'Before decimals',
  unitSize: (unit: string) => `Some quantities are in ${unit}. How much does one hold?`,
  one: (unit: string) => `1 ${unit} =`,
  sizeLabel: (unit: string, inUnit: string) => `1 ${unit} in ${inUnit}`,
  was: (text: string, reading: string) => `${text} → ${reading}`,
} as const;
