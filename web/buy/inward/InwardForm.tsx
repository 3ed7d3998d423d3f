/** Adding and editing an inward (specification §2 and §5). */
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { restoredTexts } from '#contract/core/accounts/signedIn.ts';
import { inwardEndpoints } from '#contract/buy/inward.ts';
import { inwardOverviewEndpoint } from '#contract/buy/inwardOverview.ts';
import { inwardLabels } from '#contract/buy/inwardTexts.ts';
import { inwardStatusLabels, inwardStatuses } from '#contract/documentStatus.ts';
import { call } from '#web/core/api/client.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { focusSave } from '#web/core/form/fieldFocus.ts';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { linesOf } from '#web/core/form/lines.ts';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import { useRepeatedBody } from '#web/core/form/useRepeatedBody.ts';
import type { SaveQuestion } from '#web/core/form/useSentForm.ts';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { SupplierField } from '#web/masters/SupplierField.tsx';
import { sendChange, useDocumentForm } from '#web/core/records/useDocumentForm.ts';
import { BillField } from './bill/BillField.tsx';
import { BillFollows } from './bill/BillFollows.tsx';
import { inwards, type InwardPrefill } from './inwardDefinition.ts';
import { bodyOf } from './inwardBody.ts';
import { type InwardInForm, type InwardValues, blankLine } from './inwardValues.ts';
import { alertOf, faultsOf } from './inwardFaults.ts';
import { questionOf } from './inwardQuestions.ts';
import { BELOW_LINES, InwardLines } from './lines/InwardLines.tsx';
import { loadCertificateNumbers, useCertificateNumbers } from './lines/useCertificateNumbers.ts';
import { useLabelsOffer } from '#web/stock/labels/useLabelsOffer.ts';
import { InvoiceNumberField } from '#web/stock/warnings/InvoiceNumberField.tsx';
import { useInvoiceNumberUse } from './useInvoiceNumberUse.ts';

const statusOptions = inwardStatuses.map((value) => ({ value, label: inwardStatusLabels[value] }));

interface InwardFormProps extends FormProps<InwardInForm, InwardValues, InwardPrefill> {
  /** Prints labels of the lots of a new inward, where its screen offers that. */
  printLabels?: (lotIds: number[]) => void;
}

export function InwardForm(props: InwardFormProps) {
  const { form, panel, seen } = useInwardForm(props);
  const certificateNumberOf = useCertificateNumbers(form.values.supplier?.value);
  const { record } = props;
  const { values, getInputProps } = form;
  const lines = linesOf(form, { list: 'rawMaterials', first: 'material', blank: blankLine });
  const numberWarnings = useInvoiceNumberUse(values.supplier?.value, values.invoiceNumber, record?.inwardId);

  return (
    <FormPanel
      afterLastField={(element) => (isBelowLines() ? focusSave(element) : lines.add())}
      {...panel}
      below={<InwardLines form={form} {...lines} stored={seen} certificateNumberOf={certificateNumberOf} />}
    >
      <SupplierField
        {...getInputProps('supplier')}
        label={inwardLabels.supplierId}
        required
        creates="suppliers"
        offers={(supplier) => supplier.status === 1 || supplier.supplierId === record?.supplierId}
        chosen={values.supplier}
        onChoose={(supplier) => form.setFieldValue('supplier', supplier)}
      />
      <InvoiceNumberField
        {...getInputProps('invoiceNumber')}
        wrapperProps={{ 'data-span': '3' }}
        label={inwardLabels.invoiceNumber}
        value={values.invoiceNumber}
        warnings={numberWarnings}
        list="/inward"
      />
      <DateField
        {...getInputProps('inwardDate')}
        span={3}
        label={inwardLabels.inwardDate}
        required
        value={values.inwardDate}
      />
      <SelectField
        {...getInputProps('status')}
        wrapperProps={{ 'data-span': '2' }}
        label={inwardLabels.status}
        required
        allowDeselect={false}
        data={statusOptions}
      />
      <div data-span="12">
        <BillField
          bill={values.billAttachment}
          stored={record}
          onBill={(bill) => form.setFieldValue('billAttachment', bill)}
          error={getInputProps('billAttachment').error}
        />
        {values.billAttachment === null && !record?.hasBill && (
          <BillFollows {...getInputProps('billFollows')} onFollows={() => form.clearFieldError('billAttachment')} />
        )}
      </div>
    </FormPanel>
  );
}

/** Whether the field below the lines has the focus. */
function isBelowLines(): boolean {
  return document.activeElement?.matches(`[data-path=${BELOW_LINES}]`) === true;
}

function useInwardForm({ printLabels, ...props }: InwardFormProps) {
  const { record, restored } = props;
  const labels = useLabelsOffer(printLabels);
  const savedName = useRef<string>(undefined);
  const repeated = useRepeatedBody<InwardValues, ReturnType<typeof bodyOf>>();
  const lostBill = restored?.values.lostBill === true;
  const isBillSettled = ({ billAttachment, billFollows }: InwardValues) =>
    billAttachment !== null || record?.hasBill === true || billFollows.trim() !== '';
  const definition = {
    ...inwards,
    draftOf: ({ billAttachment, ...typed }: InwardValues) => ({
      ...typed,
      billAttachment: null,
      lostBill: lostBill || billAttachment !== null,
    }),
  };
  const formProps = {
    ...props,
    // The stored bill is on the server: the draft needs no copy.
    record: record && { ...record, billAttachment: null },
    restored: restored && { ...restored, values: { ...restored.values, lostBill: undefined } },
  };
  const { data: overview } = useQuery({
    ...queryOf(inwardOverviewEndpoint, { params: { id: record?.inwardId ?? 0 } }),
    enabled: record !== undefined,
  });
  const documentForm = useDocumentForm(definition, formProps, {
    enterAgain: lostBill && restoredTexts.billAgain,
    faultsOf: (typed) => faultsOf(typed, isBillSettled(typed)),
    alertOf: (typed) => alertOf(typed, isBillSettled(typed)),
    questionOf: (typed): SaveQuestion<InwardValues> | undefined =>
      questionOf(typed, record && documentForm.seen, overview?.lots ?? []),
    send: async (typed, idempotencyKey, seen) => {
      const body = bodyOf(typed, await loadCertificateNumbers(typed.supplier?.value), seen);
      const saved = seen
        ? await sendChange(inwards, seen, body)
        : await repeated(
            typed,
            body,
            async (first) => await call(inwardEndpoints.create, { body: first, idempotencyKey }),
          );
      savedName.current = inwards.nameOf(saved);
      if (!seen) labels.offerFor(saved.rawMaterials);
      return saved;
    },
    doneAction: labels.action,
    doneName: () => savedName.current,
  });
  return documentForm;
}
