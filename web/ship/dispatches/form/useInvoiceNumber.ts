/** The invoice number of a dispatch: proposed for the financial year of its day, and a warning if it is used. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { isCalendarDate } from '#contract/core/values/dates.ts';
import { dispatchEndpoints } from '#contract/ship/dispatches.ts';
import { salesNumberWarnings } from '#contract/stock/warnings/warningRules.ts';
import type { Warning } from '#contract/stock/warnings/warnings.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { useSettledNumber } from '#web/stock/warnings/InvoiceNumberField.tsx';

/** The call that proposes the number of a dispatch of a day. */
export function proposalFor(dispatchDate: string) {
  return { ...queryOf(dispatchEndpoints.nextInvoiceNumber, { query: { dispatchDate } }), gcTime: 0 };
}

interface Numbered {
  invoiceNumber: string;
  dispatchDate: string;
}

/**
 * Another proposal, for a day of another financial year or after another form used this one, replaces the one in the form
 * unless it was overtyped or an answer is outstanding. `isProposed` tells whether a number is that proposal.
 */
export function useProposal({
  first,
  dispatchDate,
  isOutstanding,
  read,
  replace,
}: {
  /** The proposal that the form began with; undefined where its number is none. */
  first: string | undefined;
  dispatchDate: string;
  isOutstanding: boolean;
  read: () => string;
  replace: (proposed: string) => void;
}) {
  const [proposed, setProposed] = useState(first);
  const { data, refetch } = useQuery({
    ...proposalFor(dispatchDate),
    enabled: first !== undefined && isCalendarDate(dispatchDate),
    refetchOnWindowFocus: false,
  });
  const arrived = useEffectEvent((next: string) => {
    if (isOutstanding || read() !== proposed) return;
    setProposed(next);
    if (next !== proposed) replace(next);
  });
  useEffect(() => {
    if (data) arrived(data.invoiceNumber);
  }, [data, isOutstanding]);
  return {
    isProposed: (invoiceNumber: string) => invoiceNumber !== '' && invoiceNumber === proposed,
    proposeAgain: () => {
      refetch().catch(console.error);
    },
  };
}

/** Warns if another dispatch of the financial year has the invoice number; debounced. */
export function useInvoiceNumberUse({ invoiceNumber: typed, dispatchDate }: Numbered, exceptId?: number): Warning[] {
  const invoiceNumber = useSettledNumber(typed);
  const { data } = useQuery({
    ...queryOf(dispatchEndpoints.invoiceNumberUse, {
      query: { invoiceNumber: invoiceNumber ?? '', dispatchDate, exceptId },
    }),
    enabled: invoiceNumber !== undefined && isCalendarDate(dispatchDate),
  });
  return salesNumberWarnings(data?.dispatch);
}
