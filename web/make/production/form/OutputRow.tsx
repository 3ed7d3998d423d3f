/** Output of a run: product, batch number and quantity; its dates are a sentence until they are changed. */
import { Button, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate } from '#contract/core/values/format.ts';
import { goodLabels, goodTexts } from '#contract/make/goods.ts';
import { runTexts, type RunWithClaims } from '#contract/make/runs.ts';
import { madeEarlyWarnings } from '#contract/stock/warnings/warningRules.ts';
import { whyOf } from '#web/core/api/client.ts';
import { warningProps, WarningsLiveRegion } from '#web/core/form/fields/FieldWarning.tsx';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { ProductField } from '#web/make/goods/ProductField.tsx';
import { useBatchNumberUse } from '#web/make/goods/useBatchNumberUse.ts';
import { chosenProduct } from '#web/stock/items/itemChoice.ts';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { fetchLinkedBatch } from '../firstOutput.ts';
import type { OutputValues, RunValues } from '../runValues.ts';
import { useBatchProposal } from './useBatchProposal.ts';
import classes from './RunForm.module.css';

interface OutputRowProps {
  form: UseFormReturnType<RunValues>;
  output: OutputValues;
  index: number;
  /** The edited run. */
  record?: RunWithClaims;
  isOutstanding: boolean;
  remove: (index: number) => void;
}

export function OutputRow({ form, output, index, record, isOutstanding, remove }: OutputRowProps) {
  const { product, batchNumber, finishedGoodId } = output;
  const isRecorded = record?.outputs.some((each) => each.finishedGoodId === finishedGoodId) ?? false;
  const path = `outputs.${index}` as const;
  useBatchProposal(form, { output, index, isOutstanding });
  const use = useBatchNumberUse(batchNumber, finishedGoodId);
  // Batches of one run may exchange their numbers.
  const isOfRun = [...form.values.outputs, ...(record?.outputs ?? [])].some(
    (each) => use !== null && each.finishedGoodId === use.finishedGoodId,
  );
  const otherUse = isOfRun ? null : use;
  const isLinked = finishedGoodId !== undefined && !isRecorded;
  const number = form.getInputProps(`${path}.batchNumber`);
  return (
    <div
      role="group"
      aria-label={`Output ${index + 1}`}
      className={classes.output}
      data-span="12"
      data-chosen={product !== null || undefined}
      data-removable={index > 0 || undefined}
    >
      <ProductField
        {...form.getInputProps(`${path}.product`)}
        label={goodLabels.productId}
        placeholder="What is made, if it is known"
        product={product}
        onChoose={(chosen) => {
          if (chosen.itemId === product?.itemId) return;
          form.setFieldValue(path, {
            ...output,
            finishedGoodId: isRecorded ? finishedGoodId : undefined,
            product: chosenProduct(chosen),
            batchNumber: '',
            expiryDate: '',
          });
        }}
      />
      {product && (
        <>
          <TextInput
            {...number}
            label={goodLabels.batchNumber}
            required
            autoComplete="off"
            error={otherUse ? goodTexts.batchUsedInline : number.error}
          />
          <NumberField
            {...form.getInputProps(`${path}.quantity`)}
            label={goodLabels.quantity}
            required
            suffix={product.unit}
            value={output.quantity}
          />
        </>
      )}
      {(index > 0 || product) && (
        <span className={classes.remove}>
          <RowAction label={`Remove output ${index + 1}`} title="Make nothing of this" onClick={() => remove(index)}>
            <IconX size={16} />
          </RowAction>
        </span>
      )}
      {product && (
        <>
          <RecordedBatch form={form} output={output} index={index} use={otherUse} isLinked={isLinked} />
          <OutputDates form={form} output={output} index={index} />
        </>
      )}
    </div>
  );
}

/** The dates of a batch: a sentence until they are changed. */
function OutputDates({ form, output, index }: Pick<OutputRowProps, 'form' | 'output' | 'index'>) {
  const path = `outputs.${index}` as const;
  const [isOpened, setOpened] = useState(false);
  // Faults are never collapsed.
  const manufactureDate = form.getInputProps(`${path}.manufactureDate`);
  const isFaulty = ['manufactureDate', 'expiryDate'].some((name) => Boolean(form.errors[`${path}.${name}`]));
  const warnings = madeEarlyWarnings(
    'manufactureDate',
    output.manufactureDate,
    form.values.productionDate || undefined,
  );
  if (!isOpened && !isFaulty && warnings.length === 0) {
    return (
      <p className={classes.sentence}>
        {datesText(output, form.values.productionDate)} ·{' '}
        <Button variant="transparent" size="compact-xs" className={classes.change} onClick={() => setOpened(true)}>
          Change dates
        </Button>
      </p>
    );
  }
  return (
    <div className={classes.dates}>
      <WarningsLiveRegion warnings={warnings} />
      <DateField
        {...manufactureDate}
        {...warningProps(warnings, { error: manufactureDate.error })}
        label={goodLabels.manufactureDate}
        value={output.manufactureDate || form.values.productionDate}
      />
      <DateField
        tense="future"
        {...form.getInputProps(`${path}.expiryDate`)}
        label={goodLabels.expiryDate}
        value={output.expiryDate}
      />
    </div>
  );
}

interface RecordedBatchProps extends Pick<OutputRowProps, 'form' | 'output' | 'index'> {
  /** The batch that has the number. */
  use: ReturnType<typeof useBatchNumberUse>;
  /** Whether the output is linked to a batch that was recorded by itself. */
  isLinked: boolean;
}

/** A batch that was recorded by itself can be linked to the run; a linked one can be unlinked again. */
function RecordedBatch({ form, output, index, use, isLinked }: RecordedBatchProps) {
  const path = `outputs.${index}` as const;
  const offered = use?.runId === null && use.productId === output.product?.productId ? use : undefined;
  const linkBatch = async (id: number) => {
    const linked = await fetchLinkedBatch(id);
    form.setFieldValue(path, { ...linked, key: output.key });
  };
  const unlinkBatch = () => {
    form.setFieldValue(path, { ...output, finishedGoodId: undefined, batchNumber: '', expiryDate: '' });
  };
  if (!offered && !isLinked) return null;
  return (
    <p className={classes.sentence} role="status">
      {offered ? runTexts.recordedAlone : runTexts.linked} ·{' '}
      <Button
        variant="transparent"
        size="compact-xs"
        className={classes.change}
        onClick={() => {
          if (!offered) unlinkBatch();
          else linkBatch(offered.finishedGoodId).catch((fault) => toastFailed(goodTexts.notLoaded, whyOf(fault)));
        }}
      >
        {offered ? runTexts.link : runTexts.makeAnother}
      </Button>
    </p>
  );
}

function datesText({ manufactureDate, expiryDate }: OutputValues, productionDate: string): string {
  const madeOn = manufactureDate || productionDate;
  return `Made ${madeOn ? formatDate(madeOn) : 'on the production date'}, ${expiryDate ? `expires ${formatDate(expiryDate)}` : 'no expiry date'}`;
}
