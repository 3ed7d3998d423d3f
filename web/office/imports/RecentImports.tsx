/** Earlier imports of a kind: time, user, result. */
import { useQuery } from '@tanstack/react-query';
import { importEndpoints } from '#contract/office/imports.ts';
import { importTexts } from '#contract/stock/importing.ts';
import type { ImportKind } from '#contract/kinds.ts';
import { importSheets } from '#contract/office/importSheets.ts';
import { importPageTexts as texts } from '#contract/office/importScreen.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import { Timestamp } from '#web/core/ui/Timestamp.tsx';
import classes from './RecentImports.module.css';
import { UndoImport } from './UndoImport.tsx';

export function RecentImports({ kind }: { kind: ImportKind }) {
  const { data = [] } = useQuery(queryOf(importEndpoints.list));
  const own = data.filter((each) => each.kind === kind);
  if (own.length === 0) return null;
  return (
    <RecordSection heading={texts.recent}>
      <Panel>
        <ul className={classes.recent}>
          {own.map(({ importId, fileName, created, updated, userName, createdAt, undoneAt }) => (
            <li key={importId}>
              <Timestamp at={createdAt} />
              <span>
                {fileName === '' ? texts.fromFile('') : fileName}, {userName}:{' '}
                {importTexts.saved(created, updated, importSheets[kind].noun)}
              </span>
              {undoneAt === null ? <UndoImport importId={importId} /> : <span>{importTexts.undone}</span>}
            </li>
          ))}
        </ul>
      </Panel>
    </RecordSection>
  );
}
