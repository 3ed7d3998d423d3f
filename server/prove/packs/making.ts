/** A pack while it is made. */
import type { PackFile } from './file/packFile.ts';
import type { PackOrder } from './packTask.ts';
import type { Source } from './sections/section.ts';

/** 'traces.pdf', then 'traces-2.pdf'. */
export function partName(name: string, extension: string, part: number): string {
  return part === 1 ? `${name}.${extension}` : `${name}-${part}.${extension}`;
}

/** Names of the parts of a pack's files, each counted on its own. */
export class PartNames {
  readonly #counts = new Map<string, number>();

  next(name: string, extension: string): string {
    const key = `${name}.${extension}`;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return partName(name, extension, count);
  }
}

export interface Making {
  source: Source;
  file: PackFile;
  names: PartNames;
  order: PackOrder;
  subject: string;
  /** Records that could not be printed whole. */
  remarks: string[];
}
