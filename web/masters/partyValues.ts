/** What the form of a supplier or a buyer holds. */
import { z } from 'zod';

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
