/** Servers that are measured, each in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '../scripts/processes.ts';

const START_TIMEOUT_MS = 20_000;
const STOP_TIMEOUT_MS = 10_000;

export interface OwnProcess {
  pid: number;
  stop(): Promise<void>;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    // Nobody listens there yet.
    return false;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(patience);
}

/**
 * Runs this Node with `args` until `url` answers. What it writes goes to `logFile`, as it would in service. Throws with
 * that log where it ends or says nothing in time.
 */
export async function startProcess(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  url: string,
  logFile: string,
): Promise<OwnProcess> {
  const log = openSync(logFile, 'w');
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', log, log] });
  closeSync(log);
  // Kills the server when this process exits.
  const kill = () => void child.kill('SIGKILL');
  process.prependOnceListener('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop(child);
      throw new Error(`${args.join(' ')} did not start:\n${readFileSync(logFile, 'utf8')}`);
    }
    await delay(20);
  }
  return { pid: child.pid ?? 0, stop: async () => await stop(child) };
}
