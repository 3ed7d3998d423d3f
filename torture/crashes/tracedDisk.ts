/** A simulated disk that keeps synced data and, after a power cut, a random part of later writes. */
import path from 'node:path';
import type { SeededRandom } from '#seed/seededRandom.ts';
import type { FileEvent } from './strace.ts';

const SECTOR = 512;

type Change = Extract<FileEvent, { what: 'write' | 'truncate' }>;

interface StoredFile {
  synced: Buffer;
  unsynced: Change[];
  /** Whether its name is durable: its folder was synced since it was made. */
  isNamed: boolean;
}

function changed(content: Buffer, change: Change): Buffer {
  if (change.what === 'truncate') return Buffer.concat([content.subarray(0, change.length)], change.length);
  const length = Math.max(content.length, change.offset + change.bytes.length);
  const grown = length > content.length ? Buffer.concat([content], length) : content;
  change.bytes.copy(grown, change.offset);
  return grown;
}

/** A torn write: some of its sectors reached the disk. */
function torn({ what, file, offset, bytes }: Extract<Change, { what: 'write' }>, random: SeededRandom): Change[] {
  const sectors = Array.from({ length: Math.ceil(bytes.length / SECTOR) }, (_, index) => index * SECTOR);
  return sectors
    .filter(() => random.chance(0.5))
    .map((from) => ({ what, file, offset: offset + from, bytes: bytes.subarray(from, from + SECTOR) }));
}

export class TracedDisk {
  readonly #files = new Map<string, StoredFile>();

  apply(event: FileEvent): void {
    const { file } = event;
    const known = this.#files.get(file);
    if (event.what === 'unlink') {
      this.#files.delete(file);
    } else if (event.what === 'sync') {
      for (const [name, stored] of this.#files) if (path.dirname(name) === file) stored.isNamed = true;
      if (!known) return;
      for (const change of known.unsynced) known.synced = changed(known.synced, change);
      known.unsynced = [];
    } else {
      const stored = known ?? { synced: Buffer.alloc(0), unsynced: [], isNamed: false };
      stored.unsynced.push(event);
      this.#files.set(file, stored);
    }
  }

  /** Number of unsynced changes of a file. */
  unsynced(file: string): number {
    return this.#files.get(file)?.unsynced.length ?? 0;
  }

  /** The files after a power cut: later writes are dropped, retained or torn at random. */
  afterPowerCut(random: SeededRandom): Map<string, Buffer> {
    const left = new Map<string, Buffer>();
    const share = random.pick([0, 0.5, 0.9]);
    for (const [file, { synced, unsynced, isNamed }] of this.#files) {
      if (!isNamed && random.chance(0.5)) continue;
      let content: Buffer = Buffer.from(synced);
      for (const change of unsynced) {
        if (random.chance(share)) content = changed(content, change);
        else if (share > 0 && change.what === 'write' && random.chance(0.5)) {
          for (const part of torn(change, random)) content = changed(content, part);
        }
      }
      left.set(file, content);
    }
    return left;
  }
}
