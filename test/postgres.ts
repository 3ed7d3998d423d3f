/** A real PostgreSQL for tests and measurements, from the binaries that the package brings. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface RunningPostgres {
  /** The address of its administrator's database. */
  url: string;
  stop(): Promise<void>;
}

const keeperScript = fileURLToPath(new URL('./postgresKeeper.ts', import.meta.url));

/**
 * Starts an empty PostgreSQL on a free port of 127.0.0.1. It keeps its data in a temporary folder and trades durability
 * for speed. It ends, and its folder goes, with `stop` or with this process, however this process ends.
 */
export async function startPostgres(): Promise<RunningPostgres> {
  // The keeper's standard input is the string that ties it to us: it ends when we do, even by kill -9. It is detached
  // so that a Ctrl-C in the terminal doesn't take the database away before the tests have closed it.
  const keeper = spawn(process.execPath, [keeperScript], { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  const exited = once(keeper, 'exit');
  let errors = '';
  keeper.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));

  const url = await new Promise<string>((resolve, reject) => {
    keeper.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    keeper.once('error', reject);
    keeper.once('close', () => reject(new Error(`PostgreSQL did not start:\n${errors}`)));
  });
  return {
    url,
    async stop() {
      keeper.stdin.end();
      await exited;
    },
  };
}
