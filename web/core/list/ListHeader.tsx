import type { ReactNode } from 'react';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { SearchField } from '#web/core/ui/SearchField.tsx';
import type { List } from './useList.ts';

interface ListHeaderProps {
  title: string;
  list: Pick<List<unknown>, 'count' | 'whole' | 'search' | 'setSearch'>;
  searchLabel: string;
  searchPlaceholder: string;
  /** Buttons, behind the search. */
  children?: ReactNode;
}

/** The title of a list with its count, its search and its buttons. */
export function ListHeader({ title, list, searchLabel, searchPlaceholder, children }: ListHeaderProps) {
  return (
    <PageHeader title={title} count={list.count} of={list.whole}>
      <SearchField label={searchLabel} placeholder={searchPlaceholder} value={list.search} onChange={list.setSearch} />
      {children}
    </PageHeader>
  );
}
