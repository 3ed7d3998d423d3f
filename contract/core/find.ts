/** Search for a record of any kind by a part of its name or number, as in the command menu. */
import { findQuery } from './lists.ts';
import { findableKinds } from '../kinds.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { dateAnswer, moneyAnswer, quantityAnswer } from './fields.ts';
import { inwardStatuses } from '../documentStatus.ts';

export const findTexts = {
  title: 'Find',
  placeholder: 'Find a record, a screen or what to do',
  nothing: (term: string) => `Nothing is called ${term}.`,
  searchInward: (term: string) => `Search “${term}” in Inward`,
  usedUp: 'used up',
} as const;

/** Records that a new one may repeat. */
export const similarTexts = {
  question: 'Something like this is there already. Add it as new?',
  addAsNew: 'Add as new',
  noneOfThese: 'None of these',
} as const;

const findResult = z
  .object({
    kind: z.enum(findableKinds),
    recordId: z.int(),
    label: z.string(),
    detail: z.string().describe('Distinguishes records of the same name.'),
    link: z.string().describe('The page of the record, or the list that shows it.'),
    quantity: quantityAnswer().nullable().describe('Quantity on hand of a raw material or lot.'),
    unit: z.string().nullable(),
    amount: moneyAnswer().nullable().describe('The grand total of an inward, in rupees.'),
    date: dateAnswer().nullable().describe('Date of an inward or a dispatch.'),
    status: z.enum(inwardStatuses).nullable().describe('Status of an inward.'),
  })
  .meta({ id: 'FoundRecord' });

/** A found record on the wire. */
export type FindResult = z.input<typeof findResult>;

export const findEndpoint = endpoint({
  method: 'GET',
  path: '/find',
  access: 'signed-in',
  query: findQuery,
  answer: z.array(findResult),
});
