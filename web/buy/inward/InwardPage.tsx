/** Specification §2, Inward. */
import { Button } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { formatDate, formatRupees } from '#contract/core/values/format.ts';
import { inwardEndpoints, type InwardRecord, type InwardTotals } from '#contract/buy/inward.ts';
import { inwardLabels, inwardTexts, inwardTotalLabels } from '#contract/buy/inwardTexts.ts';
import { pageSizes } from '#contract/kinds.ts';
import { call, callImage, whyOf } from '#web/core/api/client.ts';
import { may } from '#web/core/api/session.ts';
import { rowMenu } from '#web/core/form/rowMenu.ts';
import { useDeletion } from '#web/core/form/useDeletion.tsx';
import { useBeginsWith } from '#web/core/form/useBeginsWith.ts';
import { useOpenedForm } from '#web/core/form/useOpenedForm.ts';
import { useReadToEdit } from '#web/core/form/useReadToEdit.ts';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import { ListExport } from '#web/core/list/ListExport.tsx';
import { ListFilters } from '#web/core/filters/ListFilters.tsx';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { useFilters } from '#web/core/filters/useFilters.ts';
import { useList } from '#web/core/list/useList.ts';
import { lazyWithPreload } from '#web/core/ui/lazyWithPreload.ts';
import { useFileViewer } from '#web/core/form/files/useFileViewer.tsx';
import { LabelsOfLots } from '#web/stock/labels/LabelsButton.tsx';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { ListHeader } from '#web/core/list/ListHeader.tsx';
import { AddButton } from '#web/core/ui/AddButton.tsx';
import { ListSums } from '#web/core/list/ListSums.tsx';
import { inwardBulk } from './inwardBulk.tsx';
import { inwardCard, inwardColumns } from './inwardColumns.tsx';
import { inwardDraft, inwardWithBill } from './inwardDraft.ts';
import type { InwardFormProps } from './InwardForm.tsx';
import { inwardSheet } from './inwardSheet.ts';

const useForm = lazyWithPreload(() => import('./InwardForm.tsx'));

const sumsOf = ({ subTotal, totalGst, grandTotal, notPaid }: InwardTotals) =>
  [
    [inwardTotalLabels.subTotal, formatRupees(subTotal)],
    [inwardTotalLabels.totalGst, formatRupees(totalGst)],
    [inwardLabels.grandTotal, formatRupees(grandTotal)],
    ['of which not paid', formatRupees(notPaid)],
  ] as const;

export function InwardPage() {
  const [filters, show] = useFilters(inwardEndpoints.listWithLines);
  const list = useList(inwardEndpoints.listWithLines, { pageSize: pageSizes.inward, filters });
  const form = useOpenedForm('inward', {
    record: inwardWithBill,
    values: inwardDraft,
    draftKey: (record) => record?.inwardId,
  });
  const beginning = useBeginsWith();
  const viewer = useFileViewer();
  const reading = useReadToEdit({
    read: (row: InwardRecord) => call(inwardEndpoints.get, { params: { id: row.inwardId } }),
    open: form.open,
    onFailed: (fault) => toastFailed('The inward could not be opened.', whyOf(fault)),
  });
  const deletion = useDeletion({
    question: inwardTexts.confirmDelete,
    subjectOf: (row: InwardRecord) => ({
      name: `${row.supplierName}, ${row.invoiceNumber}`,
      facts: [`ID ${row.inwardId}`, formatDate(row.inwardDate), formatRupees(row.grandTotal)],
    }),
    remove: (row: InwardRecord) => call(inwardEndpoints.remove, { params: { id: row.inwardId } }),
    done: inwardTexts.deleted,
    undo: (row) => ({ kind: 'inward', id: row.inwardId }),
    onDeleted: (row) => {
      if (form.record?.inwardId === row.inwardId) form.close();
    },
    onFailed: (fault) => toastFailed(inwardTexts.deleteFailed, whyOf(fault)),
  });

  const history = useHistory();
  const [labelled, setLabelled] = useState<number[]>();
  const nameOf = (row: InwardRecord) => `inward ${row.invoiceNumber}`;
  const mayCreate = may('create', 'inward');
  const add = () => {
    reading.forget();
    form.leave(() => {
      beginning.forget();
      form.open();
    });
  };
  const billButton = (row: InwardRecord) =>
    row.hasBill && (
      <RowAction
        label={inwardTexts.billOf(row.invoiceNumber)}
        title="Show the bill"
        onClick={() => {
          const id = row.inwardId;
          const loadImage = () => callImage(inwardEndpoints.bill, { params: { id } });
          viewer.show({ title: inwardTexts.billOf(row.invoiceNumber), of: 'inward', id, loadImage });
        }}
      >
        <IconPaperclip size={17} />
      </RowAction>
    );

  return (
    <>
      <ListHeader
        title="Inward"
        list={list}
        searchLabel="Search inward"
        searchPlaceholder="Search supplier, material or status"
      >
        <ListExport endpoint={inwardEndpoints.listWithLines} list={list} filters={filters} sheet={inwardSheet} />
        {mayCreate && <AddButton onClick={add}>Add New Inward</AddButton>}
      </ListHeader>
      <Suspense>
        {form.isOpen && <Form key={form.key} {...form.props} supplier={beginning.party} printLabels={setLabelled} />}
      </Suspense>
      <ListFilters endpoint={inwardEndpoints.listWithLines} label="inward" filters={filters} show={show} />
      <ListPanel
        list={list}
        label="Inward"
        foot={<ListSums endpoint={inwardEndpoints.totals} filters={filters} search={list.search} sumsOf={sumsOf} />}
        columns={inwardColumns(billButton)}
        card={inwardCard}
        rowId={(row) => row.inwardId}
        bulk={{ nameOf, sheet: inwardSheet, ...inwardBulk(setLabelled) }}
        views="inward"
        to={({ inwardId }) => ({ to: '/inward/$inwardId', params: { inwardId: String(inwardId) } })}
        {...rowMenu('inward', {
          nameOf,
          onEdit: reading.edit,
          onHistory: (row) => history.show({ kind: 'inward', id: row.inwardId, name: nameOf(row) }),
          onDelete: deletion.ask,
          more: (row) => [{ label: 'Labels', onClick: () => setLabelled(row.rawMaterials.map(({ lotId }) => lotId)) }],
        })}
        empty="No inward found."
        begin={
          mayCreate && (
            <Button variant="default" onClick={add}>
              Add the first inward
            </Button>
          )
        }
      />
      {labelled && <LabelsOfLots lotIds={labelled} onClose={() => setLabelled(undefined)} />}
      {deletion.dialog}
      {history.drawer}
      {viewer.dialog}
      {form.dialog}
    </>
  );
}

function Form(props: InwardFormProps) {
  const { InwardForm } = useForm();
  return <InwardForm {...props} />;
}
