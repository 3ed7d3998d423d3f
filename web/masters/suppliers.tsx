/** Specification §2, Suppliers. */
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { masters } from '#contract/kinds.ts';
import {
  SUPPLIER_PHONE_LENGTH,
  supplierEndpoints,
  supplierTexts,
  type SupplierRecord,
} from '#contract/masters/suppliers.ts';
import { ApiError } from '#web/core/api/client.ts';
import type { MasterDefinition } from '#web/core/records/masters/master.ts';
import { MasterPage } from '#web/core/records/masters/MasterPage.tsx';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { SupplierLink } from '#web/stock/links/SupplierLink.tsx';
import { oneLine } from '#web/core/ui/table/oneLine.ts';
import {
  blankParty,
  comparedParty,
  nameColumn,
  partyCard,
  partyColumns,
  PartyName,
  partyValues,
  partyValuesOf,
  type PartyValues,
} from './parties.tsx';
import { mergingOf } from './merge/mergePath.ts';
import { exportedSuppliers } from './exportedMasters.ts';

const PartyFields = preloadedComponent(async () => (await import('./PartyFields.tsx')).PartyFields);

/** The alert of specification §5: missing values first, then malformed ones. */
function invalid(values: PartyValues, errors: Record<string, ReactNode>): string | undefined {
  if (!values.name.trim() || !values.phone.trim()) return supplierTexts.required;
  if (errors['gstinNumber']) return supplierTexts.gstinInvalid;
  if (errors['email']) return supplierTexts.emailInvalid;
  if (errors['phone']) return supplierTexts.phoneInvalid;
  return undefined;
}

function saveFailed(fault: unknown, editing: boolean): string {
  const texts = fault instanceof ApiError ? Object.values(fault.errors).flat() : [];
  if (texts.length > 0) return [supplierTexts.validationErrors, ...texts].join('\n');
  return editing ? supplierTexts.updateFailed : supplierTexts.saveFailed;
}

type SupplierBody = z.input<typeof supplierEndpoints.create.body>;

export const definition: MasterDefinition<SupplierRecord, PartyValues, SupplierBody> = {
  master: masters.suppliers,
  merging: mergingOf('suppliers'),
  ...exportedSuppliers,
  calls: supplierEndpoints,
  to: ({ supplierId }) => ({ to: '/suppliers/$supplierId', params: { supplierId: String(supplierId) } }),
  nameOf: (row) => row.name,
  factsOf: (row) => [row.phone, oneLine(row.address)],
  columns: [
    { header: 'ID', sort: 'supplierId', weight: 'faint', cell: (row) => row.supplierId },
    nameColumn((row) => <SupplierLink supplierId={row.supplierId} name={<PartyName name={row.name} />} />),
    ...partyColumns,
  ],
  card: (row) => partyCard(row, row.supplierId, <SupplierLink supplierId={row.supplierId} name={row.name} />),
  values: partyValues,
  blank: blankParty,
  valuesOf: partyValuesOf,
  Fields: ({ form }) => <PartyFields form={form} phone={{ required: true, maxDigits: SUPPLIER_PHONE_LENGTH }} />,
  compared: comparedParty,
  bodyOf: (values) => values,
  statusOf: ({ status }) => status,
  words: {
    ...supplierTexts,
    searchHint: 'Search name, email or phone',
    addNew: 'Add New Supplier',
    add: 'Add Supplier',
    edit: 'Update Supplier',
    empty: 'No suppliers found.',
    invalid,
    saveFailed,
    deleteFailed: () => supplierTexts.deleteFailed,
  },
};

export function Page() {
  return <MasterPage definition={definition} />;
}
