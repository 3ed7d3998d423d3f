/** A disk of a few megabytes, in memory, that can be filled up. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const SIZE_MB = 96;

export interface SmallDisk {
  folder: string;
  remove(): void;
}

/** Mounts one; undefined where this system or this user doesn't let us. */
export function mountSmallDisk(): SmallDisk | undefined {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'godown-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', folder]);
  if (status !== 0) {
    rmdirSync(folder);
    return undefined;
  }
  return {
    folder,
    remove() {
      // Lazily: a process that has a file of it open keeps it until then.
      spawnSync('umount', ['-l', folder]);
      rmdirSync(folder);
    },
  };
}
