import type { UseFormReturnType } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import { formatAmount } from '#contract/core/values/format.ts';
import { fromPaise } from '#contract/core/values/numbers.ts';
import { recipeLineLabels } from '#contract/make/recipes.ts';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { ItemField } from '#web/stock/items/ItemField.tsx';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import type { RecipeValues, RecipeLine } from './recipeDefinition.ts';
import lineClasses from '#web/core/form/lines.module.css';
import classes from './RecipeLines.module.css';

interface RecipeLineRowProps {
  form: UseFormReturnType<RecipeValues>;
  line: RecipeLine;
  index: number;
  /** Paise; undefined where it isn't known. */
  cost: number | undefined;
  remove: (index: number) => void;
}

const labels = { label: lineClasses.label };

export function RecipeLineRow({ form, line, index, cost, remove }: RecipeLineRowProps) {
  const number = index + 1;
  return (
    <div role="group" aria-label={`Ingredient ${number}`} className={lineClasses.line}>
      <ItemField
        {...form.getInputProps(`lines.${index}.item`)}
        label={recipeLineLabels.itemId}
        item={line.item}
        onChoose={(item) => form.setFieldValue(`lines.${index}.item`, item)}
        classNames={labels}
      />
      <NumberField
        {...form.getInputProps(`lines.${index}.quantity`)}
        label={recipeLineLabels.quantity}
        required
        classNames={labels}
        suffix={line.item?.unit}
        value={line.quantity}
      />
      <NumberField
        {...form.getInputProps(`lines.${index}.plannedLossPercent`)}
        label={recipeLineLabels.plannedLossPercent}
        classNames={labels}
        suffix="%"
        placeholder="0"
        value={line.plannedLossPercent}
      />
      <output className={classes.total} aria-label={`Cost of ingredient ${number}`}>
        <span className={lineClasses.caption}>Cost </span>
        {cost === undefined ? '—' : formatAmount(fromPaise(cost))}
      </output>
      <span className={classes.remove}>
        <RowAction label={`Remove ingredient ${number}`} title="Remove this ingredient" onClick={() => remove(index)}>
          <IconX size={16} />
        </RowAction>
      </span>
    </div>
  );
}
