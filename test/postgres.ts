/** A real PostgreSQL for tests and measurements, from the binaries that the package brings. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { PostgresCommand } from './postgresBinaries.ts';

export interface RunningPostgres {
  /** The address of its administrator's database. */
  url: string;
  /** Ends it. Its data folder goes, or with `keepAs` becomes that folder, from which another can start. */
  stop(keepAs?: string): Promise<void>;
  /** Ends it as `pg_ctl stop` with that mode does, starts it again, stops all its processes where they are, lets them go on. */
  tell(command: Exclude<PostgresCommand, 'keep'>): Promise<void>;
}

export interface PostgresOptions {
  /** A folder that `stop` kept; without it the database starts empty. It stays as it is. */
  from?: string;
  /** Whether a commit waits until it is on the disk, as in service; the tests trade that for speed. */
  isDurable?: boolean;
}

const keeperScript = fileURLToPath(new URL('./postgresKeeper.ts', import.meta.url));

/**
 * Starts a PostgreSQL on a free port of 127.0.0.1 with its data in a temporary folder. It ends, and its folder goes, with
 * `stop` or with this process, however this process ends.
 */
export async function startPostgres({ from = '', isDurable = false }: PostgresOptions = {}): Promise<RunningPostgres> {
  // The keeper's standard input is the string that ties it to us: it ends when we do, even by kill -9. It is detached
  // so that a Ctrl-C in the terminal doesn't take the database away before the tests have closed it.
  const keeper = spawn(process.execPath, [keeperScript, isDurable ? 'durable' : 'fast', from], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
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
    async tell(command) {
      const told = once(keeper.stdout, 'data');
      keeper.stdin.write(`${command}\n`);
      await Promise.race([
        told,
        exited.then(() => {
          throw new Error(`PostgreSQL could not ${command}:\n${errors}`);
        }),
      ]);
    },
    async stop(keepAs = '') {
      keeper.stdin.end(keepAs === '' ? '' : `keep ${keepAs}\n`);
      const [code] = await exited;
      if (code !== 0) throw new Error(`PostgreSQL did not end as it should:\n${errors}`);
    },
  };
}
