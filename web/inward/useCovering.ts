import { useQuery } from '@tanstack/react-query';
import { certificateEndpoints, covers } from '#contract/certificates.ts';
import { callList } from '#web/api/client.ts';

/** The number of the supplier's certificate that covers a raw material on a day; undefined where none does. */
export type Covering = (rawMaterialId: number, day: string) => string | undefined;

/** What the certificates of a supplier cover, as far as they are loaded. */
export function useCovering(supplierId: number | undefined): Covering {
  const { data } = useQuery({
    queryKey: [certificateEndpoints.list.path, { supplierId }],
    queryFn: ({ signal }) => callList(certificateEndpoints.list, { query: { supplierId }, signal }),
    enabled: supplierId !== undefined,
  });
  const certificates = (data?.rows ?? []).toSorted((a, b) => (a.validTo < b.validTo ? 1 : -1));
  return (rawMaterialId, day) =>
    certificates.find(({ items, ...scope }) => {
      const materials = items.flatMap((item) => item.rawMaterialId ?? []);
      return covers({ ...scope, itemIds: materials }, rawMaterialId, day);
    })?.number;
}
