/** The company whose office this is. */
import { useQuery } from '@tanstack/react-query';
import { companyEndpoints } from '#contract/masters/company.ts';
import { queryOf } from '#web/core/api/queries.ts';

export function useCompany() {
  return useQuery(queryOf(companyEndpoints.get));
}
