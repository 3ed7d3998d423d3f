/** Specification §2, Products. */
import { amountText } from '#contract/core/values/numbers.ts';
import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { z } from 'zod';
import { formatAmount, formatRupees } from '#contract/core/values/format.ts';
import { productEndpoints, productTexts, type ProductRecord, productLabels } from '#contract/masters/products.ts';
import { masters } from '#contract/kinds.ts';
import { choice } from '#web/core/lookup/lookup.ts';
import { TruncatedText } from '#web/core/ui/table/TruncatedText.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import type { Column } from '#web/core/ui/table/DataTable.tsx';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { typedNumber } from '#web/core/form/fields/numberOf.ts';
import { ItemLink } from '#web/stock/links/ItemLink.tsx';
import { useStockSettings } from '#web/stock/items/stockSettings.tsx';
import { deletionAlert } from '#web/core/records/deletionAlert.ts';
import type { MasterDefinition } from '#web/core/records/masters/master.ts';
import { MasterPage } from '#web/core/records/masters/MasterPage.tsx';
import { timestampColumns } from '#web/core/records/masters/timestampColumns.tsx';
import { CategoryField } from './CategoryField.tsx';
import { mergingOf } from './merge/mergePath.ts';
import { exportedProducts } from './exportedMasters.ts';

const values = z.object({
  name: z.string(),
  description: z.string(),
  categoryId: choice.nullable(),
  price: z.string(),
  unit: z.string(),
  updatedAt: z.string().optional(),
});

type ProductValues = z.output<typeof values>;
type ProductBody = z.input<typeof productEndpoints.create.body>;

const blank: ProductValues = { name: '', description: '', categoryId: null, price: '', unit: '' };

const columns: Column<ProductRecord>[] = [
  { header: 'ID', sort: 'productId', weight: 'faint', cell: (row) => row.productId },
  {
    header: productLabels.name,
    sort: 'name',
    weight: 'strong',
    pinned: true,
    cell: (row) => (
      <ItemLink productId={row.productId} name={<Wrapped text={row.name} minWidth={150} maxWidth={260} />} />
    ),
  },
  {
    header: productLabels.description,
    cell: (row) => row.description && <TruncatedText text={row.description} width={220} />,
  },
  {
    header: productLabels.categoryId,
    sort: 'categoryName',
    cell: (row) => <TruncatedText text={row.categoryName} width={150} />,
  },
  { header: productLabels.price, sort: 'price', align: 'end', cell: (row) => formatAmount(row.price) },
  { header: productLabels.unit, sort: 'unit', cell: (row) => <TruncatedText text={row.unit} width={80} /> },
  ...timestampColumns,
];

function Fields({ form, row }: { form: UseFormReturnType<ProductValues>; row?: ProductRecord }) {
  return (
    <>
      <TextInput label={productLabels.name} required {...form.getInputProps('name')} />
      <TextInput label={productLabels.description} {...form.getInputProps('description')} />
      <CategoryField
        {...form.getInputProps('categoryId')}
        label={productLabels.categoryId}
        required
        chosen={form.values.categoryId}
        was={row?.categoryId}
        onChange={(chosen) => form.setFieldValue('categoryId', chosen)}
      />
      <NumberField
        {...form.getInputProps('price')}
        wrapperProps={{ 'data-span': '2' }}
        label={productLabels.price}
        required
        placeholder="e.g. 120.00"
        value={form.values.price}
      />
      <TextInput
        wrapperProps={{ 'data-span': '2' }}
        label={productLabels.unit}
        required
        placeholder="e.g. jar"
        disabled={row?.unitFixed}
        description={row?.unitFixed && productTexts.unitFixed(row.unit)}
        {...form.getInputProps('unit')}
      />
    </>
  );
}

export const definition: MasterDefinition<ProductRecord, ProductValues, ProductBody> = {
  master: masters.products,
  merging: mergingOf('products'),
  ...exportedProducts,
  calls: productEndpoints,
  nameOf: (row) => row.name,
  factsOf: (row) => [row.categoryName, formatRupees(row.price), row.unit],
  columns,
  card: (row) => ({
    title: <ItemLink productId={row.productId} name={row.name} />,
    state: formatRupees(row.price),
    detail: [row.categoryName, row.unit].join(' · '),
    aside: `#${row.productId}`,
  }),
  values,
  blank,
  valuesOf: ({ name, description, categoryId, categoryName, price, unit, updatedAt }) => ({
    name,
    description,
    categoryId: { value: categoryId, label: categoryName },
    price: amountText(price),
    unit,
    updatedAt,
  }),
  Fields,
  compared: { labels: productLabels },
  bodyOf: (typed) => ({
    ...typed,
    categoryId: typed.categoryId?.value ?? 0,
    price: typedNumber(typed.price),
  }),
  words: {
    ...productTexts,
    searchHint: 'Search name, description, unit or category',
    addNew: 'Add New Product',
    add: 'Add Product',
    edit: 'Update Product',
    empty: 'No products found.',
    saveFailed: () => productTexts.saveFailed,
    deleteFailed: (fault) => deletionAlert(productTexts, fault),
  },
};

export function Page() {
  return <MasterPage definition={definition} second={useStockSettings()} />;
}
