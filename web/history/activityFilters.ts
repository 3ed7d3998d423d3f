/** What of the activity's filters stands in the address: the person, the kind, the first and the last day. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { isCalendarDate } from '#contract/dates.ts';
import { historyKinds, type HistoryKind } from '#contract/history.ts';

export interface ActivityFilters {
  person?: number;
  kind?: HistoryKind;
  /** Calendar days, yyyy-mm-dd, as the person at the screen counts them. */
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

/** The filters of the address, and how to change some of them, which leads back to the first page. */
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

/** The moment at which a day begins where the person at the screen is, so many days later. */
function beginningOf(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

/** The filters as the call takes them. */
export function queryOf({ person, kind, from, to }: ActivityFilters) {
  return {
    userId: person,
    kind,
    from: from && beginningOf(from),
    to: to && beginningOf(to, 1),
  };
}
