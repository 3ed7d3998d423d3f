/** More that comes out of a run than goes in, while the form is filled (docs/domain.md, Bounded by mass). */
import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { formatPercent } from '#contract/core/values/format.ts';
import { fromThousandths, thousandthsOr0 } from '#contract/core/values/numbers.ts';
import { gainTexts } from '#contract/make/gains.ts';
import { runLabels } from '#contract/make/runs.ts';
import { batchesBeyond, gainMasses, gainOf, type MeasuredOutput } from '#contract/make/runYield.ts';
import { may } from '#web/core/api/session.ts';
import { useStaysShown } from '#web/core/form/useStaysShown.ts';
import { unbroken } from '#web/core/ui/unbroken.tsx';
import { filledOutputs, type RunValues } from '../runValues.ts';
import { claimedAllocations, isOrganic, type Allocations } from './inputAllocations.ts';
import { measuredItems, measuredLosses, type Items } from './measured.ts';
import classes from './RunBalance.module.css';

interface RunGainProps {
  form: UseFormReturnType<RunValues>;
  items: Items;
  allocations: Allocations;
}

/** An output with its batch number, by which it is named. */
type NamedOutput = MeasuredOutput & { batchNumber: string };

function outputsOf(values: RunValues, items: Items): NamedOutput[] {
  // In the order in which the saved run shows them: batches that exist already are older.
  const inOrder = filledOutputs(values).toSorted(
    (a, b) => (a.finishedGoodId ?? Infinity) - (b.finishedGoodId ?? Infinity) || 0,
  );
  return inOrder.flatMap(({ product, quantity, batchNumber }) => {
    const maxGain = thousandthsOr0(items.get(product?.itemId ?? 0)?.maxGainPercent ?? 0);
    return measuredItems(product?.itemId, quantity, items).map((item) => ({ ...item, maxGain, batchNumber }));
  });
}

/** A sentence for each gain that items of outputs allow, which names them unless all allow the same. */
function allowedTexts(outputs: readonly NamedOutput[]): string[] {
  const byGain = Map.groupBy(outputs, ({ maxGain }) => maxGain);
  return [...byGain]
    .filter(([maxGain]) => maxGain > 0)
    .map(([maxGain, own]) => {
      const items = byGain.size > 1 ? [...new Set(own.map(({ itemName }) => itemName))] : [];
      return gainTexts.allowed(formatPercent(fromThousandths(maxGain)), items);
    });
}

/** The gain in a sentence, the batches that have no claim by it, and its reason. Nothing without a gain. */
export function RunGain({ form, items, allocations }: RunGainProps) {
  const { values } = form;
  const inputs = values.inputs.flatMap(({ item, quantity }) => measuredItems(item?.itemId, quantity, items));
  const outputs = outputsOf(values, items);
  const gain = gainOf(inputs, outputs, measuredLosses(values, items));
  const hasReason = values.gainReason.trim() !== '';
  const hasOrganic = [...allocations.values()].some(({ allocated }) => claimedAllocations(allocated).some(isOrganic));
  const beyond = hasOrganic ? batchesBeyond(inputs, outputs, hasReason).map(({ batchNumber }) => batchNumber) : [];
  const hasField = useStaysShown(values.gainReason !== '') || gain !== undefined;
  if (!hasField && beyond.length === 0) return null;
  return (
    <div className={classes.gain} data-span="12">
      <p role="status">
        {gain && <strong>{unbroken(gainTexts.cameOut(...gainMasses(gain)))} </strong>}
        {gain && allowedTexts(outputs).map((text) => `${text} `)}
        {gain && !gain.isAllowed && !hasReason && `${gainTexts.needsReason(may('update', 'gains'))} `}
        {beyond.length > 0 && gainTexts.withoutClaim(beyond)}
      </p>
      {hasField && may('update', 'gains') && (
        <TextInput
          {...form.getInputProps('gainReason')}
          data-proposed
          label={runLabels.gainReason}
          placeholder={gainTexts.example}
        />
      )}
    </div>
  );
}
