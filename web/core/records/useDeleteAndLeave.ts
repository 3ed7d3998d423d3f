import { useNavigate } from '@tanstack/react-router';
import type { ScreenPath } from '#contract/kinds.ts';

/** Deletes the record of a page and leaves for its list, before everything shown is read again: the page would request a deleted record. */
export function useDeleteAndLeave<Answer>(list: ScreenPath, remove: () => Promise<Answer>): () => Promise<Answer> {
  const navigate = useNavigate();
  return async () => {
    const answer = await remove();
    await navigate({ to: list });
    return answer;
  };
}
