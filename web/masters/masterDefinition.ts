/** Definitions of masters for forms outside of the master's screen. */
import type { MasterKind } from '#contract/kinds.ts';
import { lazyPart } from '#web/core/ui/loading/lazyWithPreload.ts';
import type { MasterDefinition } from '../core/records/masters/master.ts';

/** A master whose kind is known only at run time. */
export type AnyMaster = MasterDefinition<object, { name?: unknown }, object>;

/** Each is in the file of the master's name. */
const files = import.meta.glob<{ definition: AnyMaster }>('./[a-z]*.tsx');
const parts = new Map(Object.entries(files).map(([file, load]) => [file, lazyPart(load)]));

/** The definition of a master; suspends until it is loaded. */
export function useMasterDefinition(kind: MasterKind): AnyMaster {
  // By React's use(), which unlike other hooks may be another one at each time.
  const suspended = parts.get(`./${kind}.tsx`);
  if (!suspended) throw new Error(`web/masters/ has no file of ${kind}`);
  return suspended().definition;
}
