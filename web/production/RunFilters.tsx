import { useQuery } from '@tanstack/react-query';
import { materialEndpoints } from '#contract/materials.ts';
import { productEndpoints } from '#contract/products.ts';
import { productionLabels, productionStatuses, productionStatusLabels } from '#contract/production.ts';
import { call } from '#web/api/client.ts';
import { SelectField } from '#web/form/SelectField.tsx';
import { FilterBar } from '#web/list/FilterBar.tsx';
import { LookupField } from '#web/list/LookupField.tsx';
import type { Filters } from '#web/list/useFilters.ts';

const statusOptions = productionStatuses.map((value) => ({ value, label: productionStatusLabels[value] }));

interface RunFiltersProps {
  filters: Filters;
  show: (next: Filters) => void;
}

/** The runs of a product, a material, a status and a time. */
export function RunFilters({ filters, show }: RunFiltersProps) {
  const product = useName('product', filters['productId']);
  const material = useName('material', filters['rawMaterialId']);
  return (
    <FilterBar
      label="Filters of recorded productions"
      filters={filters}
      show={show}
      days={['productionDateFrom', 'productionDateTo']}
    >
      <LookupField
        label="Made"
        placeholder="All products"
        endpoint={productEndpoints.list}
        sort="name"
        toChoice={(row) => ({ value: row.productId, label: row.name })}
        chosen={product}
        onChoose={(row) => show({ productId: String(row.productId) })}
      />
      <LookupField
        label="Used"
        placeholder="All materials"
        endpoint={materialEndpoints.list}
        sort="name"
        toChoice={(row) => ({ value: row.rawMaterialId, label: row.name })}
        chosen={material}
        onChoose={(row) => show({ rawMaterialId: String(row.rawMaterialId) })}
      />
      <SelectField
        label={productionLabels.status}
        placeholder="Any status"
        clearable
        data={statusOptions}
        value={productionStatuses.find((status) => status === filters['status']) ?? null}
        onChange={(status) => show({ status: status ?? undefined })}
      />
    </FilterBar>
  );
}

/** The choice of a record whose id is in the URL. */
function useName(kind: 'product' | 'material', id: string | undefined) {
  const { data } = useQuery({
    queryKey: [kind, 'name', id],
    queryFn: async ({ signal }) => {
      const options = { params: { id: id ?? '' }, signal };
      const found =
        kind === 'product' ? await call(productEndpoints.get, options) : await call(materialEndpoints.get, options);
      return found.name;
    },
    enabled: id !== undefined,
  });
  return id === undefined ? null : { value: Number(id), label: data ?? '' };
}
