/** Servers that are measured, each in a process of its own. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { end, endWithUs, hasEnded, root } from '../scripts/processes.ts';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;

export interface OwnProcess {
  pid: number;
  stop(): Promise<void>;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    // The server is not listening yet.
    return false;
  }
}

/** Runs a program with its arguments until `url` answers, its output in `logFile`; throws with that where it doesn't in time. */
export async function startProcess(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  url: string,
  logFile: string,
): Promise<OwnProcess> {
  const log = openSync(logFile, 'w');
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', log, log] });
  closeSync(log);
  endWithUs(child);
  const stop = async () => await end(child, 'SIGTERM', STOP_TIMEOUT_MS);
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(url))) {
    if (hasEnded(child) || Date.now() > deadline) {
      await stop();
      throw new Error(`${command.join(' ')} did not start:\n${readFileSync(logFile, 'utf8')}`);
    }
    await delay(10);
  }
  return { pid: child.pid ?? 0, stop };
}
