/** The page of one supplier, buyer, raw material or product: head, form and last changes; the room that shows it adds the rest. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { masters } from '#contract/kinds.ts';
import type { MergeableKind } from '#contract/masters/merging.ts';
import { LastChanges } from '#web/core/records/history/LastChanges.tsx';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import { HistoryButton } from '#web/core/records/RecordButtons.tsx';
import { BackLink, RecordPage } from '#web/core/records/RecordPage.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { MergeButton, MergedNotes } from './merge/Merging.tsx';
import { useMasterEdit } from './useMasterEdit.tsx';

interface MasterRecordPageProps<Row> {
  kind: MergeableKind;
  /** As in the address. */
  id: string;
  query: UseQueryResult<Row>;
  /** The sentence for a record that could not be loaded. */
  failed: string;
  /** Beside the name and the ID. */
  beside?: (record: Row) => ReactNode;
  /** The last buttons of the head. */
  buttons: (record: Row) => ReactNode;
  /** The page below its head; `changes` are the last changes, for the side column. */
  children: (record: Row, changes: ReactNode) => ReactNode;
}

export function MasterRecordPage<Row extends { name: string }>(props: MasterRecordPageProps<Row>) {
  const { kind, id, query, failed } = props;
  const { title, screenPath } = masters[kind];
  return (
    <RecordPage back={<BackLink to={screenPath}>{title}</BackLink>} query={query} of={{ kind, id }} failed={failed}>
      {(record) => <MasterRecord key={id} {...props} record={record} />}
    </RecordPage>
  );
}

interface MasterRecordProps<Row> extends MasterRecordPageProps<Row> {
  record: Row;
}

function MasterRecord<Row extends { name: string }>({
  kind,
  record,
  beside,
  buttons,
  children,
  ...props
}: MasterRecordProps<Row>) {
  const id = Number(props.id);
  const edit = useMasterEdit(kind, record);
  const history = useHistory();
  const changed = { kind, id, name: record.name };
  const showHistory = () => history.show(changed);
  return (
    <>
      <PageHeader
        title={record.name}
        beside={
          <>
            ID {id} {beside?.(record)}
          </>
        }
      >
        <HistoryButton onClick={showHistory} />
        {edit.button}
        <MergeButton kind={kind} id={id} />
        {buttons(record)}
      </PageHeader>
      {edit.form}
      <MergedNotes kind={kind} id={id} />
      {children(record, <LastChanges record={changed} onAll={showHistory} />)}
      {history.drawer}
    </>
  );
}
