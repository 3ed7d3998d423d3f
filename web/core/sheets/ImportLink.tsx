/** Leads from a list to the import of its records; cells that are pasted anywhere on the list go there too. */
import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { importedResource, importKindOf } from '#contract/kinds.ts';
import { may } from '#web/core/api/session.ts';
import classes from './besideSearch.module.css';

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** `resource` is the kind of the list; kinds without an import have no link. */
export function ImportLink({ resource }: { resource: string }) {
  const kind = importKindOf(resource);
  const navigate = useNavigate();
  const isAllowed = kind !== undefined && may('create', importedResource(kind));
  useEffect(() => {
    if (kind === undefined || !isAllowed) return undefined;
    const take = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (isField(event.target) || !text.includes('\n')) return;
      // With the library that reads it, which a list doesn't load.
      import('./pastedCells.ts')
        .then(async ({ isTable, storePasted }) => {
          if (!isTable(text)) return;
          storePasted(text);
          await navigate({ to: '/import/$kind', params: { kind } });
        })
        .catch(console.error);
    };
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, [isAllowed, kind, navigate]);
  if (!isAllowed) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconFileImport size={16} aria-hidden />}
      component={Link}
      to={`/import/${kind}`}
      className={classes.button}
      aria-label="Import"
      data-beside-search
    >
      <span className={classes.word}>Import</span>
    </Button>
  );
}
