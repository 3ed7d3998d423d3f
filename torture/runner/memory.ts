/** How much memory an attacked server uses. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Server } from './server.ts';
import { until } from './until.ts';

/** Written to `clear_refs`, it resets the peak memory in `status`. */
const RESET_PEAK = '5';

/** The environment of a server that reports its memory. */
export const reportsMemory = {
  NODE_OPTIONS: `--expose-gc --import=${new URL('./reportMemory.ts', import.meta.url).href}`,
};

/** Has a server of `reportsMemory` collect garbage, which blocks it for some dozen milliseconds; returns the megabytes left. */
export async function memoryOf(server: Server): Promise<number> {
  const lines = () => Array.from(server.output().matchAll(/^memory (\d+)$/gm));
  const before = lines().length;
  await server.signal('SIGUSR2');
  const report = await until(
    () => lines()[before],
    () => `no report of memory: ${server.output()}`,
  );
  return Number(report[1]) / 1e6;
}

/** Resets the server's peak memory. */
export function resetPeak({ pid }: Server): void {
  writeFileSync(`/proc/${pid}/clear_refs`, RESET_PEAK);
}

/** The server's peak memory since then, in megabytes. */
export function peakOf({ pid }: Server): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round((Number(kilobytes) * 1024) / 1e6);
}

export const MEMORY_LOOKS = 40;
/** Allowed growth of memory in use from a third of the run to its end. */
export const GROWTH_MB = 16;

/** The median of memory in use after a third of a run, and at its end, in whole megabytes. */
export function growthOf(looks: readonly number[]): { early: number; late: number } {
  const median = (from: number, to: number) => {
    const part = looks.slice(Math.floor(looks.length * from), Math.ceil(looks.length * to)).toSorted((a, b) => a - b);
    return Math.round(part[Math.floor(part.length / 2)] ?? 0);
  };
  return { early: median(0.3, 0.5), late: median(0.8, 1) };
}
