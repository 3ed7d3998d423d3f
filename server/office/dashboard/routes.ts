import { morningEndpoints } from '#contract/office/morning.ts';
import type { Role } from '#contract/permissions.ts';
import type { Store } from '../../core/db/connect.ts';
import { sendJson, type Routes } from '../../core/http/routes.ts';
import { findBackup, type LastBackup, type MorningFigures } from './morning.ts';

/** Reads the morning as JSON (server/morningRead.ts). */
interface MorningRead {
  run(store: Store, task: { role: Role; day: string; backup: MorningFigures['backup'] }): Promise<Uint8Array>;
}

/** In a slot for long reads. */
export function registerMorning(routes: Routes, { run }: MorningRead, backups: LastBackup | undefined): void {
  const { store, now, today } = routes.services;
  routes.raw(morningEndpoints.read, async ({ query }, context) => {
    const role = context.user?.userRole ?? 'user';
    const backup = await findBackup({ backups, now }, role);
    const task = { role, day: query.day ?? today(), backup };
    return sendJson(context.reply, 200, await routes.inSlot('longRead', context, async () => await run(store, task)));
  });
}
