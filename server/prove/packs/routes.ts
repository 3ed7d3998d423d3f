import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { statusOfSuccess } from '#contract/core/endpoint.ts';
import { MAX_PACK_BYTES, PACK_MEDIA_TYPE, packEndpoints, packTexts, type PackVerdict } from '#contract/prove/packs.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
import { invalid, notFound } from '../../core/http/errors.ts';
import { repeatableOf } from '../../core/http/input.ts';
import { sendJson, toJson, type Routes } from '../../core/http/routes.ts';
import { withUnfinished } from '../../core/unfinished.ts';
import { queuePack } from './actions.ts';
import { addOrigin } from './origin.ts';
import type { Packs } from './packs.ts';
import { findPacks, readPackFile } from './queries.ts';
import { findPublicKey } from './file/signingKey.ts';
import type { PackCheck } from './file/checkThread.ts';
import { writeUpload } from './upload.ts';

/**
 * Writes an upload below the data folder, since a container's /tmp is small and in memory; calls `work` with its path and
 * its SHA-256, and removes it. Throws 413.
 */
async function withUpload<T>(
  dataDir: string,
  upload: Readable,
  work: (path: string, sha256: string) => Promise<T>,
): Promise<T> {
  return await withUnfinished(dataDir, async (folder) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, 'pack.zip');
    return await work(path, await writeUpload(upload, path));
  });
}

const CHECKS = {
  module: new URL('./file/checkThread.ts', import.meta.url),
  threads: 2,
  // The names and sums of 100,000 files take less than half of it.
  memoryMb: 256,
  longestMs: 5 * 60_000,
  tooMuch: packTexts.checkTooLong,
};

function registerVerifying(routes: Routes): void {
  const { store, config } = routes.services;
  const checks = routes.workerThreads<PackCheck, PackVerdict>(CHECKS);
  routes.raw(
    packEndpoints.verify,
    async (_, context) => {
      const { body } = context.request;
      if (!(body instanceof Readable)) {
        await routes.checkAgain(context);
        throw invalid({ body: [packTexts.notZip] }, packTexts.notZip);
      }
      const check = await withUpload(config.dataDir, body, async (path, sha256) => {
        await routes.checkAgain(context);
        const key = await findPublicKey(store.db);
        const verdict = await checks.run({ path, fingerprint: key.fingerprint }, context.reply.raw);
        return await addOrigin(store.db, verdict, sha256, key.createdAt);
      });
      return sendJson(context.reply, 200, toJson(packEndpoints.verify, check));
    },
    { streamLimit: MAX_PACK_BYTES, work: 'verification' },
  );
}

/** Registers the calls of inspection packs. */
export function registerPacks(routes: Routes, packs: Packs): void {
  const { store } = routes.services;
  routes.read(
    packEndpoints.list,
    async () => await readSnapshot(store.db, async (snapshot) => await findPacks(snapshot)),
  );
  routes.read(packEndpoints.key, async () => await findPublicKey(store.db));
  routes.raw(packEndpoints.create, async ({ body }, context) => {
    const repeatable = repeatableOf(context.request, `user ${context.user?.userId}`);
    const { status, text } = await routes.perform(context, repeatable, async (write) => ({
      status: statusOfSuccess(packEndpoints.create),
      text: toJson(packEndpoints.create, await queuePack(write, body)),
    }));
    // Shutdown ends it; it is then built again.
    routes.afterAnswer(async () => await packs.work(), 'inspection pack queue not processed');
    return sendJson(context.reply, status, text);
  });
  routes.raw(packEndpoints.file, async ({ params }, context) => {
    const [pack] = await readSnapshot(store.db, async (snapshot) => await findPacks(snapshot, params.id));
    if (!pack?.fileName) throw notFound(packTexts.notFound);
    context.reply
      .type(PACK_MEDIA_TYPE)
      .header('content-length', pack.size)
      .header('content-disposition', `attachment; filename="${pack.fileName}"`)
      .header('cache-control', 'private, no-store');
    return await routes.sendParts('download', context, readPackFile(store.db, pack.packId));
  });
  registerVerifying(routes);
}
