import type { UseFormReturnType } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import { lossReasons, runLineLabels, runTexts } from '#contract/make/runs.ts';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import { SuggestField } from '#web/core/form/fields/SuggestField.tsx';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import { isWithoutInput, lostItemOf } from '../runBody.ts';
import type { LossValues, RunValues } from '../runValues.ts';
import classes from './RunForm.module.css';

const MASS = 'mass';

interface LossRowProps {
  form: UseFormReturnType<RunValues>;
  loss: LossValues;
  index: number;
  remove: (index: number) => void;
}

/** A loss: a mass in kg, or pieces of one of the inputs. */
export function LossRow({ form, loss, index, remove }: LossRowProps) {
  const { inputs } = form.values;
  const items = new Map(inputs.flatMap(({ item }) => (item ? [[item.itemId, item] as const] : [])));
  const pieces = [...items.values()].filter(({ unit: itemUnit }) => itemUnit !== 'kg');
  const isStray = isWithoutInput(loss, inputs);
  const unit = loss.itemId === null ? 'kg' : lostItemOf(loss, inputs)?.unit;
  const path = `losses.${index}` as const;
  const quantity = form.getInputProps(`${path}.quantity`);
  // Depends on the inputs: an error found on saving may be obsolete.
  const otherError = quantity.error === runTexts.lossWithoutInput ? undefined : quantity.error;
  return (
    <div role="group" aria-label={`Loss ${index + 1}`} className={classes.loss} data-span="12">
      <SuggestField
        {...form.getInputProps(`${path}.reason`)}
        label={runLineLabels.losses}
        required
        data={lossReasons}
        value={loss.reason}
      />
      {(pieces.length > 0 || isStray) && (
        <SelectField
          label="Of"
          allowDeselect={false}
          data={[
            { value: MASS, label: 'Mass in kg' },
            ...pieces.map(({ itemId, itemName }) => ({ value: String(itemId), label: itemName })),
          ]}
          value={isStray ? null : String(loss.itemId ?? MASS)}
          onChange={(value) => form.setFieldValue(`${path}.itemId`, value === MASS ? null : Number(value))}
        />
      )}
      <NumberField
        {...quantity}
        label="Quantity"
        required
        error={isStray ? runTexts.lossWithoutInput : otherError}
        suffix={unit}
        // A loss with a reason alone can't be saved: Enter stays at its quantity.
        data-empty-goes-to={loss.reason === '' ? undefined : `${path}.quantity`}
        value={loss.quantity}
      />
      <span className={classes.remove}>
        <RowAction label={`Remove loss ${index + 1}`} title="Remove this loss" onClick={() => remove(index)}>
          <IconX size={16} />
        </RowAction>
      </span>
    </div>
  );
}
