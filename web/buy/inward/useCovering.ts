import { queryOptions, useQuery } from '@tanstack/react-query';
import { certificateEndpoints, type CertificateRecord } from '#contract/prove/certificates.ts';
import { covers } from '#contract/stock/covers.ts';
import { callList } from '#web/core/api/client.ts';
import { queryClient } from '#web/core/api/queries.ts';

/** The number of the supplier's certificate that covers a raw material on a day; undefined where none does. */
export type Covering = (rawMaterialId: number, day: string) => string | undefined;

const certificatesOf = (supplierId = 0) =>
  queryOptions({
    queryKey: [certificateEndpoints.list.path, { supplierId }],
    queryFn: ({ signal }) => callList(certificateEndpoints.list, { query: { supplierId }, signal }),
  });

function coveringOf(rows: readonly CertificateRecord[]): Covering {
  const certificates = rows.toSorted((a, b) => (a.validTo < b.validTo ? 1 : -1));
  return (rawMaterialId, day) =>
    certificates.find(({ items, ...scope }) => {
      const materials = items.flatMap((item) => item.rawMaterialId ?? []);
      return covers({ ...scope, itemIds: materials }, rawMaterialId, day);
    })?.number;
}

/** What the certificates of a supplier cover, as far as they are loaded. */
export function useCovering(supplierId: number | undefined): Covering {
  const { data } = useQuery({ ...certificatesOf(supplierId), enabled: supplierId !== undefined });
  return coveringOf(data?.rows ?? []);
}

/** The same once they are loaded: what is saved must not be taken for conventional because an answer is late. */
export async function loadCovering(supplierId: number | undefined): Promise<Covering> {
  if (supplierId === undefined) return () => undefined;
  const { rows } = await queryClient.fetchQuery(certificatesOf(supplierId));
  return coveringOf(rows);
}
