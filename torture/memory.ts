/** How much memory an attacked server uses: all of it, and what is still needed once its garbage is collected. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Server } from './server.ts';

const WAIT_MS = 60_000;

/** The environment of a server that can be asked. */
export const tellsMemory = {
  NODE_OPTIONS: `--expose-gc --import=${new URL('./tellMemory.ts', import.meta.url).href}`,
};

/** In megabytes. */
export interface Memory {
  /** What the system counts: also what was used once and not given back. */
  resident: number;
  /** What nothing can collect: the objects, and the buffers beside them. */
  kept: number;
}

/** Lets a server of `tellsMemory` collect its garbage, which stops it for some dozen milliseconds, and asks what is left. */
export async function memoryOf(server: Server): Promise<Memory> {
  const lines = () => Array.from(server.said().matchAll(/^memory (\d+) (\d+)$/gm));
  const before = lines().length;
  await server.signal('SIGUSR2');
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const [, resident, kept] = lines()[before] ?? [];
    if (resident !== undefined && kept !== undefined) {
      return { resident: Number(resident) / 1e6, kept: Number(kept) / 1e6 };
    }
    if (!server.isRunning() || performance.now() > deadline) throw new Error(`no word of memory: ${server.said()}`);
    await delay(5);
  }
}

/** It is looked at so many times during a run. */
export const LOOKS_AT_MEMORY = 40;
/** What is kept must not grow by more from a third of the run to its end. */
export const GROWTH_MB = 16;

/** Of figures in their order: the middle one after a third, in whole megabytes, and the middle one at the end. */
export function growthOf(figures: readonly number[]): { early: number; late: number } {
  const middle = (from: number, to: number) => {
    const part = figures
      .slice(Math.floor(figures.length * from), Math.ceil(figures.length * to))
      .toSorted((a, b) => a - b);
    return Math.round(part[Math.floor(part.length / 2)] ?? 0);
  };
  return { early: middle(0.3, 0.5), late: middle(0.8, 1) };
}
