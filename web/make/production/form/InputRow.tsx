import type { UseFormReturnType } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { productionLabels } from '#contract/make/production.ts';
import type { RunWithClaims } from '#contract/make/runs.ts';
import type { AfterExpiry } from '#contract/stock/lots/afterExpiry.ts';
import type { Warning } from '#contract/stock/warnings/warnings.ts';
import { warningProps, WarningsLiveRegion } from '#web/core/form/fields/FieldWarning.tsx';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { clearFaults } from '#web/core/form/lines.ts';
import { MaterialField } from '#web/stock/items/MaterialField.tsx';
import { ProductField } from '#web/make/goods/ProductField.tsx';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import type { InputAllocation } from './inputAllocations.ts';
import { InputLots } from './InputLots.tsx';
import { chosenMaterial, chosenProduct, type ItemChoice } from '#web/stock/items/itemChoice.ts';
import type { InputValues, RunValues } from '../runValues.ts';
import { inlineText, remainderText, stockFaultOf, type Stock } from '../runFaults.ts';
import classes from './RunForm.module.css';

/** The path of the button that adds a loss. */
export const ADD_LOSS = 'addLoss';

interface InputRowProps {
  form: UseFormReturnType<RunValues>;
  input: InputValues;
  index: number;
  stock: Stock;
  /** The edited run. */
  record?: RunWithClaims;
  warnings: readonly Warning[];
  /** Undefined while the lots of its item are loading. */
  allocation?: InputAllocation;
  /** The rule of its item for lots after their date. */
  afterExpiry: AfterExpiry;
  /** Whether its item counts in the organic share. */
  isIngredient: boolean;
  remove: (index: number) => void;
}

/** Item and quantity of an input, with the remaining balance while typing, and its lots. */
export function InputRow({ form, input, index, stock, record, warnings, remove, ...lots }: InputRowProps) {
  const { inputs, losses } = form.values;
  const [isOpen, { toggle }] = useDisclosure();
  const quantity = form.getInputProps(`inputs.${index}.quantity`);
  const stockFault = stockFaultOf(input, inputs, stock, record);
  // Exceeding the balance shows while typing; other errors show on blur.
  const error = stockFault?.code === 'exceedsBalance' ? inlineText(stockFault) : quantity.error;
  const choose = (item: ItemChoice) => {
    // The quantity's error belonged to the previous item.
    clearFaults(form, `inputs.${index}`);
    form.setFieldValue(`inputs.${index}`, { ...input, item, lots: null });
  };
  const itemField = {
    ...form.getInputProps(`inputs.${index}.item`),
    'data-autofocus': record === undefined || undefined,
    // Behind the last material come the losses.
    'data-empty-goes-to': index > 0 ? (losses.length > 0 ? 'losses.0.reason' : ADD_LOSS) : undefined,
  };

  return (
    <div
      role="group"
      aria-label={`Material ${index + 1}`}
      className={classes.line}
      data-span="12"
      data-removable={inputs.length > 1 || undefined}
      onKeyDown={(event: KeyboardEvent) => {
        if (!event.altKey || event.code !== 'KeyL') return;
        event.preventDefault();
        toggle();
      }}
    >
      {input.kind === 'product' ? (
        <ProductField
          {...itemField}
          label="Product"
          required
          product={input.item}
          onChoose={(product) => choose(chosenProduct(product))}
        />
      ) : (
        <MaterialField
          {...itemField}
          material={materialOf(input.item)}
          onChoose={(material) => choose(chosenMaterial(material))}
        />
      )}
      <NumberField
        {...quantity}
        label={productionLabels.quantity}
        required
        suffix={input.item?.unit}
        data-autofocus={record !== undefined || undefined}
        value={input.quantity}
        error={error}
        {...warningProps(warnings, { hint: remainderText(input, inputs, stock), error })}
      />
      <WarningsLiveRegion warnings={warnings} />
      {inputs.length > 1 && (
        <span className={classes.remove}>
          <RowAction label={`Remove material ${index + 1}`} title="Remove this material" onClick={() => remove(index)}>
            <IconX size={16} />
          </RowAction>
        </span>
      )}
      <InputLots
        {...lots}
        form={form}
        input={input}
        index={index}
        recordedDay={record?.productionDate}
        isOpen={isOpen}
        toggle={toggle}
      />
    </div>
  );
}

function materialOf(item: ItemChoice | null) {
  if (item === null || item.rawMaterialId === null) return null;
  return { rawMaterialId: item.rawMaterialId, rawMaterialName: item.itemName, unit: item.unit };
}
