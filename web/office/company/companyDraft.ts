/** The form values of the company. */
import { z } from 'zod';
import type { CompanyRecord } from '#contract/masters/company.ts';

export const companyDraft = z.object({
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  gstinNumber: z.string(),
  licenceNumber: z.string(),
});
export type CompanyDraft = z.output<typeof companyDraft>;

export function valuesOf({ updatedAt: _, ...values }: CompanyRecord): CompanyDraft {
  return values;
}
