/** The company whose office this is. */
import { useQuery } from '@tanstack/react-query';
import { companyEndpoints } from '#contract/masters/company.ts';
import { queryClient, queryOf } from '#web/core/api/queries.ts';

export function useCompany() {
  return useQuery(queryOf(companyEndpoints.get));
}

/** Its name outside of screens; empty before it is entered. */
export async function readCompanyName(): Promise<string> {
  return (await queryClient.fetchQuery(queryOf(companyEndpoints.get))).name;
}
