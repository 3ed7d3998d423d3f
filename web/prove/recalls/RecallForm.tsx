/** Begins a recall or a drill; a recall needs a confirmation, since it holds lots at once. */
import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { recallEndpoints, type RecallDetail } from '#contract/prove/recalls.ts';
import { recallKindLabels, recallKinds, recallLabels, recallTexts } from '#contract/prove/recallTexts.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { useRecordForm } from '#web/core/form/useRecordForm.ts';
import { ConfirmDialog } from '#web/core/ui/dialogs/ConfirmDialog.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { blankRecall, contentOf, faultsOf, type ChosenLot, type RecallValues } from './recallValues.ts';
import { RecallLots, reachQuery } from './RecallLots.tsx';
import { lotsText, sumsText } from './recallFigures.ts';

export interface RecallFormProps extends FormProps<never, RecallValues> {
  lot?: ChosenLot;
  onBegun: (recallId: number) => void;
}

const kinds = recallKinds.map((value) => ({ value, label: recallKindLabels[value] }));

export function RecallForm({ lot, onBegun, ...props }: RecallFormProps) {
  const begun = useRef<RecallDetail>(undefined);
  const [isAsking, setAsking] = useState(false);
  const { form, panel } = useRecordForm<never, RecallValues, RecallValues>({
    ...props,
    resource: 'recalls',
    initialValues: props.restored?.values ?? blankRecall(lot),
    draftOf: (values) => values,
    faultsOf,
    fieldOf: (path) => (path.startsWith('lotIds') ? 'lots' : path),
    send: async (values, idempotencyKey) => {
      begun.current = await call(recallEndpoints.create, { body: contentOf(values), idempotencyKey });
    },
    done: () => (begun.current?.kind === 'drill' ? recallTexts.drillBegun : recallTexts.begun),
    showError: (fault) => toastFailed(recallTexts.saveFailed, whyOf(fault)),
    onSaved: () => {
      props.onSaved();
      if (begun.current) onBegun(begun.current.recallId);
    },
  });
  const { values, getInputProps } = form;
  const { data: reach } = useQuery(reachQuery(values.lots));
  const asks = values.kind === 'real' && Object.keys(faultsOf(values)).length === 0;

  return (
    <>
      <FormPanel
        title={recallTexts.begin}
        save={values.kind === 'real' ? 'Begin recall' : 'Begin drill'}
        {...panel}
        onSubmit={(event) => {
          if (!asks) return panel.onSubmit(event);
          event.preventDefault();
          setAsking(true);
        }}
      >
        <SelectField
          {...getInputProps('kind')}
          wrapperProps={{ 'data-span': '3' }}
          label={recallLabels.kind}
          required
          allowDeselect={false}
          data={kinds}
        />
        <TextInput
          {...getInputProps('title')}
          wrapperProps={{ 'data-span': '9' }}
          label={recallLabels.title}
          required
        />
        <RecallLots
          lots={values.lots}
          onChange={(lots) => form.setFieldValue('lots', lots)}
          error={getInputProps('lots').error}
        />
        <Textarea
          {...getInputProps('reason')}
          wrapperProps={{ 'data-span': '12' }}
          label={recallLabels.reason}
          required
          autosize
        />
      </FormPanel>
      <ConfirmDialog
        opened={isAsking}
        question={recallTexts.question(lotsText(reach?.lots ?? values.lots.length), sumsText(reach?.onHand ?? []))}
        subject={{ name: values.title, facts: [values.reason] }}
        confirm="Begin recall"
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          panel.onSubmit();
        }}
      />
    </>
  );
}
