import type { FindableKind } from '#contract/kinds.ts';
import { searchRead } from '../../core/db/sqlite/threadReads.ts';
import { findRecords } from './find.ts';

interface Task {
  search: string;
  kinds: readonly FindableKind[];
}

/** Records of some kinds that a term finds. */
export const findRead = searchRead(
  import.meta.url,
  async (snapshot, { search, kinds }: Task, engine) => await findRecords(snapshot, search, kinds, engine),
);

export default findRead.inThread;
