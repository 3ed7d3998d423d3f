/** Running the programs of node_modules on the Node that runs us. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of the checkout. */
export const root = path.dirname(import.meta.dirname);

export interface Program {
  /** The package whose command this is; both have the same name, or `command` tells the other. */
  package: string;
  command?: string;
  args: string[];
}

interface Outcome {
  code: number;
  output: string;
}

function isManifest(value: unknown): value is { bin: string | Record<string, string> } {
  return typeof value === 'object' && value !== null && 'bin' in value;
}

/** The file behind a package's command: node_modules/.bin holds shell scripts on Windows, which Node can't run. */
function commandFile(program: Program): string {
  const folder = path.join(root, 'node_modules', program.package);
  const manifest: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const bin = isManifest(manifest) ? manifest.bin : '';
  const file = typeof bin === 'string' ? bin : bin[program.command ?? program.package];
  if (!file) throw new Error(`${program.package} has no command ${program.command ?? program.package}.`);
  return path.join(folder, file);
}

/** Runs a program to its end and keeps what it says. */
export async function runQuietly(program: Program): Promise<Outcome> {
  const child = spawn(process.execPath, [commandFile(program), ...program.args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const [code] = await once(child, 'close');
  return { code: typeof code === 'number' ? code : 1, output };
}

/** Runs a program to its end while it speaks for itself; answers its exit code. */
export async function runAloud(program: Program, env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(process.execPath, [commandFile(program), ...program.args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  const [code] = await once(child, 'close');
  return typeof code === 'number' ? code : 1;
}

/** The time since `start`, for people: '0.4 s', '1 min 12 s'. */
export function since(start: number): string {
  const seconds = (performance.now() - start) / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(Math.round(seconds) / 60)} min ${Math.round(seconds) % 60} s`;
}
