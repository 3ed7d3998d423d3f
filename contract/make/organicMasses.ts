/** The organic mass of lots that a run would consume, under each scheme. */
import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { quantityAnswer, withExample } from '../core/fields.ts';
import { thousandthsOr0 } from '../core/values/numbers.ts';
import { listPaths } from '../kinds.ts';
import { schemes } from '../stock/claims/schemes.ts';

/** How many lots a run may name. */
export const MAX_LOTS = 400;
const lotsInvalid = 'lots must be ids of lots with quantities, such as 12:5.5,13:2.';

/** Lots with quantities, as one text: '12:5.5,13:2'. */
const lotQuantities = z
  .string({ error: lotsInvalid })
  .regex(/^[1-9]\d{0,14}:\d{1,12}(\.\d{1,3})?(,[1-9]\d{0,14}:\d{1,12}(\.\d{1,3})?)*$/, lotsInvalid)
  .transform((text) =>
    text.split(',').map((part) => {
      const [lotId, consumed] = part.split(':');
      return { lotId: Number(lotId), quantity: thousandthsOr0(Number(consumed)) };
    }),
  )
  .refine((lots) => lots.length <= MAX_LOTS, `At most ${MAX_LOTS} lots.`);

const organicMasses = z
  .array(
    z.object({
      scheme: z.enum(schemes),
      organicGrams: quantityAnswer().describe('Organic mass under this scheme.'),
      totalGrams: quantityAnswer().describe('Mass of all ingredients.'),
    }),
  )
  .describe('One for each scheme of the suppliers’ certificates.');

export const organicMassesEndpoint = endpoint({
  method: 'GET',
  path: `${listPaths.runs}/organic`,
  access: ['runs', 'view'],
  query: z.object({ lots: withExample(lotQuantities, '1:5.5') }),
  answer: organicMasses,
});
