/** An attack: a promise, and code that tries to break it. */
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Engine } from '#server/core/db/connect.ts';
import { SeededRandom } from '#seed/seededRandom.ts';
import { makeMigratedDatabase, makeTestDatabase, type TestDatabase } from '#test/testDatabases.ts';
import { copyBuild, type Edit } from './builds.ts';
import { launchServer, type Server, type ServerOptions } from './server.ts';

export interface Attack {
  /** Its name in `npm run torture -- NAME`. */
  name: string;
  /** The sentence of docs/reliability.md that it attacks. */
  promise: string;
  /** The only engine that it is for; both where none is named. */
  only?: Engine;
  /** The unit of its rounds, in the plural, such as 'kills'. */
  unit: string;
  /** Rounds of the long form, of the short form in `npm test`, and, where some multiple of these is too few, of broken builds. */
  rounds: { long: number; short: number; broken?: number };
  /** After so many minutes the long form begins no further round; 60 where it isn't named. */
  minutes?: number;
  /** Deliberately broken builds by name: `--broken` attacks each, and must find faults. */
  broken: Readonly<Record<string, readonly Edit[]>>;
  /** Tries to break the promise, and counts its faults in the context. */
  run(context: Context): Promise<void>;
}

/** The engines that an attack is for. */
export function enginesOf({ only }: Attack): Engine[] {
  return only === undefined ? ['sqlite', 'postgres'] : [only];
}

/** Work and faults of an attack. */
export class Findings {
  /** Rounds done: fewer than requested when time ran out. */
  rounds = 0;
  /** Figures, as in docs/reliability.md. */
  readonly figures: Record<string, number | string> = {};
  /** Violations of the promise; none if it held. */
  readonly faults: string[] = [];

  /** Adds to a figure and returns it. */
  count(figure: string, more = 1): number {
    const sum = Number(this.figures[figure] ?? 0) + more;
    this.figures[figure] = sum;
    return sum;
  }

  /** Adds faults, and their number to a figure. */
  add(figure: string, faults: readonly string[]): void {
    this.count(figure, faults.length);
    this.faults.push(...faults);
  }

  /** Keeps the largest value of a figure. */
  most(figure: string, value: number): void {
    this.figures[figure] = Math.max(this.count(figure, 0), Math.round(value));
  }
}

export interface Run {
  engine: Engine;
  /** The administrator's database of a PostgreSQL, where that is the engine. */
  postgresUrl: string | undefined;
  rounds: number;
  seed: number;
  minutes: number;
  /** The context of servers that attacks have in common; by default the attack has its own. */
  host?: Context;
  progress?: (done: number) => void;
}

/** The context of an attack. Everything made through it is cleaned up. */
export class Context {
  readonly engine: Engine;
  readonly rounds: number;
  /** The context that outlives the attack if it shares servers with others. */
  readonly host: Context;
  /** The same seed gives the same run. */
  readonly random: SeededRandom;
  readonly found = new Findings();
  readonly #run: Run;
  readonly #deadline: number;
  readonly #undo: (() => Promise<void>)[] = [];
  #hasFailed = false;

  constructor(run: Run) {
    this.engine = run.engine;
    this.rounds = run.rounds;
    this.host = run.host ?? this;
    this.random = new SeededRandom(run.seed);
    this.#run = run;
    // Not Date: attacks may fake the clock.
    this.#deadline = performance.now() + run.minutes * 60_000;
  }

  /** Whether another round is wanted and may begin within the time limit. */
  goesOn(): boolean {
    return this.found.rounds < this.rounds && performance.now() < this.#deadline && !this.#hasFailed;
  }

  /** Counts a round, and prints progress now and then. */
  countRound(more = 1): void {
    this.found.rounds += more;
    this.#run.progress?.(this.found.rounds);
  }

  /** An empty database, for a first start or for a copy. */
  async makeDatabase(): Promise<TestDatabase> {
    return this.#removeLater(await makeTestDatabase(this.#run.postgresUrl));
  }

  /** One with all tables and no records. */
  async makeMigratedDatabase(): Promise<TestDatabase> {
    return this.#removeLater(await makeMigratedDatabase(this.#run.postgresUrl));
  }

  #removeLater(database: TestDatabase): TestDatabase {
    this.#undo.push(() => database.remove());
    return database;
  }

  /** A server in a process of its own, on a free port of loopback, ready to answer. */
  async startServer(database: TestDatabase, options?: ServerOptions): Promise<Server> {
    const server = await launchServer(database, options);
    this.#undo.push(() => server.signal('SIGKILL'));
    await server.ready();
    return server;
  }

  /** A copy of the checkout with edits, for the `build` of `startServer`. */
  async makeBuild(edits: readonly Edit[]): Promise<string> {
    const folder = await copyBuild(edits);
    this.#undo.push(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }

  /** Works at once on all processors, or on fewer, each time with random numbers of its own. */
  async inParallel(most: number, work: (random: SeededRandom) => Promise<void>): Promise<void> {
    const length = Math.min(most, availableParallelism());
    await this.untilAllEnd(Array.from({ length }, () => work(this.random.fork())));
  }

  /** Waits for work under way. Where some fails no further round begins, and its error is thrown when the last has ended. */
  async untilAllEnd(works: readonly Promise<unknown>[]): Promise<void> {
    const ends = await Promise.allSettled(works.map((work) => work.catch((error: unknown) => this.#fail(error))));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  #fail(error: unknown): never {
    this.#hasFailed = true;
    throw error;
  }

  async cleanUp(): Promise<void> {
    for (const step of this.#undo.toReversed()) await step();
  }
}

/** Runs an attack on one engine. Throws where it can't run. */
export async function runAttack(attack: Attack, run: Run): Promise<Findings> {
  const context = new Context(run);
  try {
    await attack.run(context);
    return context.found;
  } finally {
    await context.cleanUp();
  }
}
