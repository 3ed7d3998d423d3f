import { z } from 'zod';
import { claims } from '#contract/stock/stock.ts';

/** The values of a lot's form as typed. */
export const lotValues = z.object({
  code: z.string(),
  supplierLotNumber: z.string(),
  expiresOn: z.string(),
  claim: z.enum(claims),
});
export type LotValues = z.output<typeof lotValues>;
