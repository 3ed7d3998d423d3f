/** Periods that people ask for, as first and last day. */
import { daysAfter, financialYearOf } from '#contract/core/values/dates.ts';

interface Period {
  label: string;
  from: string;
  to: string;
}

const MONTHS_SHOWN = 12;
/** Not by Intl: on a phone it would take longer than the rest of a list. */
const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The first and the last day of so many months from one on. */
function monthsFrom(year: number, month: number, months: number): Pick<Period, 'from' | 'to'> {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { from: dayOf(Date.UTC(year, month, 1)), to: dayOf(Date.UTC(year, month + months, 0)) };
}

function financialYear(name: string, today: string, yearsBefore: number): Period {
  const { label, ...days } = financialYearOf(today, yearsBefore);
  return { label: `${name} (${label})`, ...days };
}

/** The last twelve months by name, this one first, and two financial years. `today` is yyyy-mm-dd. */
export function periodsOf(today: string): Period[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const months = Array.from({ length: MONTHS_SHOWN }, (_, back) => {
    const days = monthsFrom(year, month - 1 - back, 1);
    const [ofYear = '', ofMonth] = days.from.split('-');
    return { label: `${monthNames[Number(ofMonth) - 1]} ${ofYear}`, ...days };
  });
  return [...months, financialYear('This financial year', today, 0), financialYear('Last financial year', today, 1)];
}

const COMING_DAYS = [30, 60, 90] as const;

/** Past days, and coming days up to each limit, for expiry dates. `today` is yyyy-mm-dd. */
export function comingPeriodsOf(today: string): { label: string; from?: string; to: string }[] {
  return [
    { label: 'Past', to: daysAfter(today, -1) },
    ...COMING_DAYS.map((days) => ({ label: `Within ${days} days`, from: today, to: daysAfter(today, days) })),
  ];
}
