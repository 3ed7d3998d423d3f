/** All dispatches: what left for which buyer, with the form above. */
import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { dispatchEndpoints, dispatchTexts, type DispatchRecord } from '#contract/ship/dispatches.ts';
import { pageSizes } from '#contract/kinds.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { may } from '#web/core/api/session.ts';
import { rowMenu } from '#web/core/form/rowMenu.ts';
import { useDeletion } from '#web/core/form/useDeletion.tsx';
import { useBeginsWith } from '#web/core/form/useBeginsWith.ts';
import { useOpenedForm } from '#web/core/form/useOpenedForm.ts';
import { ListExport } from '#web/core/list/ListExport.tsx';
import { ListFilters } from '#web/core/filters/ListFilters.tsx';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { useFilters } from '#web/core/filters/useFilters.ts';
import { useList } from '#web/core/list/useList.ts';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import { lazyPart, lazyWithPreload } from '#web/core/ui/lazyWithPreload.ts';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { ListHeader } from '#web/core/list/ListHeader.tsx';
import { AddButton } from '#web/core/ui/AddButton.tsx';
import { dispatchCard, dispatchColumns, dispatchPage, factsOf, nameOf } from '#web/ship/dispatches/dispatchColumns.tsx';
import { dispatchDraft } from './dispatchDraft.ts';
import type { DispatchFormProps } from './DispatchForm.tsx';

const useForm = lazyWithPreload(() => import('./DispatchForm.tsx'));
const lateBulk = lazyPart(() => import('./dispatchBulk.tsx'));

export function DispatchesPage() {
  const [filters, show] = useFilters(dispatchEndpoints.list);
  const list = useList(dispatchEndpoints.list, { pageSize: pageSizes.dispatches, filters });
  const form = useOpenedForm('dispatches', {
    record: dispatchEndpoints.get.answer,
    values: dispatchDraft,
    keptAs: (record) => record?.dispatchId,
  });
  const mayCreate = may('create', 'dispatches');
  const beginning = useBeginsWith();
  const lot = useLotToSend(() => mayCreate && form.open());
  const navigate = useNavigate();
  const deletion = useDeletion({
    question: dispatchTexts.confirmDelete,
    subjectOf: (row: DispatchRecord) => ({ name: nameOf(row), facts: factsOf(row) }),
    remove: (row: DispatchRecord) => call(dispatchEndpoints.remove, { params: { id: row.dispatchId } }),
    done: dispatchTexts.deleted,
    undo: (row) => ({ kind: 'dispatches', id: row.dispatchId }),
    onDeleted: (row) => {
      if (form.record?.dispatchId === row.dispatchId) form.close();
    },
    onFailed: (fault) => toastFailed(dispatchTexts.deleteFailed, whyOf(fault)),
  });
  const history = useHistory();
  const open = (record?: DispatchRecord) => {
    form.leave(() => {
      lot.forget();
      beginning.forget();
      form.open(record);
    });
  };

  return (
    <>
      <ListHeader
        title={dispatchTexts.title}
        list={list}
        searchLabel="Search dispatches"
        searchPlaceholder={dispatchTexts.searchPlaceholder}
      >
        <ListExport
          endpoint={dispatchEndpoints.list}
          list={list}
          filters={filters}
          load={async () => (await import('./dispatchSheet.ts')).dispatchSheet}
        />
        {mayCreate && <AddButton onClick={() => open()}>Add dispatch</AddButton>}
      </ListHeader>
      <Suspense>
        {form.isOpen && (
          <Form
            key={form.key}
            {...form.props}
            lotId={lot.lotId}
            buyer={beginning.party}
            onPrint={
              form.record === undefined
                ? (id) => {
                    const params = { dispatchId: String(id) };
                    navigate({ to: '/dispatches/$dispatchId', params, state: { print: true } }).catch(console.error);
                  }
                : undefined
            }
          />
        )}
      </Suspense>
      <ListFilters endpoint={dispatchEndpoints.list} label="dispatches" filters={filters} show={show} />
      <ListPanel
        list={list}
        label={dispatchTexts.title}
        columns={dispatchColumns}
        card={dispatchCard}
        rowId={(row) => row.dispatchId}
        to={dispatchPage}
        views="dispatches"
        bulk={{ nameOf, lateActions: () => lateBulk().dispatchBulk() }}
        {...rowMenu('dispatches', {
          nameOf,
          onEdit: open,
          onHistory: (row) => history.show({ kind: 'dispatches', id: row.dispatchId, name: nameOf(row) }),
          onDelete: deletion.ask,
        })}
        failed={dispatchTexts.loadFailed}
        empty={dispatchTexts.empty}
        begin={
          mayCreate && (
            <Button variant="default" onClick={() => open()}>
              Add the first dispatch
            </Button>
          )
        }
      />
      {deletion.dialog}
      {history.drawer}
      {form.dialog}
    </>
  );
}

/** The batch whose page led here; it is taken out of the URL, so that going back does not open the form again. */
function useLotToSend(onFound: () => void) {
  const { sendLotId } = useSearch({ from: '/shell/dispatches' });
  const [lotId, setLotId] = useState(() => (Number(sendLotId) > 0 ? Number(sendLotId) : undefined));
  const navigate = useNavigate();
  const begin = useEffectEvent(() => {
    if (lotId === undefined) return;
    onFound();
    navigate({ to: '.', search: (before) => ({ ...before, sendLotId: undefined }), replace: true }).catch(
      console.error,
    );
  });
  useEffect(() => begin(), []);
  return { lotId, forget: () => setLotId(undefined) };
}

function Form(props: DispatchFormProps) {
  const { DispatchForm } = useForm();
  return <DispatchForm {...props} />;
}
