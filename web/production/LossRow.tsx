import type { UseFormReturnType } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import { limits } from '#contract/fields.ts';
import { lossReasons, runLineLabels } from '#contract/runs.ts';
import { NumberField } from '#web/form/fields/NumberField.tsx';
import { SelectField } from '#web/form/fields/SelectField.tsx';
import { SuggestField } from '#web/form/fields/SuggestField.tsx';
import { RowAction } from '#web/ui/table/RowAction.tsx';
import type { RunDraft, RunLoss } from './runDraft.ts';
import classes from './ProductionPage.module.css';

const MASS = 'mass';

interface LossRowProps {
  form: UseFormReturnType<RunDraft>;
  loss: RunLoss;
  index: number;
  remove: (index: number) => void;
}

/** A loss: a mass in kg, or pieces of one of the inputs. */
export function LossRow({ form, loss, index, remove }: LossRowProps) {
  const inputs = form.values.lines.flatMap(({ item }) => item ?? []);
  const pieces = inputs.filter(
    ({ itemId, unit }, at) => unit !== 'kg' && inputs.findIndex((other) => other.itemId === itemId) === at,
  );
  const unit = inputs.find(({ itemId }) => itemId === loss.itemId)?.unit ?? 'kg';
  const path = `losses.${index}` as const;
  return (
    <div role="group" aria-label={`Loss ${index + 1}`} className={classes.loss} data-span="12">
      <SuggestField
        {...form.getInputProps(`${path}.reason`)}
        label={runLineLabels.losses}
        required
        data={lossReasons}
        maxLength={limits.name}
      />
      {pieces.length > 0 && (
        <SelectField
          label="Of"
          allowDeselect={false}
          data={[
            { value: MASS, label: 'Mass in kg' },
            ...pieces.map(({ itemId, itemName }) => ({ value: String(itemId), label: itemName })),
          ]}
          value={loss.itemId === null ? MASS : String(loss.itemId)}
          onChange={(value) => form.setFieldValue(`${path}.itemId`, value === MASS ? null : Number(value))}
        />
      )}
      <NumberField
        {...form.getInputProps(`${path}.quantity`)}
        label="Quantity"
        required
        suffix={unit}
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
