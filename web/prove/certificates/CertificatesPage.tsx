/** Certificates of suppliers and our own. */
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { certificateEndpoints, certificateTexts, type CertificateRecord } from '#contract/prove/certificates.ts';
import { formatDate } from '#contract/core/values/format.ts';
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
import { certificateCard, certificateColumns, holderColumn } from '#web/prove/certificates/certificateColumns.tsx';
import { lazyWithPreload } from '#web/core/ui/lazyWithPreload.ts';
import { ListHeader } from '#web/core/list/ListHeader.tsx';
import { AddButton } from '#web/core/ui/AddButton.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { certificateDraft } from './certificateDraft.ts';
import type { CertificateFormProps } from './CertificateForm.tsx';
import { UncoveredNote, type Uncovered } from './UncoveredNote.tsx';

const useForm = lazyWithPreload(() => import('./CertificateForm.tsx'));

const columns = [holderColumn, ...certificateColumns];

const nameOf = (row: CertificateRecord) => `certificate ${row.number}`;

export function CertificatesPage() {
  const [filters, show] = useFilters(certificateEndpoints.list);
  const list = useList(certificateEndpoints.list, { pageSize: pageSizes.certificates, filters });
  const form = useOpenedForm('certificates', {
    record: certificateEndpoints.list.answer.element,
    values: certificateDraft,
    keptAs: (record) => record?.certificateId,
  });
  const [uncovered, setUncovered] = useState<Uncovered>();
  const beginning = useBeginsWith();
  const open = (record?: CertificateRecord) =>
    form.leave(() => {
      beginning.forget();
      form.open(record);
    });
  const history = useHistory();
  const deletion = useDeletion({
    question: certificateTexts.confirmDelete,
    subjectOf: (row: CertificateRecord) => ({
      name: row.number,
      facts: [`ID ${row.certificateId}`, row.supplierName ?? certificateTexts.own, `to ${formatDate(row.validTo)}`],
    }),
    remove: (row: CertificateRecord) => call(certificateEndpoints.remove, { params: { id: row.certificateId } }),
    done: certificateTexts.deleted,
    undo: (row) => ({ kind: 'certificates', id: row.certificateId }),
    onDeleted: (row) => {
      if (form.record?.certificateId === row.certificateId) form.close();
    },
    onFailed: (fault) => toastFailed(certificateTexts.deleteFailed, whyOf(fault)),
  });
  const mayCreate = may('create', 'certificates');

  return (
    <>
      <ListHeader
        title={certificateTexts.title}
        list={list}
        searchLabel="Search certificates"
        searchPlaceholder={certificateTexts.searchPlaceholder}
      >
        <ListExport
          endpoint={certificateEndpoints.list}
          list={list}
          filters={filters}
          load={async () => (await import('./certificateSheet.ts')).certificateSheet}
        />
        {mayCreate && <AddButton onClick={() => open()}>Add certificate</AddButton>}
      </ListHeader>
      {uncovered && <UncoveredNote {...uncovered} onDone={() => setUncovered(undefined)} />}
      <Suspense>
        {form.isOpen && (
          <Form
            key={form.key}
            {...form.props}
            supplier={beginning.party}
            onUncovered={(certificate, lots) => setUncovered({ certificate, lots })}
          />
        )}
      </Suspense>
      <ListFilters endpoint={certificateEndpoints.list} label="certificates" filters={filters} show={show} />
      <ListPanel
        list={list}
        label={certificateTexts.title}
        columns={columns}
        card={certificateCard}
        rowId={(row) => row.certificateId}
        to={({ certificateId }) => ({
          to: '/certificates/$certificateId',
          params: { certificateId: String(certificateId) },
        })}
        {...rowMenu('certificates', {
          nameOf,
          onEdit: open,
          onHistory: (row) => history.show({ kind: 'certificates', id: row.certificateId, name: nameOf(row) }),
          onDelete: deletion.ask,
        })}
        failed={certificateTexts.loadFailed}
        empty={certificateTexts.empty}
        begin={
          mayCreate && (
            <Button variant="default" onClick={() => open()}>
              Add the first certificate
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

function Form(props: CertificateFormProps) {
  const { CertificateForm } = useForm();
  return <CertificateForm {...props} />;
}
