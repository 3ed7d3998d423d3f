/** The saved views of a list: each shows the list with its search, filters and order. */
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { formatCount } from '#contract/core/values/format.ts';
import { viewEndpoints, viewTexts, type ViewRecord } from '#contract/core/views.ts';
import type { ViewedList } from '#contract/kinds.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import { lazyComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { openPart } from '#web/core/ui/loading/lazyWithPreload.ts';
import classes from './SavedViews.module.css';
import type { CountQuery } from '#web/core/list/useList.ts';
import { searchOfView, showView, viewQueryOf } from './viewQuery.ts';

const ViewDialog = lazyComponent(async () => (await import('./ViewDialog.tsx')).ViewDialog);

/** How many of the views say how many rows they have: each is a question of its own to the server. */
const MAX_COUNTS = 12;
/** Counts are not refetched within this time, unless a view was saved here. */
const FRESH_MS = 60_000;

interface SavedViewsProps {
  list: ViewedList;
  countQuery: (address: Record<string, unknown>) => CountQuery;
}

export function SavedViews({ list, countQuery }: SavedViewsProps) {
  const query = viewQueryOf(useSearch({ strict: false }));
  const { data: views = [] } = useQuery(queryOf(viewEndpoints.list, { query: { list } }));
  /** The edited view; without one a new one is saved. Stays while the dialog fades out. */
  const [edited, setEdited] = useState<ViewRecord>();
  const [opened, setOpened] = useState(false);
  /** The view that was just saved: its link takes the focus from the button, which goes. */
  const created = useRef<number>(undefined);
  /** Makes a new form for each opening. */
  const [openings, setOpenings] = useState(0);
  const open = (view?: ViewRecord) =>
    openPart(ViewDialog, () => {
      setEdited(view);
      setOpenings(openings + 1);
      setOpened(true);
    });
  const shown = views.find((view) => viewQueryOf(searchOfView(view.query)) === query);
  if (views.length === 0 && query === '') return null;
  const mayChange = shown && (shown.isOwn || may('update', 'sharedViews'));
  return (
    <nav className={classes.views} aria-label="Views">
      <Link
        to="."
        search={(before) => showView(before, '')}
        activeOptions={{ exact: true }}
        aria-current={query === '' ? 'true' : undefined}
      >
        {viewTexts.all}
      </Link>
      {views.map((view, index) => (
        <Link
          key={view.viewId}
          ref={(link) => {
            if (!link || created.current !== view.viewId) return;
            created.current = undefined;
            link.focus();
          }}
          to="."
          search={(before) => showView(before, view.query)}
          activeOptions={{ exact: true }}
          aria-current={view === shown ? 'true' : undefined}
        >
          {view.name} {index < MAX_COUNTS && <Count query={countQuery(searchOfView(view.query))} />}
        </Link>
      ))}
      {mayChange && (
        <button type="button" aria-label={`Change the view ${shown.name}`} onClick={() => open(shown)}>
          <IconPencil size={15} aria-hidden />
        </button>
      )}
      {query !== '' && !shown && (
        <button type="button" onClick={() => open()}>
          <IconPlus size={14} aria-hidden />
          {viewTexts.save}
        </button>
      )}
      <Suspense>
        {openings > 0 && (
          <ViewDialog
            key={openings}
            opened={opened}
            list={list}
            query={query}
            view={edited}
            onCreated={(viewId) => (created.current = viewId)}
            onClose={() => setOpened(false)}
          />
        )}
      </Suspense>
    </nav>
  );
}

function Count({ query }: { query: CountQuery }) {
  const { data } = useQuery({ ...query, staleTime: FRESH_MS });
  return data && <small>{formatCount(data.total)}</small>;
}
