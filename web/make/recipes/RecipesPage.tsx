/** The list of recipes, with their form. */
import { pageSizes } from '#contract/kinds.ts';
import { recipeTexts } from '#contract/make/recipes.ts';
import { may } from '#web/core/api/session.ts';
import { useOpenedDocument } from '#web/core/records/document.ts';
import { RecordListPage } from '#web/core/records/RecordListPage.tsx';
import { recipeCard, recipeColumns } from './recipeColumns.tsx';
import { recipes } from './recipeDefinition.ts';
import { recipeSheet } from './recipeSheet.ts';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';

const RecipeForm = preloadedComponent(async () => (await import('./RecipeForm.tsx')).RecipeForm);

export function RecipesPage() {
  const form = useOpenedDocument(recipes);
  return (
    <RecordListPage
      definition={recipes}
      pageSize={pageSizes.recipes}
      words={recipeTexts}
      columns={recipeColumns}
      card={recipeCard}
      sheet={recipeSheet}
      form={form}
      more={(row) => (may('create', 'recipes') ? [{ label: 'Copy', onClick: () => form.begin(row) }] : [])}
    >
      {(props) => <RecipeForm {...props} />}
    </RecordListPage>
  );
}
