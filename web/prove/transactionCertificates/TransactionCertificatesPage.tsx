/** Transaction certificates, and what none covers yet. */
import { coverTexts, directionLabels } from '#contract/stock/covers.ts';
import { Suspense, useState } from 'react';
import { formatDate } from '#contract/core/values/format.ts';
import { pageSizes } from '#contract/kinds.ts';
import {
  transactionCertificateEndpoints,
  transactionCertificateTexts as texts,
  type TransactionCertificateRecord,
  type UncoveredLine,
} from '#contract/prove/transactionCertificates.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { may } from '#web/core/api/session.ts';
import { rowMenu } from '#web/core/form/rowMenu.ts';
import { useDeletion } from '#web/core/form/useDeletion.tsx';
import { useOpenedForm } from '#web/core/form/useOpenedForm.ts';
import { ListExport } from '#web/core/list/ListExport.tsx';
import { ListFilters } from '#web/core/filters/ListFilters.tsx';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { useFilters } from '#web/core/filters/useFilters.ts';
import { useList } from '#web/core/list/useList.ts';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import { lazyWithPreload } from '#web/core/ui/lazyWithPreload.ts';
import { ListHeader } from '#web/core/list/ListHeader.tsx';
import { AddButton } from '#web/core/ui/AddButton.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { StillToBeCovered } from './StillToBeCovered.tsx';
import { transactionCertificateCard, transactionCertificateColumns } from './transactionCertificateColumns.tsx';
import { transactionCertificateDraft } from './transactionCertificateDraft.ts';
import type { TransactionCertificateFormProps } from './TransactionCertificateForm.tsx';

const useForm = lazyWithPreload(() => import('./TransactionCertificateForm.tsx'));

const nameOf = ({ number, transactionCertificateId }: TransactionCertificateRecord) =>
  `transaction certificate ${number || transactionCertificateId}`;

export function TransactionCertificatesPage() {
  const [filters, show] = useFilters(transactionCertificateEndpoints.list);
  const list = useList(transactionCertificateEndpoints.list, { pageSize: pageSizes.transactionCertificates, filters });
  const form = useOpenedForm('transactionCertificates', {
    record: transactionCertificateEndpoints.list.answer.element,
    values: transactionCertificateDraft,
    keptAs: (record) => record?.transactionCertificateId,
  });
  const [begun, setBegun] = useState<readonly UncoveredLine[]>([]);
  const history = useHistory();
  const deletion = useDeletion({
    question: texts.confirmDelete,
    subjectOf: (row: TransactionCertificateRecord) => ({
      name: row.number || coverTexts.noNumber,
      facts: [
        `ID ${row.transactionCertificateId}`,
        `${directionLabels[row.direction]}, ${row.partyName}`,
        ...(row.issuedOn === null ? [] : [formatDate(row.issuedOn)]),
      ],
    }),
    remove: (row: TransactionCertificateRecord) =>
      call(transactionCertificateEndpoints.remove, { params: { id: row.transactionCertificateId } }),
    done: texts.deleted,
    undo: (row) => ({ kind: 'transactionCertificates', id: row.transactionCertificateId }),
    onDeleted: (row) => {
      if (form.record?.transactionCertificateId === row.transactionCertificateId) form.close();
    },
    onFailed: (fault) => toastFailed(texts.deleteFailed, whyOf(fault)),
  });
  const mayCreate = may('create', 'transactionCertificates');
  const add = (lines: readonly UncoveredLine[]) =>
    form.leave(() => {
      setBegun(lines);
      form.open();
    });

  return (
    <>
      <ListHeader
        title={texts.title}
        list={list}
        searchLabel="Search transaction certificates"
        searchPlaceholder={texts.searchPlaceholder}
      >
        <ListExport
          endpoint={transactionCertificateEndpoints.list}
          list={list}
          filters={filters}
          load={async () => (await import('./transactionCertificateSheet.ts')).transactionCertificateSheet}
        />
        {mayCreate && <AddButton onClick={() => add([])}>Add transaction certificate</AddButton>}
      </ListHeader>
      <Suspense>{form.isOpen && <Form key={form.key} {...form.props} begun={begun} />}</Suspense>
      <StillToBeCovered isShown={!list.narrowed} onAdd={add}>
        <RecordSection heading="Recorded">
          <ListFilters
            endpoint={transactionCertificateEndpoints.list}
            label="transaction certificates"
            filters={filters}
            show={show}
          />
          <ListPanel
            list={list}
            label={texts.title}
            columns={transactionCertificateColumns}
            card={transactionCertificateCard}
            rowId={(row) => row.transactionCertificateId}
            {...rowMenu('transactionCertificates', {
              nameOf,
              onEdit: form.open,
              onHistory: (row) =>
                history.show({ kind: 'transactionCertificates', id: row.transactionCertificateId, name: nameOf(row) }),
              onDelete: deletion.ask,
            })}
            failed={texts.loadFailed}
            empty={texts.empty}
          />
        </RecordSection>
      </StillToBeCovered>
      {deletion.dialog}
      {history.drawer}
      {form.dialog}
    </>
  );
}

function Form(props: TransactionCertificateFormProps) {
  const { TransactionCertificateForm } = useForm();
  return <TransactionCertificateForm {...props} />;
}
