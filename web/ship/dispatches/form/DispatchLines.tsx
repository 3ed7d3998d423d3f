/** The lines of a dispatch, each with its batches, and their sum. */
import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { fromThousandths, thousandthsOr0 } from '#contract/core/values/numbers.ts';
import { dispatchLineLabels } from '#contract/ship/dispatchTexts.ts';
import { useItems } from '#web/stock/items/useItems.ts';
import type { DispatchValues } from '../dispatchValues.ts';
import { DispatchLineRow } from './DispatchLineRow.tsx';
import classes from './DispatchLines.module.css';
import type { Refusal } from './useSoldAs.ts';
import { splitLines, type Batches, type Split } from './splitLines.ts';

interface DispatchLinesProps {
  form: UseFormReturnType<DispatchValues>;
  batches: Batches;
  refusals: ReadonlyMap<number, Refusal>;
  expired: ReadonlyMap<number, string>;
  add: () => void;
  remove: (index: number) => void;
}

export function DispatchLines({ form, batches, refusals, expired, add, remove }: DispatchLinesProps) {
  const { lines, dispatchDate } = form.values;
  const splits = splitLines(lines, dispatchDate, batches);
  return (
    <div className={classes.lines}>
      <div className={classes.headings} aria-hidden>
        <span>{dispatchLineLabels.product}</span>
        <span>{dispatchLineLabels.quantity}</span>
        <div>
          <span>{dispatchLineLabels.batch}</span>
          <span>{dispatchLineLabels.expiresOn}</span>
          <span>Left</span>
          <span>Send</span>
          <span>Left after</span>
        </div>
      </div>
      {lines.map((line, index) => (
        <DispatchLineRow
          key={line.key}
          form={form}
          line={line}
          index={index}
          split={splits.get(line.key)}
          refusals={refusals}
          expired={expired}
          remove={remove}
        />
      ))}
      <div className={classes.add}>
        <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          Add line
        </Button>
        <Sum values={form.values} splits={splits} />
      </div>
    </div>
  );
}

const GRAM = 1_000_000;

/** How many products and batches, and their mass where it is known of all. */
function Sum({ values, splits }: { values: DispatchValues; splits: ReadonlyMap<string, Split> }) {
  const sent = values.lines.flatMap(({ key, item }) => {
    const sends = splits.get(key)?.sends.filter(({ quantity }) => quantity > 0) ?? [];
    return item && sends.length > 0 ? [{ itemId: item.itemId, sends }] : [];
  });
  const items = useItems(sent.map(({ itemId }) => itemId));
  if (sent.length === 0) return null;
  const products = new Set(sent.map(({ itemId }) => itemId)).size;
  const lots = new Set(sent.flatMap(({ sends }) => sends.map(({ lot }) => lot.lotId))).size;
  const isWeighed = sent.every(({ itemId }) => typeof items.get(itemId)?.gramsPerUnit === 'number');
  // Thousandths of units by thousandths of grams: millionths of a gram.
  const mass = sent.reduce((sum, { itemId, sends }) => {
    const grams = thousandthsOr0(items.get(itemId)?.gramsPerUnit ?? 0);
    return sends.reduce((own, { quantity }) => own + quantity * grams, sum);
  }, 0);
  const parts = [
    products === 1 ? '1 product' : `${products} products`,
    lots === 1 ? '1 batch' : `${lots} batches`,
    isWeighed && formatQuantityWithUnit(fromThousandths(Math.round(mass / GRAM)), 'kg'),
  ];
  return (
    <p className={classes.sum}>
      <strong>{parts.filter(Boolean).join(', ')}</strong>
      {isWeighed && ' net'}
    </p>
  );
}
