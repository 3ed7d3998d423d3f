/** The activity's filters, kept in the URL. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { isCalendarDate } from '#contract/dates.ts';
import { historyKinds, type HistoryKind } from '#contract/history.ts';

export interface ActivityFilters {
  person?: number;
  kind?: HistoryKind;
  /** First and last day, yyyy-mm-dd, in the user's time zone. */
  from?: string;
  to?: string;
}

function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && isCalendarDate(value) ? value.slice(0, 10) : undefined;
}

function readFilters(address: Record<string, unknown>): ActivityFilters {
  const person = Number(address['person']);
  return {
    person: Number.isSafeInteger(person) && person > 0 ? person : undefined,
    kind: historyKinds.find((each) => each === address['kind']),
    from: dayOf(address['from']),
    to: dayOf(address['to']),
  };
}

/** The filters, and a setter for some of them, which resets the page. */
export function useActivityFilters(): [ActivityFilters, (next: Partial<ActivityFilters>) => void] {
  const filters = readFilters(useSearch({ strict: false }));
  const navigate = useNavigate();
  const show = (next: Partial<ActivityFilters>) => {
    navigate({
      to: '.',
      search: (address) => ({ ...address, ...next, page: undefined }),
      replace: true,
      resetScroll: false,
    }).catch(console.error);
  };
  return [filters, show];
}

/** Midnight in the user's time zone. */
function startOfDay(day: string, daysLater = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}

/** The filters as query parameters. */
export function queryOf({ person, kind, from, to }: ActivityFilters) {
  return {
    userId: person,
    kind,
    from: from && startOfDay(from),
    to: to && startOfDay(to, 1),
  };
}
