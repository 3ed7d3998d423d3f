/** Costs of a run beyond its inputs, and how its outputs share them (docs/domain.md, Cost). */
import type { UseFormReturnType } from '@mantine/form';
import { costTexts, outputCostLabels, runCostLabels, scrapPriceLabel } from '#contract/make/costTerms.ts';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { useStaysShown } from '#web/core/form/useStaysShown.ts';
import { filledLosses, filledOutputs, type OutputValues, type RunValues } from '../runValues.ts';
import type { Items } from './measured.ts';
import classes from './RunCosts.module.css';

/** Whether anything of it was entered, so that it is shown. */
export function hasCosts(values: RunValues): boolean {
  const { charges, hours, outputs, losses } = values;
  const shares = outputs.flatMap(({ costShare, byProductPrice }) => [costShare, byProductPrice]);
  return [charges, hours, ...shares, ...losses.map(({ scrapPrice }) => scrapPrice)].some((typed) => typed !== '');
}

interface RunCostsProps {
  form: UseFormReturnType<RunValues>;
  items: Items;
}

export function RunCosts({ form, items }: RunCostsProps) {
  const { values } = form;
  const outputs = filledOutputs(values);
  // A price per kg of pieces counts where their weight is known.
  const losses = filledLosses(values).filter(
    ({ itemId, scrapPrice }) =>
      itemId === null || scrapPrice !== '' || typeof items.get(itemId)?.gramsPerUnit === 'number',
  );
  return (
    <fieldset className={classes.costs} data-span="12">
      <legend>{costTexts.title}</legend>
      <div className={classes.row}>
        <NumberField {...form.getInputProps('charges')} label={runCostLabels.charges} value={values.charges} />
        <NumberField {...form.getInputProps('hours')} label={runCostLabels.hours} value={values.hours} />
      </div>
      {outputs.map((output) => (
        <OutputCost key={output.key} form={form} output={output} isOneOfSeveral={outputs.length > 1} />
      ))}
      {losses.map((loss) => (
        <div key={loss.key} role="group" aria-label={costTexts.costOf(loss.reason)} className={classes.row}>
          <span className={classes.of}>{loss.reason}</span>
          <NumberField
            {...form.getInputProps(`losses.${values.losses.indexOf(loss)}.scrapPrice`)}
            label={scrapPriceLabel}
            value={loss.scrapPrice}
          />
        </div>
      ))}
    </fieldset>
  );
}

interface OutputCostProps {
  form: UseFormReturnType<RunValues>;
  output: OutputValues;
  isOneOfSeveral: boolean;
}

/** How an output shares the cost; one output has all of it, unless it says otherwise. */
function OutputCost({ form, output, isOneOfSeveral }: OutputCostProps) {
  const { costShare, byProductPrice, batchNumber, product } = output;
  const isShown = useStaysShown(isOneOfSeveral || costShare + byProductPrice !== '');
  if (!isShown) return null;
  const path = `outputs.${form.values.outputs.indexOf(output)}` as const;
  return (
    <div role="group" aria-label={costTexts.costOf(batchNumber)} className={classes.row}>
      <span className={classes.of}>{batchNumber || product?.itemName}</span>
      <NumberField {...form.getInputProps(`${path}.costShare`)} label={outputCostLabels.costShare} value={costShare} />
      <NumberField
        {...form.getInputProps(`${path}.byProductPrice`)}
        label={outputCostLabels.byProductPrice}
        value={byProductPrice}
      />
    </div>
  );
}
