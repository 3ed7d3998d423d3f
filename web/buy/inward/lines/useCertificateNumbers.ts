import { queryOptions, useQuery } from '@tanstack/react-query';
import { certificateEndpoints, type CertificateRecord } from '#contract/prove/certificates/certificates.ts';
import { covers } from '#contract/stock/claims/coverage.ts';
import { callList } from '#web/core/api/client.ts';
import { queryClient } from '#web/core/api/queries.ts';

/** The number of the supplier's certificate that covers a raw material on a day; undefined if none does. */
export type FindCertificateNumber = (rawMaterialId: number, day: string) => string | undefined;

const certificatesOf = (supplierId = 0) =>
  queryOptions({
    queryKey: [certificateEndpoints.list.path, { supplierId }],
    queryFn: ({ signal }) => callList(certificateEndpoints.list, { query: { supplierId }, signal }),
  });

function finderOf(rows: readonly CertificateRecord[]): FindCertificateNumber {
  // In the order of the server, so that the form shows the number that will be stored.
  const certificates = rows.toSorted((a, b) => b.validTo.localeCompare(a.validTo) || b.certificateId - a.certificateId);
  return (rawMaterialId, day) =>
    certificates.find(({ items, ...scope }) => {
      const materials = items.flatMap((item) => item.rawMaterialId ?? []);
      return covers({ ...scope, itemIds: materials }, rawMaterialId, day);
    })?.number;
}

/** Coverage by a supplier's certificates, as far as they are loaded. */
export function useCertificateNumbers(supplierId: number | undefined): FindCertificateNumber {
  const { data } = useQuery({ ...certificatesOf(supplierId), enabled: supplierId !== undefined });
  return finderOf(data?.rows ?? []);
}

/** Waits until they are loaded: a late answer must not save an organic line as conventional. */
export async function loadCertificateNumbers(supplierId: number | undefined): Promise<FindCertificateNumber> {
  if (supplierId === undefined) return () => undefined;
  const { rows } = await queryClient.fetchQuery(certificatesOf(supplierId));
  return finderOf(rows);
}
