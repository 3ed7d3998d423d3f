/** Records inputs and outputs of production, or edits a run (specification §5, docs/domain.md, Production). */
import { Button, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { productionEndpoints, productionLabels } from '#contract/make/production.ts';
import { productionStatusLabels, productionStatuses } from '#contract/documentStatus.ts';
import { sumOfQuantities } from '#contract/core/values/numbers.ts';
import { runEndpoints, runLabels, runTexts, type RunWithClaims } from '#contract/make/runs.ts';
import { call } from '#web/core/api/client.ts';
import { may } from '#web/core/api/session.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { focusSave } from '#web/core/form/fieldFocus.ts';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { linesOf } from '#web/core/form/lines.ts';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { sendChange, useDocumentForm } from '#web/core/records/useDocumentForm.ts';
import { availableOf } from '#web/stock/items/balance.ts';
import { useItems } from '#web/stock/items/useItems.ts';
import { LossRow } from './LossRow.tsx';
import { OutputFields } from './OutputFields.tsx';
import { useLabelsOffer } from '#web/stock/labels/useLabelsOffer.ts';
import { ProductionLineRow } from './ProductionLineRow.tsx';
import classes from '../ProductionPage.module.css';
import { RunBalance } from './RunBalance.tsx';
import { runs, type RunBegun } from '../runDefinition.ts';
import {
  alertOf,
  blankLine,
  blankLoss,
  blankOutput,
  contentOf,
  faultsOf,
  hasBalance,
  isPlain,
  namedOutputs,
  plainContentOf,
  type ItemStock,
  type RunDraft,
  type Stock,
} from '../runDraft.ts';
import { useQuantityWarnings } from './useQuantityWarnings.ts';
import { useRecipe } from './useRecipe.ts';

const statusOptions = productionStatuses.map((value) => ({ value, label: productionStatusLabels[value] }));

interface ProductionFormProps extends FormProps<RunWithClaims, RunDraft, RunBegun> {
  /** A run in progress is opened to be completed; else it is changed, and its status is one of its fields. */
  completes?: boolean;
  /** Prints labels of the batches of a new run, where its screen offers that. */
  printLabels?: (lotIds: number[]) => void;
}

export function ProductionForm(props: ProductionFormProps) {
  const { form, panel, stock, items, seen: record } = useProductionForm(props);
  const { values } = form;
  const warnings = useQuantityWarnings(values.lines, record?.inputs);
  const recipe = useRecipe(form, record === undefined && props.restored === undefined);
  const lines = linesOf(form, { first: 'item', blank: blankLine });
  const outputs = linesOf(form, { list: 'outputs', first: 'product', blank: blankOutput });
  const losses = linesOf(form, { list: 'losses', first: 'reason', blank: blankLoss });
  const hasOutputs = namedOutputs(values).length > 0;
  const [isNoted, setNoted] = useState(false);
  const hasNote = isNoted || values.note !== '';
  const isCompleting = props.completes === true && record?.status === 'in_progress';
  const title = isCompleting ? runTexts.complete : panel.title;

  return (
    <FormPanel
      {...panel}
      title={title}
      save={isCompleting ? 'Complete' : record ? title : 'Save production'}
      pinned={record === undefined}
      takesFocus={record !== undefined || props.begun?.makes !== undefined || props.again}
      afterLastField={record ? focusSave : lines.add}
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
      <div data-span="12" className={classes.head}>
        <DateField
          {...form.getInputProps('productionDate')}
          label={productionLabels.productionDate}
          required
          value={values.productionDate}
        />
        {values.outputs.map((output, index) => (
          <OutputFields
            key={output.key}
            form={form}
            output={output}
            index={index}
            record={record}
            remove={outputs.remove}
          />
        ))}
      </div>
      {hasOutputs && (
        <div data-span="12">
          <Adder label={runTexts.addOutput} onClick={outputs.add} />
        </div>
      )}
      {values.lines.map((line, index) => (
        <ProductionLineRow
          key={line.key}
          form={form}
          line={line}
          index={index}
          stock={stock}
          record={record}
          warnings={warnings.get(line.key) ?? []}
          isIngredient={items.get(line.item?.itemId ?? 0)?.part === 'ingredient'}
          remove={lines.remove}
        />
      ))}
      <div data-span="12" className={classes.adders}>
        <Adder label={runTexts.addMaterial} onClick={lines.add} />
        <Adder label={runTexts.addProductInput} onClick={() => form.insertListItem('lines', blankLine('product'))} />
        <Adder label="Add loss" onClick={losses.add} />
        {!hasNote && <Adder label="Add note" onClick={() => setNoted(true)} />}
      </div>
      {values.losses.map((loss, index) => (
        <LossRow
          key={loss.key}
          form={form}
          loss={loss}
          index={index}
          remove={() => form.removeListItem('losses', index)}
        />
      ))}
      {hasBalance(values) && (
        <RunBalance
          values={values}
          items={items}
          record={record}
          expectedYieldPercent={recipe?.expectedYieldPercent ?? undefined}
        />
      )}
      {hasNote && (
        <TextInput
          {...form.getInputProps('note')}
          label={runLabels.note}
          wrapperProps={{ 'data-span': 12 }}
          autoFocus={values.note === ''}
        />
      )}
      {record && !isCompleting && <EditedFields form={form} record={record} />}
    </FormPanel>
  );
}

function Adder({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button
      variant="subtle"
      className={classes.another}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

type Form = ReturnType<typeof useProductionForm>['form'];

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

/** Available quantity of each item of the form, including the share of an edited run. */
function stockOf(items: ReturnType<typeof useItems>, record?: RunWithClaims): Stock {
  return new Map(
    [...items].map(([itemId, item]): [number, ItemStock] => {
      const own = record?.inputs.filter((input) => input.itemId === itemId) ?? [];
      const { onHandQty: balanceQty, onHoldQty, minProductionQuantity } = item;
      const free = availableOf({ balanceQty, onHoldQty });
      const available = sumOfQuantities([free, ...own.map(({ quantity }) => quantity)]);
      return [itemId, { available, onHold: onHoldQty, minProductionQuantity }];
    }),
  );
}

/** Without outputs and losses, as specified (§7). */
async function sendPlain(values: RunDraft, idempotencyKey: string): Promise<void> {
  const content = plainContentOf(values);
  const [only] = content;
  if (only && content.length === 1) await call(productionEndpoints.create, { body: only, idempotencyKey });
  else await call(productionEndpoints.createMany, { body: content, idempotencyKey });
}

function useProductionForm({ printLabels, ...props }: ProductionFormProps) {
  const labels = useLabelsOffer(printLabels);
  const documentForm = useDocumentForm(runs, props, {
    faultsOf: (values): FormErrors => faultsOf(values, stock, documentForm.seen),
    alertOf: (values, errors): string | undefined => alertOf(values, { errors, stock, record: documentForm.seen }),
    send: async (values, idempotencyKey, seen) => {
      if (seen) {
        const update = may('update', 'runs') ? runEndpoints.update : runEndpoints.progress;
        // Its answer lacks the claims of lots: nothing shows it.
        await sendChange({ ...runs, calls: { update } }, seen, { ...contentOf(values), reason: values.reason });
      } else if (isPlain(values)) await sendPlain(values, idempotencyKey);
      else labels.offerFor((await call(runEndpoints.create, { body: contentOf(values), idempotencyKey })).outputs);
    },
    doneAction: labels.action,
  });
  const { lines, outputs } = documentForm.form.values;
  const items = useItems([
    ...lines.flatMap(({ item }) => item?.itemId ?? []),
    ...outputs.flatMap(({ product }) => product?.itemId ?? []),
  ]);
  const stock = stockOf(items, documentForm.seen);
  return { ...documentForm, stock, items };
}
