/** A line of an adjustment: its subject by its kind, and a quantity. */
import { TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { adjustmentLineLabels, adjustmentLabels } from '#contract/stock/adjustments/adjustmentTexts.ts';
import { claimLabels, claimTexts } from '#contract/stock/claims/claims.ts';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { lotLabels, codePlaceholder, lotStateLabels } from '#contract/stock/lots/lotTexts.ts';
import { lotEndpoints } from '#contract/stock/lots/lots.ts';
import { claims, type LotState } from '#contract/stock/stock.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import { SupplierField } from '#web/masters/SupplierField.tsx';
import { ItemField } from '#web/stock/items/ItemField.tsx';
import type { ItemChoice } from '#web/stock/items/itemChoice.ts';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import type { AdjustmentLineProps } from './adjustmentValues.ts';
import classes from './AdjustmentForm.module.css';
import { DispatchedField } from './DispatchedField.tsx';

interface AdjustmentLineRowProps extends AdjustmentLineProps {
  /** Its field that has the focus when the form opens. */
  takesFocus: 'choice' | 'supplier' | false;
  remove: (index: number) => void;
}

type FieldsProps = Omit<AdjustmentLineRowProps, 'remove'>;

export function AdjustmentLineRow({ remove, ...props }: AdjustmentLineRowProps) {
  const { form, line, index, takesFocus } = props;
  const { kind } = form.values;
  const number = index + 1;
  const unit = line.item?.unit ?? line.dispatched?.unit ?? line.lot?.unit;
  return (
    <div role="group" aria-label={`Line ${number}`} className={classes.line} data-kind={kind}>
      {kind === 'opening' && <OpenedItemField {...props} />}
      {(kind === 'writeOff' || kind === 'supplierReturn') && <LotField {...props} />}
      {kind === 'buyerReturn' && <DispatchedField {...props} />}
      <NumberField
        {...form.getInputProps(`lines.${index}.quantity`)}
        label={adjustmentLineLabels.quantity}
        required={!line.dispatched?.isOffered}
        data-autofocus={(takesFocus === 'choice' && line.dispatched?.dispatch !== undefined) || undefined}
        suffix={unit}
        value={line.quantity}
      />
      {kind === 'opening' && <OpeningFields {...props} />}
      <span className={classes.remove}>
        <RowAction label={`Remove line ${number}`} title="Remove this line" onClick={() => remove(index)}>
          <IconX size={16} />
        </RowAction>
      </span>
    </div>
  );
}

function OpenedItemField({ form, line, index, takesFocus }: FieldsProps) {
  const chooseItem = (item: ItemChoice) => {
    form.setFieldValue(`lines.${index}.item`, item);
    const initial = form.getInitialValues().lines.find(({ key }) => key === line.key);
    if (!initial?.lot) return;
    // Another item has a lot of its own; with its first item the line has its lot again.
    const isInitial = initial.item?.itemId === item.itemId;
    if (isInitial === (line.lot !== null)) return;
    form.setFieldValue(`lines.${index}.lot`, isInitial ? initial.lot : null);
    form.setFieldValue(`lines.${index}.code`, isInitial ? initial.code : '');
  };
  return (
    <ItemField
      {...form.getInputProps(`lines.${index}.item`)}
      label={adjustmentLineLabels.item}
      data-autofocus={takesFocus === 'choice' || undefined}
      hint={({ unit }) => unit}
      item={line.item}
      onChoose={chooseItem}
    />
  );
}

function lotText({ itemName, onHandQty, unit }: NonNullable<AdjustmentLineProps['line']['lot']>): string {
  return onHandQty === undefined ? itemName : `${itemName}, ${formatQuantityWithUnit(onHandQty, unit)} left`;
}

function heldHint(state: LotState): string[] {
  return state === 'released' ? [] : [lotStateLabels[state].toLowerCase()];
}

function LotField({ form, line, index, takesFocus }: FieldsProps) {
  const { kind, supplier, lines } = form.values;
  const others = new Set(lines.flatMap(({ key, lot }) => (key === line.key ? [] : (lot?.lotId ?? []))));
  return (
    <LookupField
      {...form.getInputProps(`lines.${index}.lot`)}
      label={adjustmentLineLabels.lot}
      required
      data-autofocus={takesFocus === 'choice' || undefined}
      placeholder="Code or item"
      endpoint={lotEndpoints.list}
      description={line.lot && lotText(line.lot)}
      toChoice={({ lotId, code }) => ({ value: lotId, label: code })}
      offers={({ lotId, onHandQty, supplierId }) =>
        onHandQty > 0 && !others.has(lotId) && (kind !== 'supplierReturn' || !supplier || supplierId === supplier.value)
      }
      hint={({ itemName, onHandQty, unit, state }) =>
        [itemName, formatQuantityWithUnit(onHandQty, unit), ...heldHint(state)].join(', ')
      }
      chosen={line.lot && { value: line.lot.lotId, label: line.lot.code }}
      onChoose={({ lotId, code, itemName, unit, onHandQty }) =>
        form.setFieldValue(`lines.${index}.lot`, { lotId, code, itemName, unit, onHandQty })
      }
    />
  );
}

function OpeningFields({ form, line, index, takesFocus }: FieldsProps) {
  return (
    <>
      <TextInput
        {...form.getInputProps(`lines.${index}.code`)}
        label={lotLabels.code}
        placeholder={codePlaceholder(line.lot?.code)}
      />
      <DateField
        tense="future"
        {...form.getInputProps(`lines.${index}.expiresOn`)}
        label={lotLabels.expiresOn}
        value={line.expiresOn}
      />
      <SelectField
        {...form.getInputProps(`lines.${index}.claim`)}
        label={claimTexts.claim}
        placeholder={claimTexts.ifNone(claimLabels.conventional)}
        allowDeselect={false}
        data={claims.map((value) => ({ value, label: claimLabels[value] }))}
        value={line.claim || null}
        onChange={(value) => form.setFieldValue(`lines.${index}.claim`, claims.find((each) => each === value) ?? '')}
      />
      <SupplierField
        {...form.getInputProps(`lines.${index}.supplier`)}
        className={classes.supplier}
        data-autofocus={takesFocus === 'supplier' || undefined}
        label={adjustmentLabels.supplierId}
        creates="suppliers"
        chosen={line.supplier}
        onChoose={(supplier) => form.setFieldValue(`lines.${index}.supplier`, supplier)}
        onClear={() => form.setFieldValue(`lines.${index}.supplier`, null)}
      />
      <NumberField
        {...form.getInputProps(`lines.${index}.pricePerUnit`)}
        label={adjustmentLineLabels.pricePerUnit}
        value={line.pricePerUnit}
      />
    </>
  );
}
