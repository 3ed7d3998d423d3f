/** The form values of the company. */
import { z } from 'zod';
import type { CompanyRecord } from '#contract/masters/company.ts';

export const companyValues = z.object({
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  gstinNumber: z.string(),
  licenceNumber: z.string(),
});
export type CompanyValues = z.output<typeof companyValues>;

export function valuesOf({ updatedAt: _, ...values }: CompanyRecord): CompanyValues {
  return values;
}
