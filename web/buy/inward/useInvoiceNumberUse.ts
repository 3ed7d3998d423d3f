import { useQuery } from '@tanstack/react-query';
import { inwardEndpoints } from '#contract/buy/inward.ts';
import { invoiceNumberWarnings } from '#contract/stock/warnings/warningRules.ts';
import type { Warning } from '#contract/stock/warnings/warnings.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { useSettledNumber } from '#web/stock/warnings/InvoiceNumberField.tsx';

/** Warns if another inward of the supplier has the invoice number; debounced. */
export function useInvoiceNumberUse(supplierId: number | undefined, typed: string, exceptId?: number): Warning[] {
  const invoiceNumber = useSettledNumber(typed);
  const { data } = useQuery({
    ...queryOf(inwardEndpoints.invoiceNumberUse, {
      query: { supplierId: supplierId ?? 0, invoiceNumber: invoiceNumber ?? '', exceptId },
    }),
    enabled: supplierId !== undefined && invoiceNumber !== undefined,
  });
  return invoiceNumberWarnings(data?.inward);
}
