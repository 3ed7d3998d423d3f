/** The raw material field and its balance, for the lines of production and inward. */
import { materialStockEndpoints, onHandText, type StockRecord } from '#contract/stock/items/materialStock.ts';
import { masters } from '#contract/kinds.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#web/core/api/queries.ts';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import type { Material } from './materialChoice.ts';

interface MaterialFieldProps {
  material: Material | null;
  onChoose: (material: StockRecord) => void;
  unmatched?: { name: string; drop: () => void };
  onBlur?: () => void;
  error?: string;
  /** The first field with this gets the focus when the form opens. */
  'data-autofocus'?: boolean;
  /** The path of the field that Enter goes to while this one is empty. */
  'data-empty-goes-to'?: string;
  classNames?: { label?: string };
}

export function MaterialField({ material, ...input }: MaterialFieldProps) {
  return (
    <LookupField
      {...input}
      label={masters.materials.label}
      required
      creates="materials"
      endpoint={materialStockEndpoints.list}
      toChoice={(row) => ({ value: row.rawMaterialId, label: row.rawMaterialName })}
      hint={({ balanceQty, onHoldQty, unit }) => onHandText(balanceQty, onHoldQty, unit)}
      chosen={material && { value: material.rawMaterialId, label: material.rawMaterialName }}
    />
  );
}

function stockOf(material: Material | null) {
  return {
    ...queryOf(materialStockEndpoints.get, { params: { id: material?.rawMaterialId ?? 0 } }),
    enabled: material !== null,
  };
}

/** The balance of a material; undefined while loading. */
export function useBalance(material: Material | null): number | undefined {
  return useQuery(stockOf(material)).data?.balanceQty;
}
