/** Existing lots that are missing on the count sheet. */
import { adjustmentLineLabels } from '#contract/stock/adjustments/adjustmentTexts.ts';
import { Button, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconX } from '@tabler/icons-react';
import { countTexts } from '#contract/stock/adjustments/countTexts.ts';
import { lotLabels, codePlaceholder } from '#contract/stock/lots/lotTexts.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { linesOf } from '#web/core/form/lines.ts';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { ItemField } from '#web/stock/items/ItemField.tsx';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import classes from '../AdjustmentForm.module.css';
import { blankOther, type CountValues } from './countValues.ts';

export function OtherLots({ form }: { form: UseFormReturnType<CountValues> }) {
  const { values, getInputProps, setFieldValue, removeListItem } = form;
  const { add } = linesOf(form, { list: 'others', first: 'item', blank: blankOther });
  return (
    <div className={classes.others}>
      {values.others.map(({ key, item, quantity, code, expiresOn }, index) => (
        <div
          key={key}
          role="group"
          aria-label={countTexts.unlistedLot(index + 1)}
          className={classes.line}
          data-kind="count"
        >
          <ItemField
            {...getInputProps(`others.${index}.item`)}
            label={adjustmentLineLabels.item}
            item={item}
            onChoose={(chosen) => setFieldValue(`others.${index}.item`, chosen)}
          />
          <NumberField
            {...getInputProps(`others.${index}.quantity`)}
            label="Counted"
            required
            suffix={item?.unit}
            value={quantity}
          />
          <TextInput
            {...getInputProps(`others.${index}.code`)}
            label={lotLabels.code}
            placeholder={codePlaceholder()}
            value={code}
          />
          <DateField
            tense="future"
            {...getInputProps(`others.${index}.expiresOn`)}
            label={lotLabels.expiresOn}
            value={expiresOn}
          />
          <span className={classes.remove}>
            <RowAction
              label={`Remove ${countTexts.unlistedLot(index + 1)}`}
              title="Remove this lot"
              onClick={() => removeListItem('others', index)}
            >
              <IconX size={16} />
            </RowAction>
          </span>
        </div>
      ))}
      <div className={classes.add}>
        <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          {countTexts.addOther}
        </Button>
      </div>
    </div>
  );
}
