/** A small disk in memory that can be filled. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const SIZE_MB = 96;

export interface SmallDisk {
  folder: string;
  remove(): void;
}

/** Mounts one; undefined without the permission to. */
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
      // Lazy unmount: open files stay usable.
      spawnSync('umount', ['-l', folder]);
      rmdirSync(folder);
    },
  };
}
