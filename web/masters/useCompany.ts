/** The company whose office this is. */
import { useQuery } from '@tanstack/react-query';
import { companyEndpoints } from '#contract/masters/company.ts';
import { call } from '#web/core/api/client.ts';

export function useCompany() {
  return useQuery({
    queryKey: [companyEndpoints.get.path],
    queryFn: ({ signal }) => call(companyEndpoints.get, { signal }),
  });
}
