import { useQueryClient } from '@tanstack/react-query';

/** Whether a mutation is pending. Reads the cache, since a double click comes before the next render. */
export function useIsSending(): () => boolean {
  const queryClient = useQueryClient();
  return () => queryClient.isMutating() > 0;
}
