/** A disk that keeps what was synced, and of everything later what chance leaves of it when the power goes. */
import path from 'node:path';
import type { Dice } from '#server/seed/dice.ts';
import type { FileEvent } from './trace.ts';

/** What a disk writes whole or not at all. */
const SECTOR = 512;

type Change = Extract<FileEvent, { what: 'write' | 'truncate' }>;

interface Stored {
  synced: Buffer;
  later: Change[];
  /** Whether its name is known to survive: its folder was synced since it was made. */
  isNamed: boolean;
}

function changed(content: Buffer, change: Change): Buffer {
  if (change.what === 'truncate') {
    return Buffer.concat([content.subarray(0, change.length)], change.length);
  }
  const length = Math.max(content.length, change.offset + change.bytes.length);
  const grown = length > content.length ? Buffer.concat([content], length) : content;
  change.bytes.copy(grown, change.offset);
  return grown;
}

/** What is left of a write when some of its sectors reached the disk and others did not. */
function torn({ what, file, offset, bytes }: Extract<Change, { what: 'write' }>, dice: Dice): Change[] {
  const sectors = Array.from({ length: Math.ceil(bytes.length / SECTOR) }, (_, index) => index * SECTOR);
  return sectors
    .filter(() => dice.chance(0.5))
    .map((from) => ({ what, file, offset: offset + from, bytes: bytes.subarray(from, from + SECTOR) }));
}

export class TracedDisk {
  readonly #files = new Map<string, Stored>();

  apply(event: FileEvent): void {
    const { file } = event;
    if (event.what === 'unlink') {
      this.#files.delete(file);
      return;
    }
    if (event.what === 'sync') {
      for (const [name, stored] of this.#files) if (path.dirname(name) === file) stored.isNamed = true;
      const stored = this.#files.get(file);
      if (!stored) return;
      for (const change of stored.later) stored.synced = changed(stored.synced, change);
      stored.later = [];
      return;
    }
    const stored = this.#files.get(file) ?? { synced: Buffer.alloc(0), later: [], isNamed: false };
    stored.later.push(event);
    this.#files.set(file, stored);
  }

  /** How many changes of a file have not been synced. */
  unsynced(file: string): number {
    return this.#files.get(file)?.later.length ?? 0;
  }

  /** The files as a power cut leaves them: later writes are dropped, there, or torn, all as chance has it. */
  afterPowerCut(dice: Dice): Map<string, Buffer> {
    const left = new Map<string, Buffer>();
    const kept = dice.pick([0, 0.5, 0.9]);
    for (const [file, { synced, later, isNamed }] of this.#files) {
      if (!isNamed && dice.chance(0.5)) continue;
      let content: Buffer = Buffer.from(synced);
      for (const change of later) {
        if (dice.chance(kept)) content = changed(content, change);
        else if (kept > 0 && change.what === 'write' && dice.chance(0.5)) {
          for (const part of torn(change, dice)) content = changed(content, part);
        }
      }
      left.set(file, content);
    }
    return left;
  }
}
