/** Real servers for the tests of one worker, over real data folders and ports, in a process that they share. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { type Godown, keepCompiled, makePlace } from './godown.ts';
import type { Done, Order } from './serverOrders.ts';

const host = path.resolve(import.meta.dirname, 'serverHost.ts');

export class Servers {
  readonly #child: ChildProcess;
  readonly #running = new Set<string>();

  constructor() {
    // Each server has an environment of its own.
    const { PATH, HOME, TMPDIR } = process.env;
    const env = { PATH, HOME, TMPDIR, ...keepCompiled };
    this.#child = fork(host, { env, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    // Removes folders of servers that were not stopped, as after a timeout.
    process.once('exit', () => this.#running.forEach((dataDir) => rmSync(dataDir, { recursive: true, force: true })));
  }

  /** Starts a server with an empty data folder, on the port or on any that is free. */
  async start({ port }: { port?: number } = {}): Promise<Godown> {
    const { address, dataDir, environment, remove } = await makePlace({}, port);
    this.#running.add(dataDir);
    // Nobody reads the log: it is a twelfth of what the server does.
    await this.#order({ address, environment: { LOG_LEVEL: 'silent', ...environment } });
    return {
      address,
      dataDir,
      stop: async () => {
        await this.#order({ address });
        await remove();
        this.#running.delete(dataDir);
      },
    };
  }

  /** Ends the process. */
  async end(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.disconnect();
    await exited;
  }

  async #order(order: Order): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const hear = ({ address, fault }: Done) => {
        if (address !== order.address) return;
        settle();
        if (fault === undefined) resolve();
        else reject(new Error(`The server of ${address}: ${fault}`));
      };
      const ended = (code: number | null) => {
        settle();
        reject(new Error(`The process of the servers ended with ${code}.`));
      };
      const settle = () => {
        this.#child.off('message', hear);
        this.#child.off('exit', ended);
      };
      this.#child.on('message', hear);
      this.#child.on('exit', ended);
      this.#child.send(order);
    });
  }
}
