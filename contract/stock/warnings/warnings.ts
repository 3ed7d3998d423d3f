/** Warnings on the wire (docs/decisions/049); the rules are in contract/stock/warnings/warningRules.ts. */
import { z } from 'zod';

const warning = z
  .object({
    field: z.string().describe("The field's path, as in errors: 'rawMaterials.0.quantity'."),
    code: z.enum([
      'invoice_number_used',
      'unusual_quantity',
      'unusual_price',
      'gstin_check',
      'made_more',
      'after_expiry',
      'made_early',
    ]),
    message: z.string().describe('A sentence for the person at the screen.'),
    inwardId: z.int().optional().describe('Only for invoice_number_used: the other inward.'),
    dispatchId: z.int().optional().describe('Only for invoice_number_used: the other dispatch.'),
  })
  .meta({ id: 'Warning' });

export type Warning = z.output<typeof warning>;

/** Part of every answer that can have warnings. */
export const warnings = z.array(warning).describe('Possible slips; everything was saved all the same.');
