/** Specification §2, Suppliers. */
import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { limits } from '#contract/fields.ts';
import { masters } from '#contract/resources.ts';
import { SUPPLIER_PHONE_LENGTH, supplierEndpoints, supplierTexts, type SupplierRecord } from '#contract/suppliers.ts';
import { ApiError } from '#web/api/client.ts';
import { Cut } from '#web/ui/Cut.tsx';
import type { Column } from '#web/ui/DataTable.tsx';
import { Timestamp } from '#web/ui/Timestamp.tsx';
import { ActiveStatus, activeStatusOptions } from './ActiveStatus.tsx';
import type { MasterDefinition } from './master.ts';
import { MasterPage } from './MasterPage.tsx';

type SupplierValues = z.input<typeof supplierEndpoints.create.body>;

const blank: SupplierValues = { name: '', email: '', gstinNumber: '', phone: '', address: '', status: 1 };

const columns: Column<SupplierRecord>[] = [
  { header: 'ID', sort: 'supplierId', weight: 'faint', cell: (row) => row.supplierId },
  {
    header: 'Name',
    sort: 'name',
    weight: 'strong',
    standing: true,
    cell: (row) => <Cut text={row.name} width={176} />,
  },
  { header: 'Email', sort: 'email', cell: (row) => row.email && <Cut text={row.email} width={140} /> },
  { header: 'GSTIN', cell: (row) => row.gstinNumber },
  { header: 'Phone', sort: 'phone', cell: (row) => row.phone },
  { header: 'Address', cell: (row) => row.address && <Cut text={row.address} width={92} /> },
  { header: 'Status', sort: 'status', cell: (row) => <ActiveStatus status={row.status} /> },
  { header: 'Created At', sort: 'createdAt', cell: (row) => <Timestamp at={row.createdAt} /> },
  { header: 'Updated At', sort: 'updatedAt', cell: (row) => <Timestamp at={row.updatedAt} /> },
];

function Fields({ form }: { form: UseFormReturnType<SupplierValues> }) {
  return (
    <>
      <TextInput label="Name" required maxLength={limits.name} {...form.getInputProps('name')} />
      <TextInput
        label="Phone"
        required
        type="tel"
        inputMode="numeric"
        maxLength={SUPPLIER_PHONE_LENGTH}
        {...form.getInputProps('phone')}
      />
      <TextInput label="Email" type="email" maxLength={limits.email} {...form.getInputProps('email')} />
      <TextInput
        label="GSTIN"
        description="15 letters and digits"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={15}
        {...form.getInputProps('gstinNumber')}
      />
      <TextInput label="Address" maxLength={limits.address} {...form.getInputProps('address')} />
      <Select
        label="Status"
        required
        allowDeselect={false}
        data={activeStatusOptions}
        {...form.getInputProps('status')}
      />
    </>
  );
}

/** The alert of specification §5: what is missing first, then what is malformed. */
function invalid(values: SupplierValues, errors: Record<string, ReactNode>): string | undefined {
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

const definition: MasterDefinition<SupplierRecord, SupplierValues> = {
  master: masters.suppliers,
  calls: supplierEndpoints,
  rowId: (row) => row.supplierId,
  nameOf: (row) => row.name,
  columns,
  card: (row) => ({
    title: row.name,
    state: <ActiveStatus status={row.status} />,
    detail: [row.phone, row.address].filter(Boolean).join(' · '),
    aside: `#${row.supplierId}`,
  }),
  blank,
  valuesOf: ({ name, email, gstinNumber, phone, address, status, updatedAt }) => ({
    name,
    email,
    gstinNumber,
    phone,
    address,
    status,
    updatedAt,
  }),
  Fields,
  words: {
    ...supplierTexts,
    title: 'Suppliers',
    searchHint: 'Search name, email or phone',
    addNew: 'Add New Supplier',
    add: 'Add Supplier',
    edit: 'Edit Supplier',
    empty: 'No suppliers found.',
    invalid,
    saveFailed,
    deleteFailed: () => supplierTexts.deleteFailed,
  },
};

export function SuppliersPage() {
  return <MasterPage definition={definition} />;
}
