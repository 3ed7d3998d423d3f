/** The recipe of a product: its ingredients, in its newest version. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatPercent, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { recipeEndpoints, recipeTexts, type RecipeRecord } from '#contract/make/recipes.ts';
import { listQueryOf } from '#web/core/api/queries.ts';
import { ItemLink } from '#web/stock/links/ItemLink.tsx';
import { Overview } from '#web/core/records/Overview.tsx';
import { AsideRows } from '#web/core/records/RecordColumns.tsx';
import { RecordSection } from '#web/core/records/RecordPage.tsx';

const { list } = recipeEndpoints;

/** 'for 90 kg, yield 95 %, version 3'. */
function about({ outputQuantity, unit, expectedYieldPercent, version }: RecipeRecord): string {
  return [
    `for ${formatQuantityWithUnit(outputQuantity, unit)}`,
    ...(expectedYieldPercent === null ? [] : [`yield ${formatPercent(expectedYieldPercent)}`]),
    `version ${version}`,
  ].join(', ');
}

function Ingredients({ recipe }: { recipe: RecipeRecord | undefined }) {
  const lines = recipe?.lines ?? [];
  return (
    <AsideRows
      empty={recipeTexts.none}
      rows={lines.map(({ rawMaterialId, productId, itemName, quantity, unit, plannedLossPercent: loss }, index) => ({
        key: index,
        title: <ItemLink rawMaterialId={rawMaterialId} productId={productId} name={itemName} />,
        below: loss > 0 ? `planned loss ${formatPercent(loss)}` : undefined,
        figure: formatQuantityWithUnit(quantity, unit),
      }))}
    />
  );
}

export function ProductRecipe({ productId }: { productId: number }) {
  const search = { productId: String(productId) };
  const query = useQuery(listQueryOf(list, { query: { productId, page: 1, pageSize: 1 } }));
  const [recipe] = query.data?.rows ?? [];
  return (
    <RecordSection
      heading={recipeTexts.one}
      note={recipe && about(recipe)}
      more={
        recipe && (
          <Link to="/recipes" search={search}>
            {recipeTexts.open}
          </Link>
        )
      }
    >
      <Overview query={query}>{() => <Ingredients recipe={recipe} />}</Overview>
    </RecordSection>
  );
}
