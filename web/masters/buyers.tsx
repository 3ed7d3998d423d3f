/** Specification §2, Buyers. */
import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { z } from 'zod';
import { buyerEndpoints, buyerTexts, type BuyerRecord } from '#contract/buyers.ts';
import { limits } from '#contract/fields.ts';
import { masters } from '#contract/resources.ts';
import { Cut } from '#web/ui/Cut.tsx';
import type { Column } from '#web/ui/DataTable.tsx';
import { Timestamp } from '#web/ui/Timestamp.tsx';
import { ActiveStatus, activeStatusOptions } from './ActiveStatus.tsx';
import type { MasterDefinition } from './master.ts';
import { MasterPage } from './MasterPage.tsx';

type BuyerValues = z.input<typeof buyerEndpoints.create.body>;

const blank: BuyerValues = { name: '', email: '', gstinNumber: '', phone: '', address: '', status: 1 };

const columns: Column<BuyerRecord>[] = [
  { header: 'ID', sort: 'buyerId', weight: 'faint', cell: (row) => row.buyerId },
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

function Fields({ form }: { form: UseFormReturnType<BuyerValues> }) {
  return (
    <>
      <TextInput label="Name" required maxLength={limits.name} {...form.getInputProps('name')} />
      <TextInput label="Email" type="email" maxLength={limits.email} {...form.getInputProps('email')} />
      <TextInput
        label="Phone"
        type="tel"
        inputMode="numeric"
        maxLength={limits.phone}
        {...form.getInputProps('phone')}
      />
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

const definition: MasterDefinition<BuyerRecord, BuyerValues> = {
  master: masters.buyers,
  calls: buyerEndpoints,
  rowId: (row) => row.buyerId,
  nameOf: (row) => row.name,
  columns,
  card: (row) => ({
    title: row.name,
    state: <ActiveStatus status={row.status} />,
    detail: [row.phone, row.address].filter(Boolean).join(' · '),
    aside: `#${row.buyerId}`,
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
    ...buyerTexts,
    title: 'Buyers',
    searchHint: 'Search name, email or phone',
    addNew: 'Add New Buyer',
    add: 'Add Buyer',
    edit: 'Edit Buyer',
    empty: 'No buyers found.',
    saveFailed: () => buyerTexts.saveFailed,
    deleteFailed: () => buyerTexts.deleteFailed,
  },
};

export function BuyersPage() {
  return <MasterPage definition={definition} />;
}
