/** The company whose office this is. */
import { useQuery } from '@tanstack/react-query';
import { companyEndpoints } from '#contract/company.ts';
import { call } from '#web/api/client.ts';

export function useCompany() {
  return useQuery({
    queryKey: [companyEndpoints.get.path],
    queryFn: ({ signal }) => call(companyEndpoints.get, { signal }),
  });
}
