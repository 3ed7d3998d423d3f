/** The server that is attacked: the real one, in a process of its own, on a port of loopback. */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { TestDatabase } from '#test/testDatabases.ts';
import { freePort } from '#test/freePort.ts';
import { end, endWithUs, hasEnded, root } from '../../scripts/processes.ts';
import { until } from './until.ts';

const START_LIMIT_MS = 180_000;
const STOP_LIMIT_MS = 60_000;
/** As package.json and deploy/ start it. */
const PRODUCTION_FLAGS = ['--max-semi-space-size=2'];
/** As deploy/ sets it. */
const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: '131072' };

/** The first administrator of every attacked server. */
export const administrator = { email: 'asha@example.in', password: 'correct horse battery' };

export interface ServerOptions {
  /** By default a free one; that of an earlier server lets its clients find the new one. */
  port?: number;
  environment?: Record<string, string>;
  /** The checkout to run; by default this one. */
  build?: string;
  /** A program with arguments that wraps the server, such as strace. */
  through?: readonly string[];
}

export interface Server {
  address: string;
  port: number;
  pid: number;
  output(): string;
  /** Resolves once it is ready; throws with its output where it exits before. */
  ready(): Promise<void>;
  isRunning(): boolean;
  /** Sends a signal, and waits for the exit where the signal ends it. */
  signal(name: NodeJS.Signals): Promise<void>;
}

/** Stdout and stderr of children as one text. */
export function outputOf(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return () => output;
}

/** The faults of its own that a server has logged. */
export function loggedFaults(server: Server): string[] {
  const lines = server.output().split('\n');
  return lines.filter((line) => line.includes('"level":50')).map((line) => `it logged a fault of its own: ${line}`);
}

/** Starts a server without waiting until it is ready. */
export async function launchServer(database: TestDatabase, options: ServerOptions = {}): Promise<Server> {
  const port = options.port ?? (await freePort());
  const address = `http://127.0.0.1:${port}`;
  const main = path.join(options.build ?? root, 'server/main.ts');
  const [program, ...args] = [...(options.through ?? []), process.execPath, ...PRODUCTION_FLAGS, main];
  // Pass only what every program needs: a DATABASE_URL of this environment is never used.
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(program, args, {
    env: {
      PATH,
      HOME,
      TMPDIR,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'error',
      ...ALLOCATOR,
      NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'),
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      ...database.environment,
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = outputOf(child);
  endWithUs(child);
  return {
    address,
    port,
    pid: child.pid ?? 0,
    output,
    isRunning: () => !hasEnded(child),
    async ready() {
      const isReady = () => output().includes(`ready at ${address}`);
      const told = () => `the server did not start: ${output()}`;
      await until(() => hasEnded(child) || isReady(), told, { withinMs: START_LIMIT_MS });
      if (!isReady()) throw new Error(told());
    },
    async signal(name) {
      if (name === 'SIGTERM' || name === 'SIGINT' || name === 'SIGKILL') await end(child, name, STOP_LIMIT_MS);
      else if (!hasEnded(child)) child.kill(name);
    },
  };
}
