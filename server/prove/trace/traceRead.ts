import type { TraceRoot } from '#contract/kinds.ts';
import { traceAnswer, type TraceDirection } from '#contract/prove/trace.ts';
import { bytesOf, longRead } from '../../core/db/sqlite/threadReads.ts';
import { jsonOf } from '../../core/http/answers.ts';
import { findRoot } from './roots.ts';
import { trace } from './trace.ts';

interface Task {
  root: TraceRoot;
  id: number;
  direction: TraceDirection;
}

/** A trace as JSON; undefined if there is no such record. */
export const traceRead = longRead(import.meta.url, async (snapshot, { root, id, direction }: Task) => {
  const question = await findRoot(snapshot, root, id);
  return question && bytesOf(jsonOf(traceAnswer, await trace(snapshot, question, direction)));
});

export default traceRead.inThread;
