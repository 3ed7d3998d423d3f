import { useNavigate, useSearch } from '@tanstack/react-router';
import { currentUser } from '#web/core/api/session.ts';
import { readListState, writeListState, type ListState } from './listSearch.ts';

export function useListState(prefix: string): [state: ListState, show: (next: Partial<ListState>) => void] {
  const state = readListState(useSearch({ strict: false }), prefix);
  const navigate = useNavigate();
  const show = (next: Partial<ListState>) => {
    // When the session has ended, the state of this screen must not follow to the sign-in.
    if (!currentUser()) return;
    navigate({
      to: '.',
      search: (address) => ({
        ...address,
        ...writeListState({ ...readListState(address, prefix), ...next }, prefix),
      }),
      replace: next.search !== undefined,
      resetScroll: false,
    }).catch(console.error);
  };
  return [state, show];
}
