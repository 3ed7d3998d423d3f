/** Adding and editing an inward (specification §2 and §5). */
import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { restoredTexts } from '#contract/core/accounts/signedIn.ts';
import { inwardEndpoints, type InwardRecord } from '#contract/buy/inward.ts';
import { inwardLabels, inwardTexts } from '#contract/buy/inwardTexts.ts';
import { inwardStatusLabels, inwardStatuses } from '#contract/documentStatus.ts';
import { supplierEndpoints } from '#contract/masters/suppliers.ts';
import { call, serverMessageOf, whyOf } from '#web/core/api/client.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { warningProps, WarningsLiveRegion } from '#web/core/form/fields/FieldWarning.tsx';
import { focusSave } from '#web/core/form/fieldFocus.ts';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { linesOf } from '#web/core/form/lines.ts';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { useRecordForm } from '#web/core/form/useRecordForm.ts';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import type { Choice } from '#web/core/lookup/lookup.ts';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { BillField } from './BillField.tsx';
import { inwardConflict } from './comparedInward.ts';
import { BillFollows } from './BillFollows.tsx';
import type { InwardDraft, InwardValues, InwardWithBill } from './inwardDraft.ts';
import { alertOf, blankLine, contentOf, copyOf, faultsOf, fieldOf, valuesOf } from './inwardValues.ts';
import { BELOW_LINES, InwardLines } from './InwardLines.tsx';
import { loadCovering, useCovering } from './useCovering.ts';
import { useLabelsOffer } from '#web/stock/labels/useLabelsOffer.ts';
import { useInvoiceNumberUse } from './useInvoiceNumberUse.ts';

const statusOptions = inwardStatuses.map((value) => ({ value, label: inwardStatusLabels[value] }));

export interface InwardFormProps extends FormProps<InwardWithBill, InwardDraft> {
  /** Supplier of a new inward. */
  supplier?: Choice;
  /** The inward that a new one copies. */
  copied?: InwardRecord;
  /** Prints labels of the lots of a new inward, where its screen offers that. */
  printLabels?: (lotIds: number[]) => void;
}

export function InwardForm(props: InwardFormProps) {
  const { form, panel } = useInwardForm(props);
  const covering = useCovering(form.values.supplierId?.value);
  const { record } = props;
  const { values, getInputProps } = form;
  const lines = linesOf(form, { list: 'rawMaterials', first: 'rawMaterialId', blank: blankLine });
  const numberUse = useInvoiceNumberUse(values.supplierId?.value, values.invoiceNumber, record?.inwardId);
  const invoiceNumber = getInputProps('invoiceNumber');

  return (
    <FormPanel
      title={record ? 'Update Inward' : 'Add Inward'}
      save={record ? 'Update' : 'Add'}
      afterLastField={(element) => (isBelowLines() ? focusSave(element) : lines.add())}
      {...panel}
      below={<InwardLines form={form} {...lines} inwardId={record?.inwardId} covering={covering} />}
    >
      <LookupField
        {...getInputProps('supplierId')}
        label={inwardLabels.supplierId}
        required
        placeholder="Type to search"
        creates="suppliers"
        endpoint={supplierEndpoints.list}
        sort="name"
        toChoice={(supplier) => ({ value: supplier.supplierId, label: supplier.name })}
        offers={(supplier) => supplier.status === 1 || supplier.supplierId === record?.supplierId}
        hint={(supplier) => supplier.phone}
        chosen={values.supplierId}
        onChoose={({ supplierId, name }) => form.setFieldValue('supplierId', { value: supplierId, label: name })}
      />
      <TextInput
        {...invoiceNumber}
        wrapperProps={{ 'data-span': '3' }}
        label={inwardLabels.invoiceNumber}
        required
        {...warningProps(numberUse, {
          error: invoiceNumber.error,
          action: (
            <Link to="/inward" search={{ search: values.invoiceNumber.trim() }}>
              Show it in the list
            </Link>
          ),
        })}
      />
      <WarningsLiveRegion warnings={numberUse} />
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
          present={record}
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

function useInwardForm(props: InwardFormProps) {
  const { record, restored, supplier, copied, printLabels } = props;
  const labels = useLabelsOffer(printLabels);
  const { hadBill = false, billAttachment: draftBill = null, ...typed } = restored?.values ?? {};
  const begun = record === undefined && copied ? copyOf(copied) : valuesOf(record);
  const initialValues: InwardValues = {
    ...begun,
    ...(!record && supplier && { supplierId: supplier }),
    ...typed,
    billAttachment: draftBill,
  };
  const hasBill = (values: InwardValues) =>
    values.billAttachment !== null || record?.hasBill === true || values.billFollows.trim() !== '';

  return useRecordForm({
    ...props,
    resource: 'inward',
    record: record && { ...record, billAttachment: null },
    initialValues,
    draftOf: ({ billAttachment, ...rest }) => ({ ...rest, hadBill: hadBill || billAttachment !== null }),
    storedOf: (values) => ({ ...values, hadBill: false }),
    enterAgain: hadBill && restoredTexts.billAgain,
    faultsOf: (values) => faultsOf(values, hasBill(values)),
    fieldOf,
    alertOf: (values) => alertOf(values, hasBill(values)),
    send: async (values, idempotencyKey, seen) => {
      const content = contentOf(values, await loadCovering(values.supplierId?.value), seen && valuesOf(seen));
      const bill = values.billAttachment?.dataUrl;
      if (!seen) {
        const saved = await call(inwardEndpoints.create, {
          body: { ...content, billAttachment: bill ?? null },
          idempotencyKey,
        });
        labels.offerFor(saved.rawMaterials);
        return saved;
      }
      const { inwardId, updatedAt } = seen;
      const body = { ...content, inwardId, billAttachment: bill ?? null, updatedAt };
      return await call(inwardEndpoints.update, { params: { id: inwardId }, body });
    },
    conflict: inwardConflict,
    done: record ? inwardTexts.updated : inwardTexts.added,
    doneAction: labels.action,
    showError: (fault) => {
      const failed = record ? inwardTexts.updateFailed : inwardTexts.createFailed;
      const serverMessage = serverMessageOf(fault);
      const { reason, reference, documents } = whyOf(fault);
      toastFailed(serverMessage ?? failed, {
        reason: serverMessage === undefined ? reason : undefined,
        reference,
        documents,
      });
    },
  });
}
