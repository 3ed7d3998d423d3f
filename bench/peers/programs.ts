/** Programs of others, kept in a cache that a second run finds. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { endWithUs, root } from '../../scripts/processes.ts';

const INSTALL_MS = 30 * 60_000;

/** Runs a program to its end and returns what it wrote. Throws with that where it fails. */
export async function runProgram(
  command: readonly string[],
  { cwd = root, env = {} }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: INSTALL_MS,
    killSignal: 'SIGKILL',
  });
  endWithUs(child);
  let written = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (written += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command.join(' ')} failed:\n${written.slice(-2000)}${errors.slice(-2000)}`);
  return written;
}

/** The folder of a peer, filled by `install` where there is none; a failure stores nothing. */
export async function installed(name: string, install: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(root, 'node_modules/.cache/godown-peers', name);
  if (existsSync(folder)) return folder;
  console.log(`Installing ${name} …`);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  await install(unfinished);
  renameSync(unfinished, folder);
  return folder;
}
