import { useQueryClient } from '@tanstack/react-query';

/** Whether something is being sent. Asked of the cache, since a double click comes before the next rendering. */
export function useIsSending(): () => boolean {
  const queryClient = useQueryClient();
  return () => queryClient.isMutating() > 0;
}
