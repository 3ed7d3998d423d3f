/** A PostgreSQL cluster on loopback, from the files of docs/how-to/postgresql-cluster.md. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { SeededRandom } from '#seed/seededRandom.ts';
import { end, hasEnded } from '../../scripts/processes.ts';
import { until } from '../runner/until.ts';
import { findDebianPostgres, openWorkshop, readGuide, type Workshop } from './guide.ts';

const GUIDE = 'docs/how-to/postgresql-cluster.md';
const NODES = ['db1', 'db2', 'db3'];
const OUTPUT_SHOWN = 2000;

const programs = { patroni: '/usr/bin/patroni', 'etcd-server': '/usr/bin/etcd', haproxy: '/usr/sbin/haproxy' };

/** Debian packages that a cluster needs and that are missing. */
export async function missingPackages(): Promise<string[]> {
  const missing = Object.entries(programs).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  return (await findDebianPostgres()) === undefined ? [...missing, 'postgresql'] : missing;
}

const member = z.object({ name: z.string(), role: z.string(), state: z.string(), timeline: z.number().optional() });
type Member = z.output<typeof member>;
const clusterState = z.object({ members: z.array(member) });

async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []));
}

/** The command line of a process; empty where there is none. */
function commandOf(pid: number): string {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Sends a signal to a process that may have ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

export class Cluster {
  readonly #workshop: Workshop;
  readonly #network: string;
  readonly #block: (name: string) => string;
  readonly #running = new Map<string, ReturnType<Workshop['start']>>();

  private constructor(workshop: Workshop, network: string, block: (name: string) => string) {
    this.#workshop = workshop;
    this.#network = network;
    this.#block = block;
    // Cleans up when this process exits.
    process.once('exit', this.#killAll);
  }

  /** Starts everything and waits until the primary has a synchronous replica. */
  static async start(random: SeededRandom): Promise<Cluster> {
    const network = `127.${random.whole(1, 250)}.${random.whole(1, 250)}`;
    const cluster = new Cluster(await openWorkshop('godown-cluster-'), network, await readGuide(GUIDE));
    try {
      await cluster.#startAll();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** The address for Godown. */
  get databaseUrl(): string {
    return this.#local('godown').trim().replace('DATABASE_URL=', '');
  }

  /** A block of the guide with loopback addresses. */
  #local(name: string): string {
    return this.#block(name)
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replaceAll('10.0.0.', `${this.#network}.`)
      .replaceAll('127.0.0.1:5432', `${this.#network}.10:5432`);
  }

  /** A block of the guide, written for the first machine, adapted to another one. */
  #ofNode(block: string, node: string): string {
    const last = node.slice(-1);
    const lines = this.#local(block).split('\n');
    const own = lines.map((line) =>
      /hosts:|initial-cluster:/.test(line)
        ? line
        : line.replaceAll('db1', node).replaceAll(`${this.#network}.11`, `${this.#network}.1${last}`),
    );
    return own
      .join('\n')
      .replaceAll('/var/lib/etcd/godown', path.join(this.#workshop.folder, node, 'etcd'))
      .replaceAll('/var/lib/postgresql/godown', this.#data(node))
      .replaceAll('/usr/lib/postgresql/15/bin', this.#workshop.postgres);
  }

  #data(node: string): string {
    return path.join(this.#workshop.folder, node, 'data');
  }

  #run(name: string, program: string, args: string[]): void {
    this.#running.set(name, this.#workshop.start(program, args));
  }

  async #startAll(): Promise<void> {
    const { folder, own, sh } = this.#workshop;
    const haproxy = path.join(folder, 'haproxy.cfg');
    await writeFile(haproxy, this.#local('haproxy'));
    for (const node of NODES) {
      const home = path.join(folder, node);
      await mkdir(home);
      await writeFile(path.join(home, 'patroni.yml'), this.#ofNode('patroni', node));
      await own(home);
      await writeFile(path.join(home, 'etcd.yml'), this.#ofNode('etcd', node));
      this.#run(`etcd ${node}`, programs['etcd-server'], ['--config-file', path.join(home, 'etcd.yml')]);
    }
    for (const node of NODES) this.revive(node);
    this.#run('haproxy', programs.haproxy, ['-db', '-f', haproxy]);
    await this.untilWhole();
    // HAProxy may not have seen the primary yet.
    const isMade = () =>
      sh(this.#local('database')).then(
        () => true,
        () => false,
      );
    await until(isMade, 'the database could not be made', { everyMs: 500 });
  }

  /** The machines, as the first reachable Patroni describes them. */
  async #members(): Promise<Member[]> {
    for (const node of NODES) {
      try {
        const answer = await fetch(`http://${this.#network}.1${node.slice(-1)}:8008/cluster`, {
          signal: AbortSignal.timeout(2000),
        });
        return clusterState.parse(await answer.json()).members;
      } catch {
        // This one was killed.
      }
    }
    return [];
  }

  /** The machine whose PostgreSQL takes writes. */
  async primary(): Promise<string> {
    const leader = (await this.#members()).find(({ role }) => role === 'leader');
    if (!leader) throw new Error('the cluster has no primary');
    return leader.name;
  }

  /** Waits for a primary, a synchronous replica and a second replica. */
  async untilWhole(): Promise<void> {
    let members: Member[] = [];
    const isWhole = async () => {
      members = await this.#members();
      const working = members.filter(({ state }) => state === 'running' || state === 'streaming');
      const roles = working.map(({ role }) => role).toSorted();
      const timelines = new Set(working.map(({ timeline }) => timeline));
      return roles.join() === 'leader,replica,sync_standby' && timelines.size === 1;
    };
    const told = () => {
      const output = [...this.#running].map(([name, { output: text }]) => `${name}: ${text().slice(-OUTPUT_SHOWN)}`);
      return `the cluster did not become whole: ${JSON.stringify(members)}\n${output.join('\n')}`;
    };
    await until(isWhole, told, { withinMs: 120_000, everyMs: 250 });
  }

  /** The postmaster of a machine; undefined where none runs. */
  #postmaster(node: string): number | undefined {
    const file = path.join(this.#data(node), 'postmaster.pid');
    if (!existsSync(file)) return undefined;
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    return commandOf(pid).includes(this.#data(node)) ? pid : undefined;
  }

  /** kill -9 of a machine's PostgreSQL, or of everything on it but etcd. */
  async kill(node: string, what: 'PostgreSQL' | 'machine'): Promise<void> {
    const pid = this.#postmaster(node);
    if (pid === undefined) throw new Error(`${node} runs no PostgreSQL`);
    const children = what === 'machine' ? await childrenOf(pid) : [];
    if (what === 'machine') this.#running.get(`patroni ${node}`)?.child.kill('SIGKILL');
    for (const each of [pid, ...children]) signal(each, 'SIGKILL');
  }

  /** Delays the replicas, as a slow network does. The returned function ends that: data in flight is lost. */
  async holdBack(primary: string): Promise<() => void> {
    const receivers: number[] = [];
    for (const node of NODES.filter((each) => each !== primary)) {
      const pid = this.#postmaster(node);
      const children = pid === undefined ? [] : await childrenOf(pid);
      receivers.push(...children.filter((child) => commandOf(child).includes('walreceiver')));
    }
    for (const receiver of receivers) signal(receiver, 'SIGSTOP');
    return () => {
      for (const receiver of receivers) {
        signal(receiver, 'SIGTERM');
        signal(receiver, 'SIGCONT');
      }
    };
  }

  /** Starts the Patroni of a machine where it doesn't run. */
  revive(node: string): void {
    const name = `patroni ${node}`;
    const known = this.#running.get(name);
    if (known && !hasEnded(known.child)) return;
    this.#run(name, programs.patroni, [path.join(this.#workshop.folder, node, 'patroni.yml')]);
  }

  readonly #killAll = (): void => {
    for (const { child } of this.#running.values()) child.kill('SIGKILL');
    for (const node of NODES) {
      const pid = this.#postmaster(node);
      if (pid !== undefined) signal(pid, 'SIGQUIT');
    }
  };

  async stop(): Promise<void> {
    this.#killAll();
    for (const { child } of this.#running.values()) await end(child, 'SIGKILL', 0);
    // Patroni may have started another one meanwhile.
    await delay(500);
    this.#killAll();
    while (NODES.some((node) => this.#postmaster(node) !== undefined)) await delay(50);
    process.off('exit', this.#killAll);
    await rm(this.#workshop.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
