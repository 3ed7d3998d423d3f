/** Files and folders in the making: under a name of their own, removed afterwards, also after a crash. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_CREATION_MS = 24 * 60 * 60 * 1000;
const unfinishedPattern = /^\.unfinished-(\d+)-/;
/** Unfinished files of this process. */
const ownWork = new Set<string>();

/** Runs `work` with a temporary path in the folder, which is removed afterwards unless it was renamed. */
export async function withUnfinished<T>(folder: string, work: (path: string) => Promise<T>): Promise<T> {
  const name = `.unfinished-${process.pid}-${randomBytes(6).toString('hex')}`;
  ownWork.add(name);
  try {
    return await work(join(folder, name));
  } finally {
    for (const ending of ['', '-journal', '-wal', '-shm']) {
      await rm(join(folder, name + ending), { recursive: true, force: true });
    }
    ownWork.delete(name);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs under another account.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Removes unfinished files of killed processes, if the folder exists. */
export async function removeUnfinished(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  for (const name of await readdir(folder)) {
    const pid = Number(unfinishedPattern.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || ownWork.has(name)) continue;
    const stats = await stat(join(folder, name)).catch(() => undefined);
    // Process ids are reused: after a day the file is stale in any case.
    const isOld = stats === undefined || Date.now() - stats.mtimeMs > MAX_CREATION_MS;
    if (pid === process.pid || isOld || !isRunning(pid)) await rm(join(folder, name), { recursive: true, force: true });
  }
}
