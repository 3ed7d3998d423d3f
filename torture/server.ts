/** The server that is attacked: the real one, in a process of its own, on a port of loopback. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Place } from '#test/places.ts';
import { freePort } from '../scripts/freePort.ts';
import { root } from '../scripts/processes.ts';

const START_LIMIT_MS = 180_000;
const STOP_LIMIT_MS = 60_000;

/** Whom every attacked server has as its first administrator. */
export const administrator = { email: 'asha@example.in', password: 'correct horse battery' };

export interface ServerOptions {
  /** Such as that of the server before it, so that its callers needn't notice. */
  port?: number;
  environment?: Record<string, string>;
  /** The folder of the checkout; by default this one. */
  build?: string;
  /** A program, with its arguments, that runs the server, such as strace. */
  through?: readonly string[];
}

export interface Server {
  address: string;
  port: number;
  pid: number;
  /** All that it has written to its output so far. */
  said(): string;
  /** Resolves once it is ready; throws with what it said where it ends before. */
  ready(): Promise<void>;
  /** Whether it has not ended. */
  isRunning(): boolean;
  /** Sends a signal, and for one that ends it waits until it has ended. */
  signal(name: NodeJS.Signals): Promise<void>;
}

async function untilEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Starts a server over a place without waiting until it is ready. */
export async function launchServer(place: Place, options: ServerOptions = {}): Promise<Server> {
  const port = options.port ?? (await freePort());
  const address = `http://127.0.0.1:${port}`;
  const main = path.join(options.build ?? root, 'server/main.ts');
  const command = [...(options.through ?? []), process.execPath, main];
  // Nothing of the environment of whoever runs this, so that their DATABASE_URL is never touched.
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(command[0] ?? '', command.slice(1), {
    env: {
      PATH,
      HOME,
      TMPDIR,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'error',
      NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'),
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      ...place.environment,
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  // Whatever ends this process, it leaves no server behind.
  const kill = () => void child.kill('SIGKILL');
  process.prependOnceListener('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    address,
    port,
    pid: child.pid ?? 0,
    said: () => said,
    isRunning,
    async ready() {
      const deadline = Date.now() + START_LIMIT_MS;
      while (!said.includes(`ready at ${address}`)) {
        if (!isRunning() || Date.now() > deadline) throw new Error(`the server did not start: ${said}`);
        await delay(5);
      }
    },
    async signal(name) {
      if (!isRunning()) return;
      child.kill(name);
      if (name !== 'SIGTERM' && name !== 'SIGINT' && name !== 'SIGKILL') return;
      const impatience = setTimeout(kill, STOP_LIMIT_MS);
      await untilEnded(child);
      clearTimeout(impatience);
    },
  };
}
