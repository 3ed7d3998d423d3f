import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { BACKUP_MEDIA_TYPE, backupEndpoints, backupTexts, type BackupState } from '#contract/office/backups.ts';
import { statusOfSuccess } from '#contract/core/endpoint.ts';
import { notFound } from '../../core/http/errors.ts';
import { repeatableOf } from '../../core/http/input.ts';
import { sendJson, toJson, type Routes } from '../../core/http/routes.ts';
import type { Backups } from './backups.ts';
import { listBackups } from './folder.ts';

function registerMaking(routes: Routes, backups: Backups): void {
  const { services } = routes;
  routes.raw(backupEndpoints.create, async (_, context) => {
    // The body is ignored, so every repeat is equal.
    const repeatable = repeatableOf(context.request, `user ${context.user?.userId}`, null);
    let pendingId: number | undefined;
    const { status, text } = await routes.perform(context, repeatable, async (write) => {
      const backupId = backups.newId(write.actor.at);
      const after = { reason: 'by-hand' };
      await write.audit({ action: 'create', resource: 'backups', recordId: backupId, before: null, after });
      pendingId = backupId;
      return { status: statusOfSuccess(backupEndpoints.create), text: toJson(backupEndpoints.create, { backupId }) };
    });
    const backupId = pendingId;
    if (backupId !== undefined) {
      // Started before the answer is sent, so that a request right after it sees it in progress.
      const making = backups.makeByHand(backupId);
      routes.afterAnswer(() => making, 'backup not created');
    }
    return sendJson(context.reply, status, text);
  });

  routes.raw(backupEndpoints.file, async ({ params }, context) => {
    const folder = services.config.backupDir;
    // Looked up among existing files: no input becomes a path.
    const backup = (await listBackups(folder)).find(({ backupId }) => backupId === params.id);
    if (!backup) throw notFound(backupTexts.notFound);
    context.reply
      .type(BACKUP_MEDIA_TYPE)
      .header('content-length', backup.size)
      .header('content-disposition', `attachment; filename="${backup.fileName}"`)
      .header('cache-control', 'private, no-store');
    return await routes.sendParts('download', context, createReadStream(join(folder, backup.fileName)));
  });
}

const onPostgres: BackupState = { engine: 'postgres', folder: null, making: false, failure: null, backups: [] };

/** On PostgreSQL only the state: backups are made by other tools. */
export function registerBackups(routes: Routes, backups: Backups | undefined): void {
  if (backups) registerMaking(routes, backups);
  routes.read(backupEndpoints.state, async () => (backups ? await backups.state() : onPostgres));
}
