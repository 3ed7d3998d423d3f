/** Output of a run: product, batch number and quantity; its dates are a sentence until they are changed. */
import { Button, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isCalendarDate } from '#contract/core/values/dates.ts';
import { limits } from '#contract/core/fields.ts';
import { formatDate } from '#contract/core/values/format.ts';
import { goodLabels, goodTexts } from '#contract/make/goods.ts';
import { itemEndpoints } from '#contract/stock/items/items.ts';
import { runTexts, type RunWithClaims } from '#contract/make/runs.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { ProductField } from '#web/make/goods/ProductField.tsx';
import { useBatchNumberUse } from '#web/make/goods/useBatchNumberUse.ts';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';
import type { RunDraft, RunOutput } from '../runDraft.ts';
import { fetchLinkedBatch } from '../linkedBatch.ts';
import classes from '../ProductionPage.module.css';

interface OutputFieldsProps {
  form: UseFormReturnType<RunDraft>;
  output: RunOutput;
  index: number;
  /** The edited run. */
  record?: RunWithClaims;
  remove: (index: number) => void;
}

export function OutputFields({ form, output, index, record, remove }: OutputFieldsProps) {
  const { product, batchNumber, finishedGoodId } = output;
  const isRecorded = record?.outputs.some((each) => each.finishedGoodId === finishedGoodId) ?? false;
  const path = `outputs.${index}` as const;
  const [isOpened, setOpened] = useState(false);
  // Faults are never collapsed.
  const isDated = isOpened || ['manufactureDate', 'expiryDate'].some((name) => Boolean(form.errors[`${path}.${name}`]));
  useProposal(form, output, index);
  const hasBatch = finishedGoodId !== undefined;
  const use = useBatchNumberUse(batchNumber, finishedGoodId);
  // Batches of one run may exchange their numbers.
  const isOfRun = [...form.values.outputs, ...(record?.outputs ?? [])].some(
    (each) => use !== null && each.finishedGoodId === use.finishedGoodId,
  );
  const used = isOfRun ? null : use;
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
        onChoose={({ itemId, productId, name, unit }) => {
          if (itemId === product?.itemId) return;
          const chosen = { itemId, rawMaterialId: null, productId, itemName: name, unit };
          const ownId = isRecorded ? finishedGoodId : undefined;
          form.setFieldValue(path, {
            ...output,
            finishedGoodId: ownId,
            product: chosen,
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
            error={used ? goodTexts.batchUsedInline : number.error}
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
        <BatchByItself form={form} output={output} index={index} used={used} isLinked={hasBatch && !isRecorded} />
      )}
      {product && !isDated && (
        <p className={classes.sentence}>
          {datesOf(output, form.values.productionDate)} ·{' '}
          <Button variant="transparent" size="compact-xs" className={classes.change} onClick={() => setOpened(true)}>
            Change dates
          </Button>
        </p>
      )}
      {product && isDated && (
        <div className={classes.dates}>
          <DateField
            {...form.getInputProps(`${path}.manufactureDate`)}
            label={goodLabels.manufactureDate}
            value={output.manufactureDate || form.values.productionDate}
          />
          <DateField
            {...form.getInputProps(`${path}.expiryDate`)}
            label={goodLabels.expiryDate}
            value={output.expiryDate}
          />
        </div>
      )}
    </div>
  );
}

interface BatchByItselfProps {
  form: UseFormReturnType<RunDraft>;
  output: RunOutput;
  index: number;
  used: ReturnType<typeof useBatchNumberUse>;
  isLinked: boolean;
}

/** A batch that was recorded by itself can become this run's; one that has become it can be let go. */
function BatchByItself({ form, output, index, used, isLinked }: BatchByItselfProps) {
  const path = `outputs.${index}` as const;
  const offered = used?.runId === null && used.productId === output.product?.productId ? used : undefined;
  const linkBatch = async (id: number) => {
    const taken = await fetchLinkedBatch(id);
    form.setFieldValue(path, { ...taken, key: output.key });
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

function datesOf({ manufactureDate, expiryDate }: RunOutput, productionDate: string): string {
  const madeOn = manufactureDate || productionDate;
  return `Made ${madeOn ? formatDate(madeOn) : 'on the production date'}, ${expiryDate ? `expires ${formatDate(expiryDate)}` : 'no expiry date'}`;
}

const noProposal = { batchNumber: '', expiryDate: '' };

/**
 * Fills batch number and expiry date by the pattern and the shelf life of the product, and again on another day of
 * production; typed values stay.
 */
function useProposal(form: UseFormReturnType<RunDraft>, output: RunOutput, index: number) {
  const { product, finishedGoodId } = output;
  const day = output.manufactureDate || form.values.productionDate;
  const { data } = useQuery({
    queryKey: [itemEndpoints.nextBatch.path, product?.itemId, day],
    queryFn: ({ signal }) =>
      call(itemEndpoints.nextBatch, { params: { id: product?.itemId ?? 0 }, query: { day }, signal }),
    enabled: product !== null && finishedGoodId === undefined && isCalendarDate(day),
  });
  /** The last proposal, and the item that it is for; of a recorded batch nothing is proposed. */
  const proposed = useRef({ itemId: product?.itemId, ...noProposal });
  const propose = useEffectEvent(() => {
    const itemId = finishedGoodId === undefined ? product?.itemId : undefined;
    if (itemId !== proposed.current.itemId) proposed.current = { itemId, ...noProposal };
    const now = form.getValues().outputs[index];
    if (!data || !now || itemId === undefined) return;
    const next = { batchNumber: freeNumber(form, index, data.batchNumber), expiryDate: data.expiresOn ?? '' };
    for (const name of ['batchNumber', 'expiryDate'] as const) {
      if (now[name] === proposed.current[name]) form.setFieldValue(`outputs.${index}.${name}`, next[name]);
    }
    proposed.current = { itemId, ...next };
  });
  useEffect(() => propose(), [data, finishedGoodId]);
}

/** A proposed number, or the next one that no other output of the form has. */
function freeNumber(form: UseFormReturnType<RunDraft>, index: number, proposed: string): string {
  const others = new Set(form.getValues().outputs.flatMap(({ batchNumber }, at) => (at === index ? [] : batchNumber)));
  let number = proposed;
  while (others.has(number)) {
    number = number.replace(/\d+(?=\D*$)/, (digits) => String(BigInt(digits) + 1n).padStart(digits.length, '0'));
    if (number === proposed || number.length > limits.code) return '';
  }
  return number;
}
