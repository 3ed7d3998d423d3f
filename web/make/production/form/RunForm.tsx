/** Records inputs and outputs of production, or edits a run (specification §5, docs/domain.md, Production). */
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { costTexts } from '#contract/make/costTerms.ts';
import type { RecipeRecord } from '#contract/make/recipes.ts';
import { productionLabels } from '#contract/make/production.ts';
import { productionStatusLabels, productionStatuses } from '#contract/documentStatus.ts';
import { runLabels, runTexts, type RunWithClaims } from '#contract/make/runs.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { focusSave } from '#web/core/form/fieldFocus.ts';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { linesOf } from '#web/core/form/lines.ts';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { useStaysShown } from '#web/core/form/useStaysShown.ts';
import { ExpiryReason } from '#web/stock/allocation/ExpiryReason.tsx';
import { takesExpired } from './inputAllocations.ts';
import { ADD_LOSS, InputRow } from './InputRow.tsx';
import { LossRow } from './LossRow.tsx';
import { OutputRow } from './OutputRow.tsx';
import classes from './RunForm.module.css';
import { hasBalance, RunBalance } from './RunBalance.tsx';
import { hasCosts, RunCosts } from './RunCosts.tsx';
import { RunGain } from './RunGain.tsx';
import type { RunPrefill } from '../runDefinition.ts';
import {
  blankInput,
  blankLoss,
  blankOutput,
  filledLosses,
  filledOutputs,
  type InputValues,
  type RunValues,
} from '../runValues.ts';
import { useRunForm } from './useRunForm.ts';
import { useQuantityWarnings } from './useQuantityWarnings.ts';
import { useRecipe } from './useRecipe.ts';

type Form = ReturnType<typeof useRunForm>['form'];

const statusOptions = productionStatuses.map((value) => ({ value, label: productionStatusLabels[value] }));

interface RunFormProps extends FormProps<RunWithClaims, RunValues, RunPrefill> {
  /** A run in progress is opened to be completed; else it is changed, and its status is one of its fields. */
  isForCompleting?: boolean;
  /** Prints labels of the batches of a new run, where its screen offers that. */
  printLabels?: (lotIds: number[]) => void;
}

export function RunForm({ isForCompleting = false, printLabels, ...props }: RunFormProps) {
  const { form, panel, stock, items, allocations, seen: record, isOutstanding } = useRunForm(props, printLabels);
  const { values } = form;
  const warnings = useQuantityWarnings(values.inputs, record?.inputs);
  const recipe = useRecipe(form, record === undefined && props.restored === undefined);
  const inputs = linesOf(form, { list: 'inputs', first: 'item', blank: blankInput });
  const losses = linesOf(form, { list: 'losses', first: 'reason', blank: blankLoss });
  const hasOutputs = filledOutputs(values).length > 0;
  const [isNoteAdded, setNoteAdded] = useState(false);
  const [isCostAdded, setCostAdded] = useState(false);
  const hasCost = useStaysShown(isCostAdded || hasCosts(values));
  const hasNote = useStaysShown(isNoteAdded || values.note !== '');
  const ruleOf = ({ item }: InputValues) => items.get(item?.itemId ?? 0)?.afterExpiry ?? 'say';
  const hasReason = useStaysShown(values.afterExpiryReason !== '');
  const isReasonAsked =
    hasReason ||
    values.inputs.some(
      (input) => ruleOf(input) === 'reason' && takesExpired(allocations.get(input.key), values.productionDate),
    );
  const isInProgress = record?.status === 'in_progress';
  // With its first output the question is whether it is complete: one of the two buttons answers it.
  const isFirstOutput = isInProgress && record.outputs.length === 0 && hasOutputs;
  const isCompleting = isInProgress && (isForCompleting || isFirstOutput);
  const hasEditedFields = record !== undefined && !isCompleting;
  const title = isInProgress && isForCompleting ? runTexts.complete : panel.title;

  // Behind a loss comes the next one, behind an untouched one the save button.
  const lastLoss = values.losses.at(-1);
  const afterLosses = lastLoss && (filledLosses(values).includes(lastLoss) ? losses.add : focusSave);
  const afterLines = afterLosses ?? (record ? focusSave : inputs.add);

  return (
    <FormPanel
      {...panel}
      title={title}
      save={isCompleting ? 'Complete' : record ? title : 'Save production'}
      pinned={record === undefined}
      takesFocus={record !== undefined || props.prefill?.firstOutput !== undefined || props.again}
      afterLastField={hasNote || hasEditedFields ? focusSave : afterLines}
      otherSave={
        isCompleting || (record === undefined && hasOutputs)
          ? { label: 'Save as in progress', before: () => form.setFieldValue('status', 'in_progress') }
          : undefined
      }
      beforeSave={() => {
        if (isCompleting) form.setFieldValue('status', 'completed');
        else if (record === undefined) form.setFieldValue('status', hasOutputs ? 'completed' : 'in_progress');
      }}
    >
      <DateAndOutputs form={form} record={record} isOutstanding={isOutstanding} />
      {values.inputs.map((input, index) => (
        <InputRow
          key={input.key}
          form={form}
          input={input}
          index={index}
          stock={stock}
          record={record}
          warnings={warnings.get(input.key) ?? []}
          allocation={allocations.get(input.key)}
          afterExpiry={ruleOf(input)}
          isIngredient={items.get(input.item?.itemId ?? 0)?.part === 'ingredient'}
          remove={inputs.remove}
        />
      ))}
      <div data-span="12" className={classes.adders}>
        <Adder label={runTexts.addMaterial} onClick={inputs.add} />
        <Adder label={runTexts.addProductInput} onClick={() => form.insertListItem('inputs', blankInput('product'))} />
        <Adder label="Add loss" path={ADD_LOSS} onClick={losses.add} />
        {!hasCost && <Adder label={costTexts.add} onClick={() => setCostAdded(true)} />}
        {!hasNote && <Adder label="Add note" onClick={() => setNoteAdded(true)} />}
      </div>
      {isReasonAsked && <ExpiryReason {...form.getInputProps('afterExpiryReason')} />}
      {values.losses.map((loss, index) => (
        <LossRow
          key={loss.key}
          form={form}
          loss={loss}
          index={index}
          remove={() => form.removeListItem('losses', index)}
        />
      ))}
      {hasCost && <RunCosts form={form} items={items} />}
      {hasBalance(values) && (
        <RunBalance
          values={values}
          items={items}
          allocations={allocations}
          record={record}
          expectedYieldPercent={expectedYieldOf(values, record, recipe)}
        />
      )}
      {hasBalance(values) && <RunGain form={form} items={items} allocations={allocations} />}
      {hasNote && (
        <TextInput
          {...form.getInputProps('note')}
          label={runLabels.note}
          wrapperProps={{ 'data-span': 12 }}
          autoFocus={values.note === ''}
        />
      )}
      {isFirstOutput && (
        <p role="status" data-span="12" className={classes.question}>
          {runTexts.askComplete}
        </p>
      )}
      {record && hasEditedFields && <EditedFields form={form} record={record} />}
    </FormPanel>
  );
}

/** The expectation of the recipe version with which the run is saved: an edited run stays with the one that it used. */
function expectedYieldOf({ recipeId }: RunValues, record?: RunWithClaims, newest?: RecipeRecord): number | undefined {
  if (recipeId === null) return undefined;
  if (recipeId === record?.recipeId) return record.expectedYieldPercent ?? undefined;
  return (newest?.recipeId === recipeId ? newest.expectedYieldPercent : undefined) ?? undefined;
}

/** The day of a run and its outputs. */
function DateAndOutputs({
  form,
  record,
  isOutstanding,
}: {
  form: Form;
  record?: RunWithClaims;
  isOutstanding: boolean;
}) {
  const { values } = form;
  const outputs = linesOf(form, { list: 'outputs', first: 'product', blank: blankOutput });
  return (
    <>
      <div data-span="12" className={classes.head}>
        <DateField
          {...form.getInputProps('productionDate')}
          label={productionLabels.productionDate}
          required
          value={values.productionDate}
        />
        {values.outputs.map((output, index) => (
          <OutputRow
            key={output.key}
            form={form}
            output={output}
            index={index}
            record={record}
            isOutstanding={isOutstanding}
            remove={outputs.remove}
          />
        ))}
      </div>
      {filledOutputs(values).length > 0 && (
        <div data-span="12">
          <Adder label={runTexts.addOutput} onClick={outputs.add} />
        </div>
      )}
    </>
  );
}

/** `path` makes it a place that Enter goes to. */
function Adder({ label, path, onClick }: { label: string; path?: string; onClick: () => void }) {
  return (
    <Button
      data-path={path}
      variant="subtle"
      className={classes.another}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

/** Status, and why a completed run is changed. */
function EditedFields({ form, record }: { form: Form; record: RunWithClaims }) {
  return (
    <>
      <div data-span="12">
        <SelectField
          {...form.getInputProps('status')}
          label={productionLabels.status}
          required
          allowDeselect={false}
          data={statusOptions}
        />
      </div>
      {record.status === 'completed' && (
        <div data-span="12">
          <TextInput
            {...form.getInputProps('reason')}
            label="Why is it changed?"
            aria-label={runLabels.reason}
            required
          />
        </div>
      )}
    </>
  );
}
