/** A real server as in production: own process, port and data folder, with the built screens. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '#test/freePort.ts';

const main = path.resolve(import.meta.dirname, '../../server/main.ts');
const START_LIMIT_MS = 180_000;
/** The server's own limit is nine seconds; a busy machine may need longer. */
const STOP_LIMIT_MS = 20_000;

/** Node's compile cache: starts take a third less time. */
export const keepCompiled = {
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../node_modules/.cache/compiled'),
};

export interface Godown {
  /** Such as http://127.0.0.1:41234; survives a restart. */
  address: string;
  dataDir: string;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
}

interface GodownProcess extends Godown {
  /** Restarts the server on the same data, gracefully by default. */
  restart(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Cleanup for servers that were not stopped, as after a timeout. */
const cleanups = new Set<() => void>();
process.once('exit', () => cleanups.forEach((cleanUp) => cleanUp()));

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
  const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await exited;
  clearTimeout(killTimer);
  if (signal === 'SIGTERM' && child.signalCode === 'SIGKILL') {
    throw new Error(`The server did not end within ${STOP_LIMIT_MS / 1000} s of SIGTERM.`);
  }
}

interface Place extends Pick<Godown, 'address' | 'dataDir'> {
  environment: Record<string, string | undefined>;
  remove(): Promise<void>;
}

/** An empty data folder, and the port or a free one. `env` adds to the environment, such as DATABASE_URL. */
export async function makePlace(env: Record<string, string>, wanted?: number): Promise<Place> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'godown-e2e-'));
  const port = wanted ?? (await freePort());
  // Not the whole environment: a DATABASE_URL of the developer must never be used.
  const { PATH, HOME, TMPDIR } = process.env;
  const own = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir };
  return {
    address: `http://127.0.0.1:${port}`,
    dataDir,
    environment: { PATH, HOME, TMPDIR, ...keepCompiled, ...own, ...env },
    remove: async () => rm(dataDir, { recursive: true, force: true }),
  };
}

/** Starts a server of its own process with an empty data folder. `env` adds to its environment, such as DATABASE_URL. */
export async function startGodown(env: Record<string, string> = {}): Promise<GodownProcess> {
  const { address, dataDir, environment, remove } = await makePlace(env);

  let child: ChildProcess;
  try {
    child = await launch(address, environment);
  } catch (error) {
    await remove();
    throw error;
  }
  const cleanUp = () => {
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  };
  cleanups.add(cleanUp);
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
        cleanups.delete(cleanUp);
        await remove();
      }
    },
  };
}
