/** What the list of inwards is narrowed to: the most wanted as chips, the rest below. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { inwardLabels, inwardStatuses, inwardStatusLabels } from '#contract/inward.ts';
import { materialEndpoints } from '#contract/materials.ts';
import { supplierEndpoints } from '#contract/suppliers.ts';
import { call } from '#web/api/client.ts';
import { NumberField } from '#web/form/NumberField.tsx';
import { FilterBar, FilterDays, FilterPlace } from '#web/list/FilterBar.tsx';
import { FilterChip } from '#web/list/FilterChip.tsx';
import { LookupField } from '#web/list/LookupField.tsx';
import { periodsOf } from '#web/list/periods.ts';
import type { Filters } from '#web/list/useFilters.ts';
import { today } from '#web/ui/today.ts';

const statuses = inwardStatuses.map((value) => ({ value, label: inwardStatusLabels[value] }));
const bills = [
  { value: 'true', label: 'With a bill' },
  { value: 'false', label: 'Bill missing' },
];

/** Filters that are shown once they are asked for or set. */
const furtherNames = ['rawMaterialId', 'grandTotalFrom', 'grandTotalTo'] as const;

interface InwardFiltersProps {
  filters: Filters;
  show: (next: Filters) => void;
}

export function InwardFilters({ filters, show }: InwardFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const supplier = useNameOf('supplier', filters['supplierId']);
  const material = useNameOf('material', filters['rawMaterialId']);
  const periods = periodsOf(today());
  const period = periods.find(({ from, to }) => from === filters['inwardDateFrom'] && to === filters['inwardDateTo']);
  const hasDays = filters['inwardDateFrom'] !== undefined || filters['inwardDateTo'] !== undefined;
  const isSet = furtherNames.some((name) => filters[name] !== undefined) || (hasDays && period === undefined);
  const hasFurther = isOpen || isSet;
  return (
    <FilterBar label="Filters of inward" filters={filters} show={show}>
      <FilterChip
        label={inwardLabels.status}
        options={statuses}
        value={filters['status']}
        onChange={(status) => show({ status })}
      />
      <FilterChip
        label="Period"
        options={periods.map(({ label }) => ({ value: label, label }))}
        value={period?.label}
        onChange={(label) => {
          const chosen = periods.find((each) => each.label === label);
          show({ inwardDateFrom: chosen?.from, inwardDateTo: chosen?.to });
        }}
      />
      <FilterChip
        label={inwardLabels.bill}
        options={bills}
        value={filters['hasBill']}
        onChange={(hasBill) => show({ hasBill })}
      />
      <FilterPlace>
        <LookupField
          aria-label={inwardLabels.supplierId}
          placeholder="All suppliers"
          endpoint={supplierEndpoints.list}
          sort="name"
          toChoice={(row) => ({ value: row.supplierId, label: row.name })}
          chosen={supplier}
          onChoose={(row) => show({ supplierId: String(row.supplierId) })}
        />
      </FilterPlace>
      {hasFurther && (
        <>
          <FilterDays days={['inwardDateFrom', 'inwardDateTo']} filters={filters} show={show} />
          <LookupField
            label={inwardLabels.rawMaterials}
            placeholder="All materials"
            endpoint={materialEndpoints.list}
            sort="name"
            toChoice={(row) => ({ value: row.rawMaterialId, label: row.name })}
            chosen={material}
            onChoose={(row) => show({ rawMaterialId: String(row.rawMaterialId) })}
          />
          <AmountField
            label="Total from"
            value={filters['grandTotalFrom']}
            onChange={(grandTotalFrom) => show({ grandTotalFrom })}
          />
          <AmountField
            label="Total to"
            value={filters['grandTotalTo']}
            onChange={(grandTotalTo) => show({ grandTotalTo })}
          />
        </>
      )}
      {!hasFurther && (
        <Button variant="subtle" color="gray" onClick={() => setOpen(true)}>
          More filters
        </Button>
      )}
    </FilterBar>
  );
}

interface AmountFieldProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Narrows once the field is left or Enter is pressed. */
function AmountField({ label, value, onChange }: AmountFieldProps) {
  const [typed, setTyped] = useState<string>();
  const apply = () => {
    if (typed !== undefined) onChange(typed.replaceAll(/[,\s₹]/g, '') || undefined);
    setTyped(undefined);
  };
  return (
    <NumberField
      label={label}
      value={typed ?? value ?? ''}
      onChange={setTyped}
      suffix="₹"
      onBlur={apply}
      onKeyDown={({ key }) => {
        if (key === 'Enter') apply();
      }}
    />
  );
}

/** The choice of a record whose id is in the URL. */
function useNameOf(kind: 'supplier' | 'material', id: string | undefined) {
  const { data } = useQuery({
    queryKey: [kind, 'name', id],
    queryFn: async ({ signal }) => {
      const options = { params: { id: id ?? '' }, signal };
      const found =
        kind === 'supplier' ? await call(supplierEndpoints.get, options) : await call(materialEndpoints.get, options);
      return found.name;
    },
    enabled: id !== undefined,
  });
  return id === undefined ? null : { value: Number(id), label: data ?? '' };
}
