/** Specification §2, Categories. */
import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { z } from 'zod';
import { activeLabels } from '#contract/core/fields.ts';
import { categoryEndpoints, categoryTexts, type CategoryRecord, categoryLabels } from '#contract/masters/categories.ts';
import { masters } from '#contract/kinds.ts';
import { oneOf } from '#web/core/form/conflicts/compared.ts';
import { TruncatedText } from '#web/core/ui/table/TruncatedText.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import type { Column } from '#web/core/ui/table/DataTable.tsx';
import { ActiveStatus } from '#web/core/records/masters/ActiveStatus.tsx';
import { ActiveStatusField } from '#web/core/records/masters/ActiveStatusField.tsx';
import type { MasterDefinition } from '#web/core/records/masters/master.ts';
import { MasterPage } from '#web/core/records/masters/MasterPage.tsx';
import { timestampColumns } from '#web/core/records/masters/timestampColumns.tsx';
import { exportedCategories } from './exportedMasters.ts';

const values = z.object({
  name: z.string(),
  description: z.string(),
  status: z.literal([1, 0]),
  updatedAt: z.string().optional(),
});

type CategoryValues = z.output<typeof values>;
type CategoryBody = z.input<typeof categoryEndpoints.create.body>;

const blank: CategoryValues = { name: '', description: '', status: 1 };

const columns: Column<CategoryRecord>[] = [
  { header: 'ID', sort: 'categoryId', weight: 'faint', cell: (row) => row.categoryId },
  {
    header: categoryLabels.name,
    sort: 'name',
    weight: 'strong',
    pinned: true,
    cell: (row) => <Wrapped text={row.name} minWidth={180} maxWidth={320} />,
  },
  {
    header: categoryLabels.description,
    sort: 'description',
    cell: (row) => row.description && <TruncatedText text={row.description} width={320} />,
  },
  { header: categoryLabels.status, sort: 'status', cell: (row) => <ActiveStatus status={row.status} /> },
  ...timestampColumns,
];

function Fields({ form }: { form: UseFormReturnType<CategoryValues> }) {
  return (
    <>
      <TextInput label={categoryLabels.name} required {...form.getInputProps('name')} />
      <TextInput label={categoryLabels.description} {...form.getInputProps('description')} />
      <ActiveStatusField label={categoryLabels.status} {...form.getInputProps('status')} />
    </>
  );
}

function valuesOf({ name, description, status, updatedAt }: CategoryRecord): CategoryValues {
  return { name, description, status, updatedAt };
}

export const definition: MasterDefinition<CategoryRecord, CategoryValues, CategoryBody> = {
  master: masters.categories,
  ...exportedCategories,
  calls: categoryEndpoints,
  nameOf: (row) => row.name,
  factsOf: (row) => [row.description],
  columns,
  card: (row) => ({
    title: row.name,
    state: <ActiveStatus status={row.status} />,
    detail: row.description,
    aside: `#${row.categoryId}`,
  }),
  values,
  blank,
  valuesOf,
  Fields,
  compared: { labels: categoryLabels, as: { status: oneOf(activeLabels) } },
  bodyOf: (typed) => typed,
  statusOf: ({ status }) => status,
  words: {
    ...categoryTexts,
    searchHint: 'Search name or description',
    addNew: 'Add New Category',
    add: 'Add Category',
    edit: 'Update Category',
    empty: 'No categories found.',
    saveFailed: (_, editing) => (editing ? categoryTexts.updateFailed : categoryTexts.createFailed),
    deleteFailed: () => categoryTexts.deleteFailed,
  },
};

export function Page() {
  return <MasterPage definition={definition} />;
}
