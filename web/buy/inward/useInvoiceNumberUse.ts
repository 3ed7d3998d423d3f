import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { limits } from '#contract/core/fields.ts';
import { inwardEndpoints } from '#contract/buy/inward.ts';
import { invoiceNumberWarnings } from '#contract/stock/warnings/warningRules.ts';
import type { Warning } from '#contract/stock/warnings/warnings.ts';
import { call } from '#web/core/api/client.ts';
import { WARNING_DEBOUNCE_MS } from '#web/core/form/fields/FieldWarning.tsx';

/** Warns if another inward of the supplier has the invoice number; debounced. */
export function useInvoiceNumberUse(supplierId: number | undefined, typed: string, exceptId?: number): Warning[] {
  const trimmed = typed.trim();
  const [invoiceNumber] = useDebouncedValue(trimmed, WARNING_DEBOUNCE_MS);
  const { data } = useQuery({
    queryKey: [inwardEndpoints.invoiceNumberUse.path, supplierId, invoiceNumber, exceptId],
    queryFn: ({ signal }) =>
      call(inwardEndpoints.invoiceNumberUse, {
        query: { supplierId: supplierId ?? 0, invoiceNumber, exceptId },
        signal,
      }),
    enabled: supplierId !== undefined && invoiceNumber !== '' && invoiceNumber.length <= limits.code,
  });
  return invoiceNumber === trimmed ? invoiceNumberWarnings(data?.inward) : [];
}
