/** Costs of a run beyond its inputs, and how its outputs share them (docs/domain.md, Cost). */
import type { UseFormReturnType } from '@mantine/form';
import { costTexts, outputCostLabels, runCostLabels, scrapPriceLabel } from '#contract/make/costTerms.ts';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { filledLosses, filledOutputs, type RunValues } from '../runValues.ts';
import classes from './RunCosts.module.css';

/** Whether anything of it was entered, so that it is shown. */
export function hasCosts(values: RunValues): boolean {
  const { charges, hours, outputs, losses } = values;
  const shares = outputs.flatMap(({ costShare, byProductPrice }) => [costShare, byProductPrice]);
  return [charges, hours, ...shares, ...losses.map(({ scrapPrice }) => scrapPrice)].some((typed) => typed !== '');
}

export function RunCosts({ form }: { form: UseFormReturnType<RunValues> }) {
  const { values } = form;
  const all = filledOutputs(values);
  // One output has all of the cost.
  const outputs = all.filter(({ costShare, byProductPrice }) => all.length > 1 || costShare + byProductPrice !== '');
  const losses = filledLosses(values).filter(({ itemId }) => itemId === null);
  return (
    <fieldset className={classes.costs} data-span="12">
      <legend>{costTexts.title}</legend>
      <div className={classes.row}>
        <NumberField {...form.getInputProps('charges')} label={runCostLabels.charges} value={values.charges} />
        <NumberField {...form.getInputProps('hours')} label={runCostLabels.hours} value={values.hours} />
      </div>
      {outputs.map((output) => {
        const path = `outputs.${values.outputs.indexOf(output)}` as const;
        return (
          <div key={output.key} role="group" aria-label={costTexts.costOf(output.batchNumber)} className={classes.row}>
            <span className={classes.of}>{output.batchNumber || output.product?.itemName}</span>
            <NumberField
              {...form.getInputProps(`${path}.costShare`)}
              label={outputCostLabels.costShare}
              value={output.costShare}
            />
            <NumberField
              {...form.getInputProps(`${path}.byProductPrice`)}
              label={outputCostLabels.byProductPrice}
              value={output.byProductPrice}
            />
          </div>
        );
      })}
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
