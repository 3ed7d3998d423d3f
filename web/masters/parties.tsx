/** Shared by the screens of suppliers and buyers (specification §2). */
import type { ReactNode } from 'react';
import { z } from 'zod';
import { activeLabels } from '#contract/core/fields.ts';
import { type PartyRecord, partyLabels } from '#contract/masters/parties.ts';
import { oneOf, type Compared } from '#web/core/form/conflicts/compared.ts';
import { oneLine } from '#web/core/ui/table/oneLine.ts';
import { TruncatedText } from '#web/core/ui/table/TruncatedText.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import type { Card, Column } from '#web/core/ui/table/DataTable.tsx';
import { ActiveStatus } from '#web/core/records/masters/ActiveStatus.tsx';
import { timestampColumns } from '#web/core/records/masters/timestampColumns.tsx';

export const partyValues = z.object({
  name: z.string(),
  email: z.string(),
  gstinNumber: z.string(),
  phone: z.string(),
  address: z.string(),
  status: z.literal([1, 0]),
  updatedAt: z.string().optional(),
});

export type PartyValues = z.output<typeof partyValues>;

export const blankParty: PartyValues = { name: '', email: '', gstinNumber: '', phone: '', address: '', status: 1 };

export const comparedParty: Compared<PartyValues> = { labels: partyLabels, as: { status: oneOf(activeLabels) } };

export function partyValuesOf({
  name,
  email,
  gstinNumber,
  phone,
  address,
  status,
  updatedAt,
}: PartyRecord): PartyValues {
  return { name, email, gstinNumber, phone, address, status, updatedAt };
}

/** The name in its column. */
export function PartyName({ name }: { name: string }) {
  return <Wrapped text={name} minWidth={150} maxWidth={260} />;
}

/** The column of the name; `cell` may make it a link. */
export function nameColumn<Row extends PartyRecord>(cell: Column<Row>['cell']): Column<Row> {
  return { header: partyLabels.name, sort: 'name', weight: 'strong', pinned: true, cell };
}

/** The columns after ID and name. */
export const partyColumns: Column<PartyRecord>[] = [
  {
    header: partyLabels.email,
    sort: 'email',
    weight: 'small',
    cell: (row) => row.email && <Wrapped text={row.email} minWidth={104} maxWidth={180} />,
  },
  { header: partyLabels.gstinNumber, weight: 'small', cell: (row) => row.gstinNumber },
  { header: partyLabels.phone, sort: 'phone', weight: 'small', cell: (row) => row.phone },
  {
    header: partyLabels.address,
    weight: 'small',
    cell: ({ address }) => address && <TruncatedText text={oneLine(address)} whole={address} twoLines width={170} />,
  },
  { header: partyLabels.status, sort: 'status', cell: (row) => <ActiveStatus status={row.status} /> },
  ...timestampColumns,
];

export function partyCard(row: PartyRecord, id: number, title: ReactNode): Card {
  const detail = (address: string) => [row.phone, address].filter(Boolean).join(' · ');
  return {
    title,
    state: <ActiveStatus status={row.status} />,
    detail: <TruncatedText text={detail(oneLine(row.address))} whole={detail(row.address)} width="100%" />,
    aside: `#${id}`,
  };
}
