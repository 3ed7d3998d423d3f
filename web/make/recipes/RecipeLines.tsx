/** The ingredients of a recipe as a grid for keyboard entry, with their cost below. */
import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { formatRupees } from '#contract/core/values/format.ts';
import { fromPaise } from '#contract/core/values/numbers.ts';
import { costPerUnit, recipeLineLabels, recipeTexts } from '#contract/make/recipes.ts';
import { typedThousandths } from '#web/core/form/fields/numberOf.ts';
import { costOfLine, type RecipeValues } from './recipeDefinition.ts';
import { RecipeLineRow } from './RecipeLineRow.tsx';
import lineClasses from '#web/core/form/lines.module.css';
import classes from './RecipeLines.module.css';
import { useLastPrices } from './useLastPrices.ts';

interface RecipeLinesProps {
  form: UseFormReturnType<RecipeValues>;
  add: () => void;
  remove: (index: number) => void;
}

export function RecipeLines({ form, add, remove }: RecipeLinesProps) {
  const { lines, outputQuantity, productId } = form.values;
  const prices = useLastPrices(lines);
  const total = lines.reduce((sum, line) => sum + (costOfLine(line, prices.get(line.key)) ?? 0), 0);
  const unpriced = lines.flatMap(({ key, item, quantity }) =>
    item && quantity !== '' && !prices.has(key) ? [item.itemName] : [],
  );
  const output = typedThousandths(outputQuantity);
  return (
    <div className={`${lineClasses.lines} ${classes.lines}`}>
      <div className={lineClasses.headings} aria-hidden>
        <span>{recipeLineLabels.itemId}</span>
        <span>{recipeLineLabels.quantity}</span>
        <span>{recipeLineLabels.plannedLossPercent}</span>
        <span>{recipeLineLabels.cost}</span>
      </div>
      <div>
        {lines.map((line, index) => (
          <RecipeLineRow
            key={line.key}
            form={form}
            line={line}
            index={index}
            cost={costOfLine(line, prices.get(line.key))}
            remove={remove}
          />
        ))}
      </div>
      <div className={lineClasses.add}>
        <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          Add ingredient
        </Button>
      </div>
      <dl className={`${lineClasses.totals} ${classes.totals}`}>
        <div>
          <dt>Cost at last prices</dt>
          <dd>
            <output>{formatRupees(fromPaise(total))}</output>
          </dd>
          {unpriced.length > 0 && <dd className={classes.without}>{recipeTexts.without([...new Set(unpriced)])}</dd>}
        </div>
        <div>
          <dt>Per {productId?.unit || 'unit'}</dt>
          <dd>{output ? formatRupees(fromPaise(costPerUnit(total, output))) : '—'}</dd>
        </div>
      </dl>
    </div>
  );
}
