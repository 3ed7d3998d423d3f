/** Runs programs of node_modules on the current Node. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The repository root. */
export const root = path.dirname(import.meta.dirname);

export interface Program {
  package: string;
  /** Default: the name of the package. */
  command?: string;
  args: string[];
  /** Adds to the environment. */
  env?: NodeJS.ProcessEnv;
}

interface Outcome {
  code: number;
  output: string;
}

function isManifest(value: unknown): value is { bin: string | Record<string, string> } {
  return typeof value === 'object' && value !== null && 'bin' in value;
}

/** The script of a package's command. Not from node_modules/.bin, which holds shell scripts on Windows. */
function commandFile(program: Program): string {
  const folder = path.join(root, 'node_modules', program.package);
  const manifest: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const bin = isManifest(manifest) ? manifest.bin : '';
  const file = typeof bin === 'string' ? bin : bin[program.command ?? program.package];
  if (!file) throw new Error(`${program.package} has no command ${program.command ?? program.package}.`);
  return path.join(folder, file);
}

/** Runs a program and captures its output. With `isLowPriority`, other programs go first. */
export async function runQuietly(program: Program, { isLowPriority = false } = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [commandFile(program), ...program.args], {
    cwd: root,
    env: { ...process.env, ...program.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (isLowPriority && child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW);
  let output = '';
  const append = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on('data', append);
  child.stderr.on('data', append);
  const [code] = await once(child, 'close');
  return { code: typeof code === 'number' ? code : 1, output };
}

/** Runs a program with inherited output; returns its exit code. */
export async function runAloud(program: Program, env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(process.execPath, [commandFile(program), ...program.args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  const [code] = await once(child, 'close');
  return typeof code === 'number' ? code : 1;
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Kills the child when this process exits. */
export function endWithUs(child: ChildProcess): void {
  const kill = () => void child.kill('SIGKILL');
  process.prependOnceListener('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}

/** Ends a child by a signal, and by SIGKILL where it is still there after so long. */
export async function end(child: ChildProcess, signal: NodeJS.Signals, patienceMs: number): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  const patience = setTimeout(() => void child.kill('SIGKILL'), patienceMs);
  await exited;
  clearTimeout(patience);
}

/** The time since `start`, formatted: '0.4 s', '1 min 12 s'. */
export function since(start: number): string {
  const seconds = (performance.now() - start) / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(Math.round(seconds) / 60)} min ${Math.round(seconds) % 60} s`;
}
