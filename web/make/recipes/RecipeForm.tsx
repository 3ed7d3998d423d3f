/** Adding, copying and changing a recipe. */
import { TextInput } from '@mantine/core';
import { limits } from '#contract/core/fields.ts';
import { productEndpoints } from '#contract/masters/products.ts';
import { recipeEndpoints, recipeLabels, recipeTexts, type RecipeRecord } from '#contract/make/recipes.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { linesOf } from '#web/core/form/lines.ts';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { useRecordForm } from '#web/core/form/useRecordForm.ts';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { recipeConflict } from './comparedRecipe.ts';
import { blankLine, contentOf, copyOf, faultsOf, fieldOf, valuesOf, type RecipeDraft } from './recipeDraft.ts';
import { OlderVersions } from './OlderVersions.tsx';
import { RecipeLines } from './RecipeLines.tsx';

export interface RecipeFormProps extends FormProps<RecipeRecord, RecipeDraft> {
  /** What a new recipe begins with: for another product. */
  copied?: RecipeRecord;
}

export function RecipeForm({ copied, ...props }: RecipeFormProps) {
  const { record, restored } = props;
  const { form, panel } = useRecordForm({
    ...props,
    resource: 'recipes',
    initialValues: restored?.values ?? (copied && !record ? copyOf(copied) : valuesOf(record)),
    draftOf: (values) => values,
    faultsOf,
    fieldOf,
    send: (values, idempotencyKey, seen) => {
      const body = contentOf(values);
      if (!seen) return call(recipeEndpoints.create, { body, idempotencyKey });
      const { recipeId, updatedAt } = seen;
      return call(recipeEndpoints.update, { params: { id: recipeId }, body: { ...body, recipeId, updatedAt } });
    },
    conflict: recipeConflict,
    done: record ? recipeTexts.updated : recipeTexts.added,
    showError: (fault) => toastFailed(recipeTexts.saveFailed, whyOf(fault)),
  });
  const { values, getInputProps } = form;
  const lines = linesOf(form, {
    list: 'lines',
    first: 'item',
    blank: blankLine,
    count: () => form.getValues().lines.length,
  });

  return (
    <FormPanel
      title={record ? recipeTexts.edit : recipeTexts.add}
      save={record ? 'Update' : 'Add'}
      afterLastField={lines.add}
      {...panel}
      below={
        <>
          <RecipeLines form={form} {...lines} />
          {record && <OlderVersions recipe={record} />}
        </>
      }
    >
      <LookupField
        {...getInputProps('productId')}
        label={recipeLabels.productId}
        required
        placeholder="Type to search"
        creates="products"
        endpoint={productEndpoints.list}
        sort="name"
        toChoice={(product) => ({ value: product.productId, label: product.name })}
        hint={(product) => product.unit}
        disabled={record !== undefined && record.usedByRuns > 0}
        description={record !== undefined && record.usedByRuns > 0 && recipeTexts.productFixed}
        chosen={values.productId}
        onChoose={({ productId, name, unit }) =>
          form.setFieldValue('productId', { value: productId, label: name, unit })
        }
      />
      <NumberField
        {...getInputProps('outputQuantity')}
        wrapperProps={{ 'data-span': '2' }}
        label={recipeLabels.outputQuantity}
        required
        suffix={values.productId?.unit}
        value={values.outputQuantity}
      />
      <NumberField
        {...getInputProps('expectedYieldPercent')}
        wrapperProps={{ 'data-span': '2' }}
        label={recipeLabels.expectedYieldPercent}
        suffix="%"
        value={values.expectedYieldPercent}
      />
      <TextInput {...getInputProps('note')} label={recipeLabels.note} maxLength={limits.description} />
    </FormPanel>
  );
}
