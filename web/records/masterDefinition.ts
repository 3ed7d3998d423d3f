import { use } from 'react';
import type { MasterKind } from '#contract/resources.ts';
import type { MasterDefinition } from './master.ts';

export type AnyMaster = MasterDefinition<object, { name?: unknown }, object>;

/** Each master's definition is in the file of its name, which its screen and those who ask here load. */
const files = import.meta.glob<{ definition: AnyMaster }>('../masters/[a-z]*.tsx');
const loaded = new Map<MasterKind, Promise<{ definition: AnyMaster }>>();

async function definitionOf(kind: MasterKind): Promise<{ definition: AnyMaster }> {
  const load = files[`../masters/${kind}.tsx`];
  if (!load) throw new Error(`web/masters/ has no file of ${kind}`);
  return await load();
}

/** The definition of a master; suspends until it is loaded. */
export function useMasterDefinition(kind: MasterKind): AnyMaster {
  const loading = loaded.get(kind) ?? definitionOf(kind);
  loaded.set(kind, loading);
  return use(loading).definition;
}
