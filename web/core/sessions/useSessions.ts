import { useQuery, type QueryFunction, type UseQueryResult } from '@tanstack/react-query';
import type { OpenedSession } from '#contract/core/accounts/sessions.ts';

export type Sessions = UseQueryResult<OpenedSession[]>;

export function useSessions(queryKey: readonly unknown[], queryFn: QueryFunction<OpenedSession[]>): Sessions {
  return useQuery({ queryKey, queryFn });
}
