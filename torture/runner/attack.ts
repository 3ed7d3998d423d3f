/** What an attack is: a promise, and code that tries to break it. */
import type { Engine } from '#server/db/connect.ts';
import type { SeededRandom } from '#server/seed/seededRandom.ts';
import type { TestDatabase } from '#test/testDatabases.ts';
import type { Edit } from './builds.ts';
import type { Server, ServerOptions } from './server.ts';

export interface Attack {
  /** What `npm run torture -- NAME` calls it. */
  name: string;
  /** The sentence of docs/reliability.md that it attacks. */
  promise: string;
  engines: readonly Engine[];
  /** What it repeats, in the plural, such as 'kills'. */
  unit: string;
  /** How often the long form does it, and the short form of `npm test`. */
  rounds: { long: number; short: number };
  /** After so many minutes the long form begins no further round; 60 where it isn't named. */
  minutes?: number;
  /** Builds in which the promise is broken, by what is broken: `--broken` attacks each of them, and must find faults. */
  broken: Readonly<Record<string, readonly Edit[]>>;
  run(context: Context): Promise<Outcome>;
}

/** What an attack is given. All that it makes through this is removed after it, however it ends. */
export interface Context {
  engine: Engine;
  rounds: number;
  /** The same seed gives the same run. */
  random: SeededRandom;
  /** Whether another round may begin: false once the given minutes are over. */
  hasTime(): boolean;
  /** Prints how far it is, now and then. */
  progress(done: number): void;
  makeDatabase(): Promise<TestDatabase>;
  /** A server in a process of its own, on a free port of loopback, ready to answer. */
  startServer(database: TestDatabase, options?: ServerOptions): Promise<Server>;
  /** A copy of the checkout with edits, for `startServer`'s `build`. */
  makeBuild(edits: readonly Edit[]): Promise<string>;
}

export interface Outcome {
  /** How many rounds were done: fewer than asked where the time was over. */
  rounds: number;
  /** What was counted, in the words of docs/reliability.md. */
  figures: Record<string, number | string>;
  /** Each way in which the promise did not hold; none means that it held. */
  faults: string[];
}

/** An outcome while it is counted. */
export class Findings<Figure extends string> implements Outcome {
  rounds = 0;
  readonly faults: string[] = [];
  readonly figures: Record<Figure, number>;

  constructor(figures: Record<Figure, number>) {
    this.figures = figures;
  }

  /** Adds faults, and their number to a figure. */
  add(figure: Figure, faults: readonly string[]): void {
    this.figures[figure] += faults.length;
    this.faults.push(...faults);
  }

  /** Keeps the largest value of a figure. */
  most(figure: Figure, value: number): void {
    this.figures[figure] = Math.max(this.figures[figure], Math.round(value));
  }
}
