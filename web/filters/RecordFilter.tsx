/** A chip that narrows a list to one record, found by its name. */
import { useQuery } from '@tanstack/react-query';
import { IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { buyerEndpoints } from '#contract/buyers.ts';
import { categoryEndpoints } from '#contract/categories.ts';
import type { Filter, FilterRecords } from '#contract/filters.ts';
import { itemEndpoints } from '#contract/items.ts';
import { materialEndpoints } from '#contract/materials.ts';
import { productEndpoints } from '#contract/products.ts';
import { supplierEndpoints } from '#contract/suppliers.ts';
import { userEndpoints } from '#contract/users.ts';
import { call } from '#web/api/client.ts';
import chip from './FilterChip.module.css';
import type { ListEndpoint } from '#web/api/listEndpoint.ts';
import { LookupInput } from '#web/lookup/LookupInput.tsx';
import classes from './RecordFilter.module.css';
import { withValue } from './useFilters.ts';

interface Records<Row> {
  list: ListEndpoint<Row>;
  /** By their names. */
  sort: string;
  idOf: (row: Row) => number;
  nameOf: (row: Row) => string;
  findName: (id: string, signal: AbortSignal) => Promise<string>;
}

export interface RecordFilterProps {
  filter: Extract<Filter, { kind: 'record' }>;
  label: string;
  /** Without a value. */
  placeholder: string;
  /** The ids of all that are chosen; that of this chip stands at `index`. */
  values: readonly string[];
  index: number;
  onChange: (values: string[]) => void;
}

type FieldProps<Row> = RecordFilterProps & { records: Records<Row> };

const of = <Row,>(records: Records<Row>) =>
  function Field(props: RecordFilterProps) {
    return <RecordField {...props} records={records} />;
  };

interface Named {
  name: string;
}

interface NamedRecords<Row extends Named> extends Pick<Records<Row>, 'list' | 'idOf'> {
  find: (id: string, signal: AbortSignal) => Promise<Named>;
}

const named = <Row extends Named>({ find, ...records }: NamedRecords<Row>) =>
  of<Row>({
    ...records,
    sort: 'name',
    nameOf: ({ name }) => name,
    findName: async (id, signal) => (await find(id, signal)).name,
  });

const fields: Record<FilterRecords, (props: RecordFilterProps) => React.ReactNode> = {
  suppliers: named({
    list: supplierEndpoints.list,
    idOf: (row) => row.supplierId,
    find: (id, signal) => call(supplierEndpoints.get, { params: { id }, signal }),
  }),
  buyers: named({
    list: buyerEndpoints.list,
    idOf: (row) => row.buyerId,
    find: (id, signal) => call(buyerEndpoints.get, { params: { id }, signal }),
  }),
  categories: named({
    list: categoryEndpoints.list,
    idOf: (row) => row.categoryId,
    find: (id, signal) => call(categoryEndpoints.get, { params: { id }, signal }),
  }),
  products: named({
    list: productEndpoints.list,
    idOf: (row) => row.productId,
    find: (id, signal) => call(productEndpoints.get, { params: { id }, signal }),
  }),
  materials: named({
    list: materialEndpoints.list,
    idOf: (row) => row.rawMaterialId,
    find: (id, signal) => call(materialEndpoints.get, { params: { id }, signal }),
  }),
  items: named({
    list: itemEndpoints.list,
    idOf: (row) => row.itemId,
    find: (id, signal) => call(itemEndpoints.get, { params: { id }, signal }),
  }),
  users: of({
    list: userEndpoints.list,
    sort: 'fullName',
    idOf: (row) => row.userId,
    nameOf: (row) => row.fullName,
    findName: async (id, signal) => (await call(userEndpoints.get, { params: { id }, signal })).fullName,
  }),
};

/** Not drawn again with each page of its list. */
export const RecordFilter = memo(
  (props: RecordFilterProps) => {
    const Field = fields[props.filter.of];
    return <Field {...props} />;
  },
  (before, now) =>
    before.filter === now.filter && before.index === now.index && String(before.values) === String(now.values),
);

function RecordField<Row>({ label, placeholder, values, index, onChange, records }: FieldProps<Row>) {
  const id = values[index];
  const { data } = useQuery({
    queryKey: [records.list.path, 'name', id],
    queryFn: ({ signal }) => records.findName(id ?? '', signal),
    enabled: id !== undefined,
  });
  return (
    <span className={classes.chip} data-set={id !== undefined || undefined}>
      <LookupInput
        aria-label={label}
        placeholder={`+ ${placeholder}`}
        classNames={{ root: classes.field, input: classes.input }}
        data-set={id !== undefined || undefined}
        inPortal
        endpoint={records.list}
        sort={records.sort}
        toChoice={(row) => ({ value: records.idOf(row), label: records.nameOf(row) })}
        chosen={id === undefined ? null : { value: Number(id), label: data ?? '' }}
        onChoose={(row) => onChange(withValue(values, index, String(records.idOf(row))))}
      />
      {id !== undefined && (
        <button
          type="button"
          className={`${chip.clear} ${classes.clear}`}
          aria-label={`Clear ${label.toLowerCase()}`}
          onClick={() => onChange(withValue(values, index, undefined))}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
    </span>
  );
}
