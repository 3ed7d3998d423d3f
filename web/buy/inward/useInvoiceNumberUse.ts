import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { limits } from '#contract/core/fields.ts';
import { inwardEndpoints } from '#contract/buy/inward.ts';
import { invoiceNumberWarnings } from '#contract/stock/warnings/warningRules.ts';
import type { Warning } from '#contract/stock/warnings/warnings.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { WARNING_DEBOUNCE_MS } from '#web/core/form/fields/FieldWarning.tsx';

/** Warns if another inward of the supplier has the invoice number; debounced. */
export function useInvoiceNumberUse(supplierId: number | undefined, typed: string, exceptId?: number): Warning[] {
  const trimmed = typed.trim();
  const [invoiceNumber] = useDebouncedValue(trimmed, WARNING_DEBOUNCE_MS);
  const { data } = useQuery({
    ...queryOf(inwardEndpoints.invoiceNumberUse, { query: { supplierId: supplierId ?? 0, invoiceNumber, exceptId } }),
    enabled: supplierId !== undefined && invoiceNumber !== '' && invoiceNumber.length <= limits.code,
  });
  return invoiceNumber === trimmed ? invoiceNumberWarnings(data?.inward) : [];
}
