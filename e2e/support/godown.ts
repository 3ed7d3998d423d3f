/** A real server in production's way: its own process, its own port, its own data folder, the built screens. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '#test/freePort.ts';

const main = path.resolve(import.meta.dirname, '../../server/main.ts');
const START_LIMIT_MS = 180_000;
/** It gives itself nine seconds; a busy machine may need longer to let it. */
const STOP_LIMIT_MS = 20_000;

/** Node keeps what it made of our sources for the next server: a start is then a third less work. */
export const keepCompiled = {
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../node_modules/.cache/compiled'),
};

export interface Godown {
  /** Such as http://127.0.0.1:41234, and the same after a restart. */
  address: string;
  dataDir: string;
  /** Ends the server, by default politely, and starts it again on the same data. */
  restart(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

/** What is left to do for servers that nobody stopped, such as those of a test that ran out of time. */
const unfinished = new Set<() => void>();
process.once('exit', () => unfinished.forEach((finish) => finish()));

/** Starts the process and waits until it has printed its address. */
async function launch(address: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(address)) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`The server ended with ${code} instead of starting:\n${output}`)));
    const late = () => reject(new Error(`The server did not print ${address} in time, but this:\n${output}`));
    setTimeout(late, START_LIMIT_MS).unref();
  });
  try {
    await ready;
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await exited;
  clearTimeout(impatience);
  if (signal === 'SIGTERM' && child.signalCode === 'SIGKILL') {
    throw new Error(`The server did not end within ${STOP_LIMIT_MS / 1000} s of SIGTERM.`);
  }
}

/** Starts a server with an empty data folder. `env` adds to its environment, such as DATABASE_URL. */
export async function startGodown(env: Record<string, string> = {}): Promise<Godown> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'godown-e2e-'));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  // Nothing of the environment of whoever runs the tests, so that their DATABASE_URL is never touched.
  const { PATH, HOME, TMPDIR } = process.env;
  const place = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir };
  const environment = { PATH, HOME, TMPDIR, ...keepCompiled, ...place, ...env };
  const remove = async () => rm(dataDir, { recursive: true, force: true });

  let child: ChildProcess;
  try {
    child = await launch(address, environment);
  } catch (error) {
    await remove();
    throw error;
  }
  const finish = () => {
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  };
  unfinished.add(finish);
  return {
    address,
    dataDir,
    async restart(signal = 'SIGTERM') {
      await end(child, signal);
      child = await launch(address, environment);
    },
    async stop() {
      try {
        await end(child, 'SIGTERM');
      } finally {
        unfinished.delete(finish);
        await remove();
      }
    },
  };
}
