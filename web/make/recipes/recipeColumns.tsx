import { formatAmount, formatQuantityWithUnit, formatRupees } from '#contract/core/values/format.ts';
import { fromPaise, toPaise, toThousandths } from '#contract/core/values/numbers.ts';
import { recipeLineLabels, recipeLabels, costPerUnit, recipeTexts, type RecipeRecord } from '#contract/make/recipes.ts';
import { ItemLink } from '#web/stock/links/ItemLink.tsx';
import type { Card, Column } from '#web/core/ui/table/DataTable.tsx';
import { quantities, Quantity, quantityColumn, type QuantityValue } from '#web/core/ui/Quantity.tsx';
import { TruncatedText } from '#web/core/ui/table/TruncatedText.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import classes from './recipeColumns.module.css';

/** '20 kg Turmeric, 100 piece Label'. */
function ingredientsText({ lines }: RecipeRecord): string {
  return lines
    .map(({ quantity, unit, itemName }) => `${formatQuantityWithUnit(quantity, unit)} ${itemName}`)
    .join(' · ');
}

/** Cost of one unit in rupees; undefined if no ingredient has a price. */
function unitCostOf({ cost, outputQuantity, lines }: RecipeRecord): number | undefined {
  const paise = toPaise(cost);
  const output = toThousandths(outputQuantity);
  if (!paise || !output || lines.every((line) => line.cost === null)) return undefined;
  return fromPaise(costPerUnit(paise, output));
}

/** The ingredients that the cost leaves out. */
function unpricedText({ lines }: RecipeRecord): string {
  const unpriced = lines.flatMap(({ cost, itemName }) => (cost === null ? [itemName] : []));
  return unpriced.length === 0 ? '' : recipeTexts.without([...new Set(unpriced)]);
}

function yieldOf({ expectedYieldPercent: quantity }: RecipeRecord): QuantityValue[] {
  return quantity === null ? [] : [{ quantity, unit: '' }];
}

export const recipeColumns: Column<RecipeRecord>[] = [
  {
    header: recipeLabels.productId,
    sort: 'productName',
    weight: 'strong',
    pinned: true,
    cell: ({ productId, productName }) => (
      <ItemLink productId={productId} name={<Wrapped text={productName} minWidth={150} maxWidth={260} />} />
    ),
  },
  quantities({ header: recipeLabels.outputQuantity }, ({ outputQuantity: quantity, unit }) => ({ quantity, unit })),
  {
    header: recipeLabels.lines,
    cell: (row) => <TruncatedText text={ingredientsText(row)} width="clamp(150px, 100vw - 1100px, 360px)" />,
  },
  {
    header: recipeLineLabels.cost,
    align: 'end',
    cell: (row) =>
      unitCostOf(row) !== undefined && (
        <>
          {formatAmount(row.cost)}
          {unpricedText(row) && (
            <small className={classes.without}>
              <Wrapped text={unpricedText(row)} minWidth={100} maxWidth={130} />
            </small>
          )}
        </>
      ),
  },
  {
    header: 'Per unit (₹)',
    align: 'end',
    cell: (row) => {
      const unitCost = unitCostOf(row);
      return unitCost !== undefined && formatAmount(unitCost);
    },
  },
  {
    header: 'Yield (%)',
    align: 'end',
    cell: (row, rows) => {
      const [expectedYield] = yieldOf(row);
      return expectedYield && <Quantity {...expectedYield} column={quantityColumn(rows.flatMap(yieldOf))} />;
    },
  },
  { header: recipeLabels.version, align: 'end', weight: 'faint', cell: (row) => row.version },
];

export function recipeCard(row: RecipeRecord): Card {
  const unitCost = unitCostOf(row);
  return {
    title: <ItemLink productId={row.productId} name={row.productName} />,
    state: formatQuantityWithUnit(row.outputQuantity, row.unit),
    detail: ingredientsText(row),
    aside: unitCost !== undefined && `${formatRupees(unitCost)} a ${row.unit}`,
  };
}
