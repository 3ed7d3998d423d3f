/** Specification §2, Raw Materials. */
import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { z } from 'zod';
import {
  DEFAULT_MIN_PRODUCTION,
  materialEndpoints,
  materialTexts,
  type MaterialRecord,
  materialLabels,
} from '#contract/masters/materials.ts';
import { masters } from '#contract/kinds.ts';
import { TruncatedText } from '#web/core/ui/table/TruncatedText.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import type { Column } from '#web/core/ui/table/DataTable.tsx';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { typedNumber } from '#web/core/form/fields/numberOf.ts';
import { ItemLink } from '#web/stock/links/ItemLink.tsx';
import { useStockSettings } from '#web/stock/items/stockSettings.tsx';
import { choice } from '#web/core/lookup/lookup.ts';
import { deletionAlert } from '#web/core/records/deletionAlert.ts';
import type { MasterDefinition } from '#web/core/records/masters/master.ts';
import { MasterPage } from '#web/core/records/masters/MasterPage.tsx';
import { timestampColumns } from '#web/core/records/masters/timestampColumns.tsx';
import { CategoryField } from './CategoryField.tsx';
import { mergingOf } from './merge/mergePath.ts';
import { exportedMaterials } from './exportedMasters.ts';

const values = z.object({
  name: z.string(),
  description: z.string(),
  unit: z.string(),
  categoryId: choice.nullable(),
  minProductionQuantity: z.string(),
  updatedAt: z.string().optional(),
});

type MaterialValues = z.output<typeof values>;
type MaterialBody = z.input<typeof materialEndpoints.create.body>;

const blank: MaterialValues = { name: '', description: '', unit: '', categoryId: null, minProductionQuantity: '' };

const columns: Column<MaterialRecord>[] = [
  { header: 'ID', sort: 'rawMaterialId', weight: 'faint', cell: (row) => row.rawMaterialId },
  {
    header: materialLabels.name,
    sort: 'name',
    weight: 'strong',
    pinned: true,
    cell: (row) => (
      <ItemLink rawMaterialId={row.rawMaterialId} name={<Wrapped text={row.name} minWidth={180} maxWidth={320} />} />
    ),
  },
  {
    header: materialLabels.description,
    sort: 'description',
    cell: (row) => row.description && <TruncatedText text={row.description} width={320} />,
  },
  { header: materialLabels.unit, sort: 'unit', cell: (row) => row.unit },
  ...timestampColumns,
];

function Fields({ form, row }: { form: UseFormReturnType<MaterialValues>; row?: MaterialRecord }) {
  return (
    <>
      <TextInput label={materialLabels.name} required {...form.getInputProps('name')} />
      <TextInput label={materialLabels.description} {...form.getInputProps('description')} />
      <TextInput
        label={materialLabels.unit}
        placeholder="e.g. kg"
        disabled={row?.unitFixed}
        description={
          row?.unitFixed ? materialTexts.unitFixed(row.unit) : form.values.unit === '' && materialTexts.unitAsked
        }
        {...form.getInputProps('unit')}
      />
      <CategoryField
        {...form.getInputProps('categoryId')}
        label={materialLabels.categoryId}
        chosen={form.values.categoryId}
        was={row?.categoryId}
        onChange={(chosen) => form.setFieldValue('categoryId', chosen)}
      />
      <NumberField
        {...form.getInputProps('minProductionQuantity')}
        label={materialLabels.minProductionQuantity}
        placeholder={`${DEFAULT_MIN_PRODUCTION} if left empty`}
        suffix={form.values.unit}
        value={form.values.minProductionQuantity}
      />
    </>
  );
}

export const definition: MasterDefinition<MaterialRecord, MaterialValues, MaterialBody> = {
  master: masters.materials,
  merging: mergingOf('materials'),
  ...exportedMaterials,
  calls: materialEndpoints,
  nameOf: (row) => row.name,
  factsOf: (row) => [row.unit, row.description],
  columns,
  card: (row) => ({
    title: <ItemLink rawMaterialId={row.rawMaterialId} name={row.name} />,
    state: row.unit,
    detail: row.description,
    aside: `#${row.rawMaterialId}`,
  }),
  values,
  blank,
  valuesOf: ({ name, description, unit, categoryId, categoryName, minProductionQuantity, updatedAt }) => ({
    name,
    description,
    unit,
    categoryId: categoryId === null ? null : { value: categoryId, label: categoryName ?? '' },
    minProductionQuantity: String(minProductionQuantity),
    updatedAt,
  }),
  Fields,
  compared: { labels: materialLabels },
  bodyOf: (typed) => ({
    ...typed,
    categoryId: typed.categoryId?.value ?? null,
    minProductionQuantity:
      typed.minProductionQuantity === '' ? DEFAULT_MIN_PRODUCTION : typedNumber(typed.minProductionQuantity),
  }),
  words: {
    ...materialTexts,
    searchHint: 'Search name, description or unit',
    addNew: 'Add New Material',
    add: 'Add Material',
    edit: 'Update Material',
    empty: materialTexts.empty,
    saveFailed: (_, editing) => (editing ? materialTexts.updateFailed : materialTexts.createFailed),
    deleteFailed: (fault) => deletionAlert(materialTexts, fault),
  },
};

export function Page() {
  return <MasterPage definition={definition} second={useStockSettings()} />;
}
