/** The morning as JSON, computed as a long read; the results of other features are brought together here. */
import { morningAnswer } from '#contract/office/morning.ts';
import type { Role } from '#contract/permissions.ts';
import { findFigures, type MorningFigures } from './office/dashboard/morning.ts';
import { bytesOf, longRead } from './core/db/sqlite/threadReads.ts';
import { jsonOf } from './core/http/answers.ts';
import { countReadiness } from './prove/readiness/queries.ts';

interface Task {
  role: Role;
  day: string;
  backup: MorningFigures['backup'];
}

/** The morning of a day for a role, with the state of the backups, which are not in the database. */
export const morningRead = longRead(import.meta.url, async (snapshot, { role, day, backup }: Task) => {
  const figures = await findFigures(snapshot, role, day, countReadiness);
  return bytesOf(jsonOf(morningAnswer, { ...figures, ...(backup && { backup }) }));
});

export default morningRead.inThread;
