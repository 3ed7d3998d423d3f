/** What each product is made of. */
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { recipeEndpoints, recipeTexts, type RecipeRecord } from '#contract/make/recipes.ts';
import { pageSizes } from '#contract/kinds.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { may } from '#web/core/api/session.ts';
import { rowMenu } from '#web/core/form/rowMenu.ts';
import { useDeletion } from '#web/core/form/useDeletion.tsx';
import { useOpenedForm } from '#web/core/form/useOpenedForm.ts';
import { ListExport } from '#web/core/list/ListExport.tsx';
import { ListFilters } from '#web/core/filters/ListFilters.tsx';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { useFilters } from '#web/core/filters/useFilters.ts';
import { useList } from '#web/core/list/useList.ts';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import { lazyWithPreload } from '#web/core/ui/lazyWithPreload.ts';
import { ImportLink } from '#web/core/sheets/ImportLink.tsx';
import { ListHeader } from '#web/core/list/ListHeader.tsx';
import { AddButton } from '#web/core/ui/AddButton.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { recipeCard, recipeColumns } from './recipeColumns.tsx';
import { recipeDraft } from './recipeDraft.ts';
import type { RecipeFormProps } from './RecipeForm.tsx';

const useForm = lazyWithPreload(() => import('./RecipeForm.tsx'));

const nameOf = (row: RecipeRecord) => `recipe of ${row.productName}`;

export function RecipesPage() {
  const [filters, show] = useFilters(recipeEndpoints.list);
  const list = useList(recipeEndpoints.list, { pageSize: pageSizes.recipes, filters });
  const form = useOpenedForm('recipes', {
    record: recipeEndpoints.get.answer,
    values: recipeDraft,
    keptAs: (record) => record?.recipeId,
  });
  const [copied, setCopied] = useState<RecipeRecord>();
  const deletion = useDeletion({
    question: recipeTexts.confirmDelete,
    subjectOf: (row: RecipeRecord) => ({
      name: row.productName,
      facts: [`ID ${row.recipeId}`, formatQuantityWithUnit(row.outputQuantity, row.unit), `version ${row.version}`],
    }),
    remove: (row: RecipeRecord) => call(recipeEndpoints.remove, { params: { id: row.recipeId } }),
    done: recipeTexts.deleted,
    undo: (row) => ({ kind: 'recipes', id: row.recipeId }),
    onDeleted: (row) => {
      if (form.record?.recipeId === row.recipeId) form.close();
    },
    onFailed: (fault) => toastFailed(recipeTexts.deleteFailed, whyOf(fault)),
  });
  const history = useHistory();
  const mayCreate = may('create', 'recipes');
  const add = (source?: RecipeRecord) =>
    form.leave(() => {
      setCopied(source);
      form.open();
    });

  return (
    <>
      <ListHeader
        title={recipeTexts.title}
        list={list}
        searchLabel="Search recipes"
        searchPlaceholder={recipeTexts.searchPlaceholder}
      >
        <ImportLink resource="recipes" />
        <ListExport
          endpoint={recipeEndpoints.list}
          list={list}
          filters={filters}
          load={async () => (await import('./recipeSheet.ts')).recipeSheet}
        />
        {mayCreate && <AddButton onClick={() => add()}>{recipeTexts.addNew}</AddButton>}
      </ListHeader>
      <Suspense>{form.isOpen && <Form key={form.key} {...form.props} copied={copied} />}</Suspense>
      <ListFilters endpoint={recipeEndpoints.list} label="recipes" filters={filters} show={show} />
      <ListPanel
        list={list}
        label={recipeTexts.title}
        columns={recipeColumns}
        card={recipeCard}
        rowId={(row) => row.recipeId}
        {...rowMenu('recipes', {
          nameOf,
          onEdit: form.open,
          onHistory: (row) => history.show({ kind: 'recipes', id: row.recipeId, name: nameOf(row) }),
          onDelete: deletion.ask,
          more: (row) => (mayCreate ? [{ label: 'Copy', onClick: () => add(row) }] : []),
        })}
        failed={recipeTexts.loadFailed}
        empty={recipeTexts.empty}
        begin={
          mayCreate && (
            <Button variant="default" onClick={() => add()}>
              Add the first recipe
            </Button>
          )
        }
      />
      {deletion.dialog}
      {history.drawer}
      {form.dialog}
    </>
  );
}

function Form(props: RecipeFormProps) {
  const { RecipeForm } = useForm();
  return <RecipeForm {...props} />;
}
