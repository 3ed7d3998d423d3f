/** The supplier of a document. */
import { supplierEndpoints, type SupplierRecord } from '#contract/masters/suppliers.ts';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import type { Choice, LookupFieldProps } from '#web/core/lookup/lookup.ts';

type Shared = 'endpoint' | 'sort' | 'toChoice' | 'hint' | 'onChoose';

interface SupplierFieldProps extends Omit<LookupFieldProps<SupplierRecord>, Shared> {
  onChoose: (supplier: Choice) => void;
}

const toChoice = ({ supplierId, name }: SupplierRecord): Choice => ({ value: supplierId, label: name });

export function SupplierField({ onChoose, ...props }: SupplierFieldProps) {
  return (
    <LookupField
      {...props}
      endpoint={supplierEndpoints.list}
      sort="name"
      toChoice={toChoice}
      hint={({ phone }) => phone}
      onChoose={(row) => onChoose(toChoice(row))}
    />
  );
}
