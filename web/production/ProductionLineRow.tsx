import type { UseFormReturnType } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import { productionLabels, type ProductionRecord } from '#contract/production.ts';
import type { Warning } from '#contract/warnings.ts';
import { warningProps, WarningsLiveRegion } from '#web/form/FieldWarning.tsx';
import { NumberField } from '#web/form/NumberField.tsx';
import { MaterialField } from '#web/stock/MaterialField.tsx';
import { RowAction } from '#web/ui/RowAction.tsx';
import {
  inlineText,
  leftAfter,
  stockFaultOf,
  type ProductionDraft,
  type ProductionLine,
  type Stock,
} from './productionDraft.ts';
import classes from './ProductionPage.module.css';

interface ProductionLineRowProps {
  form: UseFormReturnType<ProductionDraft>;
  line: ProductionLine;
  index: number;
  stock: Stock;
  /** The edited production. */
  record?: ProductionRecord;
  warnings: readonly Warning[];
  remove: (index: number) => void;
}

/** A material and its quantity, with the remaining balance while typing. */
export function ProductionLineRow({ form, line, index, stock, record, warnings, remove }: ProductionLineRowProps) {
  const { lines } = form.values;
  const quantity = form.getInputProps(`lines.${index}.quantity`);
  const stockFault = stockFaultOf(line, lines, stock, record);
  // Exceeding the balance shows while typing; other errors show on blur.
  const error = stockFault?.code === 'exceedsBalance' ? inlineText(stockFault) : quantity.error;

  return (
    <div
      role="group"
      aria-label={`Material ${index + 1}`}
      className={classes.line}
      data-span="12"
      data-removable={lines.length > 1 || undefined}
    >
      <MaterialField
        {...form.getInputProps(`lines.${index}.rawMaterialId`)}
        material={line.rawMaterialId}
        onChoose={(material) => {
          form.setFieldValue(`lines.${index}.rawMaterialId`, material);
          // The quantity's error belonged to the previous material.
          form.clearFieldError(`lines.${index}.quantity`);
        }}
        data-autofocus={record === undefined || undefined}
      />
      <NumberField
        {...quantity}
        label={productionLabels.quantity}
        required
        suffix={line.rawMaterialId?.unit}
        data-autofocus={record !== undefined || undefined}
        value={line.quantity}
        error={error}
        {...warningProps(warnings, { hint: leftAfter(line, lines, stock), error })}
      />
      <WarningsLiveRegion warnings={warnings} />
      {lines.length > 1 && (
        <span className={classes.remove}>
          <RowAction label={`Remove material ${index + 1}`} title="Remove this material" onClick={() => remove(index)}>
            <IconX size={16} />
          </RowAction>
        </span>
      )}
    </div>
  );
}
