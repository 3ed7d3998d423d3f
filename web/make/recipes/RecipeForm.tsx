/** Adding, copying and changing a recipe. */
import { TextInput } from '@mantine/core';
import { productEndpoints } from '#contract/masters/products.ts';
import { recipeLabels, recipeTexts, type RecipeRecord } from '#contract/make/recipes.ts';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { linesOf } from '#web/core/form/lines.ts';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import { useDocumentForm } from '#web/core/records/useDocumentForm.ts';
import { OlderVersions } from './OlderVersions.tsx';
import { blankLine, recipes, type RecipeValues } from './recipeDefinition.ts';
import { RecipeLines } from './RecipeLines.tsx';
import { RecipeMarkets } from './RecipeMarkets.tsx';

const costFields = ['overheadPerRun', 'overheadPerKg', 'overheadPerHour', 'costShare'] as const;

type RecipeFormProps = FormProps<RecipeRecord, RecipeValues, RecipeRecord>;

export function RecipeForm(props: RecipeFormProps) {
  const { record } = props;
  const { form, panel } = useDocumentForm(recipes, props);
  const { values, getInputProps } = form;
  const lines = linesOf(form, { first: 'item', blank: blankLine });

  return (
    <FormPanel
      afterLastField={lines.add}
      {...panel}
      below={
        <>
          <RecipeLines form={form} {...lines} />
          {record && <RecipeMarkets recipe={record} />}
          {record && <OlderVersions recipe={record} />}
        </>
      }
    >
      <LookupField
        {...getInputProps('productId')}
        label={recipeLabels.productId}
        required
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
      <TextInput {...getInputProps('note')} label={recipeLabels.note} />
      {costFields.map((field) => (
        <NumberField
          key={field}
          {...getInputProps(field)}
          wrapperProps={{ 'data-span': '3' }}
          label={recipeLabels[field]}
          value={values[field]}
        />
      ))}
    </FormPanel>
  );
}
