/**
 * Concurrency limits per kind of work (docs/decisions/053): requests beyond the slots are queued, and refused with 503
 * and Retry-After once the queue is full or the wait too long. An account has at most half of a kind's slots and queue,
 * so it can't lock out others. Password work of strangers has slots apart from that of known people
 * (docs/decisions/106).
 */
import { once, type EventEmitter } from 'node:events';
import PQueue from 'p-queue';
import type { Engine } from '../../db/connect.ts';
import { POOL_SIZE } from '../../db/postgres/postgres.ts';
import { MAX_CONCURRENT_HASHES } from '../../auth/passwords.ts';
import { OverloadedError } from '../errors.ts';

export type WorkKind =
  | 'search'
  | 'longRead'
  | 'write'
  | 'password'
  | 'strangersPassword'
  | 'list'
  | 'download'
  | 'upload'
  | 'verification'
  | 'pdf';

/** A refusal of these does not speak of saving. */
const reading: ReadonlySet<WorkKind> = new Set(['search', 'longRead', 'list', 'download', 'pdf']);

interface Limits {
  slots: number;
  queueLength: number;
}

const MAX_WAIT_MS = 20_000;
const REPORT_EVERY_MS = 10_000;

/** SQLite has one thread for long reads and one writing connection: the second slot keeps the next request ready. */
function limitsOf(engine: Engine): Record<WorkKind, Limits> {
  const isSqlite = engine === 'sqlite';
  return {
    // On SQLite one thread, and as many as keep it at work while their statements and answers wait for other requests.
    search: { slots: isSqlite ? 4 : POOL_SIZE / 2, queueLength: 200 },
    // An account has two of them on PostgreSQL.
    longRead: { slots: isSqlite ? 2 : 4, queueLength: 200 },
    // Leaves some of PostgreSQL's connections for reads.
    write: { slots: isSqlite ? 2 : POOL_SIZE - 2, queueLength: 800 },
    password: { slots: 2 * MAX_CONCURRENT_HASHES, queueLength: 200 },
    // Known people and mailed codes wait for one of these hashes at most.
    strangersPassword: { slots: MAX_CONCURRENT_HASHES, queueLength: 200 },
    // Each holds some chunks of rows in memory until its client has read them.
    list: { slots: 8, queueLength: 100 },
    download: { slots: 8, queueLength: 100 },
    // Each holds several copies of a bill in memory.
    upload: { slots: 4, queueLength: 40 },
    // Each is a file of up to 2 GB on the disk.
    verification: { slots: 2, queueLength: 20 },
    // One is rendered at a time: the second slot keeps the next ready.
    pdf: { slots: 2, queueLength: 40 },
  };
}

/** The share that a request counts to, and its connection. */
export interface Requester {
  /** An account, or a stranger's network. */
  name: string;
  /** `closed` once it has emitted 'close'. */
  connection: EventEmitter & { readonly closed?: boolean };
  /** 0 by default. A request goes before those of lower priority, and takes the place of one in a full queue. */
  priority?: number;
}

interface SlotsOptions {
  engine: Engine;
  /** Called with the number of refusals since the last call: at once for the first, then every ten seconds. */
  onRefused(count: number): void;
  maxWaitMs?: number;
}

/** The slots of all kinds of work of one server. */
export class Slots {
  readonly #limits: Record<WorkKind, Limits>;
  readonly #options: SlotsOptions;
  readonly #queues = new Map<WorkKind, PQueue>();
  /** A queue per requester, with the slots of one share. */
  readonly #shares = new Map<string, PQueue>();
  /** The ends of waiting requests, by priority. */
  readonly #waiting = new Map<WorkKind, Map<AbortController, number>>();
  #refused = 0;
  #isReporting = false;

  constructor(options: SlotsOptions) {
    this.#options = options;
    this.#limits = limitsOf(options.engine);
  }

  /** For how many accounts and networks something runs or waits, by kind of work. */
  get requesters(): number {
    return this.#shares.size;
  }

  /**
   * Runs `work` once a slot is free. Throws OverloadedError if the queue is full, the wait too long, or a request of higher
   * priority takes the place. A disconnected client is dropped from the queue.
   */
  async run<T>(kind: WorkKind, { name, connection, priority = 0 }: Requester, work: () => Promise<T>): Promise<T> {
    const { slots, queueLength } = this.#limits[kind];
    const queue = this.#queues.get(kind) ?? new PQueue({ concurrency: slots });
    this.#queues.set(kind, queue);
    const waiting = this.#waiting.get(kind) ?? new Map<AbortController, number>();
    this.#waiting.set(kind, waiting);
    // Before its share is there: a share without work would stay.
    if (waiting.size >= queueLength) this.#makeRoom(kind, waiting, priority);
    const share = this.#shareOf(kind, name);
    if (share.size >= queueLength / 2) throw this.#refusal(kind);
    const wait = new AbortController();
    // A disconnect doesn't count as a refusal.
    const leave = () => wait.abort(new OverloadedError({ isReading: true }));
    const timer = setTimeout(() => wait.abort(this.#refusal(kind)), this.#options.maxWaitMs ?? MAX_WAIT_MS);
    connection.once('close', leave);
    waiting.set(wait, priority);
    const stopWaiting = () => {
      waiting.delete(wait);
      clearTimeout(timer);
      connection.off('close', leave);
    };
    const begin = async () => {
      stopWaiting();
      return await work();
    };
    const { signal } = wait;
    try {
      return await share.add(async () => await queue.add(begin, { signal, priority }), { signal });
    } finally {
      stopWaiting();
    }
  }

  /** Waits for a slot and holds it until the answer has ended. Throws OverloadedError. */
  async hold(kind: WorkKind, requester: Requester): Promise<void> {
    // It closed while its account was looked up, and will not say so again: the slot would be held for good.
    if (requester.connection.closed) throw new OverloadedError({ isReading: true });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.run(kind, requester, async () => {
      resolve();
      await once(requester.connection, 'close');
    }).catch(reject);
    await promise;
  }

  /** Refuses the newest of the waiting requests with the lowest priority. Throws OverloadedError if none is below `priority`. */
  #makeRoom(kind: WorkKind, waiting: Map<AbortController, number>, priority: number): void {
    const lowest = Math.min(...waiting.values());
    const last = [...waiting].findLast(([, each]) => each === lowest);
    const refusal = this.#refusal(kind);
    if (!last || lowest >= priority) throw refusal;
    waiting.delete(last[0]);
    last[0].abort(refusal);
  }

  #shareOf(kind: WorkKind, name: string): PQueue {
    const key = `${kind} ${name}`;
    const known = this.#shares.get(key);
    if (known) return known;
    const share = new PQueue({ concurrency: Math.max(1, Math.floor(this.#limits[kind].slots / 2)) });
    share.addEventListener('idle', () => this.#shares.delete(key));
    this.#shares.set(key, share);
    return share;
  }

  #refusal(kind: WorkKind): OverloadedError {
    this.#refused += 1;
    if (!this.#isReporting) this.#report();
    return new OverloadedError({ isReading: reading.has(kind) });
  }

  #report(): void {
    this.#isReporting = this.#refused > 0;
    if (!this.#isReporting) return;
    this.#options.onRefused(this.#refused);
    this.#refused = 0;
    setTimeout(() => this.#report(), REPORT_EVERY_MS).unref();
  }
}
