import { useRef } from 'react';
import { isAnswered } from '#web/core/api/client.ts';
import { comparable } from './conflicts/mergeVersions.ts';

/**
 * Sends the body of a new record. While the answer to one is missing, a repeat of the same values sends the same body,
 * whatever lots and numbers would be proposed by then.
 */
export function useRepeatedBody<Values extends object, Body>() {
  const unanswered = useRef<{ values: string; body: Body }>(undefined);
  return async <Saved>(values: Values, body: Body, send: (body: Body) => Promise<Saved>): Promise<Saved> => {
    const typed = comparable(values);
    if (unanswered.current?.values !== typed) unanswered.current = { values: typed, body };
    try {
      return await send(unanswered.current.body);
    } catch (fault) {
      if (isAnswered(fault)) unanswered.current = undefined;
      throw fault;
    }
  };
}
