/** The form of a dispatch: its definition, with the body by the batches, the proposed number and the claim of the sale. */
import { useRef } from 'react';
import type { DispatchRecord } from '#contract/ship/dispatches.ts';
import { dispatchTexts } from '#contract/ship/dispatchTexts.ts';
import { ApiError, whyOf } from '#web/core/api/client.ts';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { useDocumentForm } from '#web/core/records/useDocumentForm.ts';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { bodyLines, bodyOf, faultsOf, fieldOf, lineIndexOf, type BodyLine } from './dispatchBody.ts';
import { dispatches, type DispatchPrefill } from '../dispatchDefinition.ts';
import type { DispatchValues } from '../dispatchValues.ts';
import { useBatches } from './useBatches.ts';
import { useProposal } from './useInvoiceNumber.ts';
import { useSoldAs } from './useSoldAs.ts';

type Props = FormProps<DispatchRecord, DispatchValues, DispatchPrefill>;

export function useDispatchForm(props: Props, onCreated: (created: DispatchRecord) => void) {
  /** The lines of the body that was sent: by now the batches may give others. */
  const sentLines = useRef<BodyLine[]>([]);
  const definition = {
    ...dispatches,
    bodyOf: (values: DispatchValues) => {
      sentLines.current = bodyLines(values, batches);
      const body = bodyOf(values, sentLines.current, sale.soldAs);
      return proposal.isProposed(values.invoiceNumber) ? { ...body, invoiceNumberProposed: true } : body;
    },
    fieldOf: (path: string) => fieldOf(path, sentLines.current),
  };
  const documentForm = useDocumentForm(definition, props, {
    faultsOf: (values) => ({
      ...faultsOf(values, batches, sale.soldAs),
      ...(sale.isKnown ? {} : { soldAs: dispatchTexts.claimLoading }),
    }),
    showError: (fault) => {
      toastFailed(dispatchTexts.saveFailed, whyOf(fault));
      if (fault instanceof ApiError && fault.errors['invoiceNumber']) proposal.proposeAgain();
      // The batches that have too little are proposed again.
      const paths = fault instanceof ApiError ? Object.keys(fault.errors) : [];
      for (const path of paths.filter((each) => each.endsWith('.quantity'))) {
        const index = lineIndexOf(path, sentLines.current);
        if (index !== undefined) documentForm.form.setFieldValue(`lines.${index}.sends`, []);
      }
    },
    onCreated,
  });
  const { form } = documentForm;
  const proposal = useProposal({
    first: props.record || props.restored ? undefined : props.prefill?.invoiceNumber,
    dispatchDate: form.values.dispatchDate,
    isOutstanding: documentForm.isOutstanding,
    read: () => form.getValues().invoiceNumber,
    replace: (proposed) => form.setFieldValue('invoiceNumber', proposed),
  });
  const { lines } = form.values;
  const batches = useBatches(
    lines.flatMap(({ item }) => item?.itemId ?? []),
    documentForm.seen,
  );
  const sale = useSoldAs(form.values, batches);
  return { ...documentForm, batches, sale };
}
