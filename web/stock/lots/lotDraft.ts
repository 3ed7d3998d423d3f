import { z } from 'zod';
import { claims } from '#contract/stock/stock.ts';

/** The values of a lot's form as typed. */
export const lotDraft = z.object({
  code: z.string(),
  supplierLotNumber: z.string(),
  expiresOn: z.string(),
  claim: z.enum(claims),
});
export type LotDraft = z.output<typeof lotDraft>;
