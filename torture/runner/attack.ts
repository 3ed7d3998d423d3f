/** An attack: a promise, and code that tries to break it. */
import type { Engine } from '#server/db/connect.ts';
import type { SeededRandom } from '#server/seed/seededRandom.ts';
import type { TestDatabase } from '#test/testDatabases.ts';
import type { Edit } from './builds.ts';
import type { Server, ServerOptions } from './server.ts';

export interface Attack {
  /** Its name in `npm run torture -- NAME`. */
  name: string;
  /** The sentence of docs/reliability.md that it attacks. */
  promise: string;
  engines: readonly Engine[];
  /** The unit of its rounds, in the plural, such as 'kills'. */
  unit: string;
  /** Rounds of the long form, and of the short form in `npm test`. */
  rounds: { long: number; short: number };
  /** After so many minutes the long form begins no further round; 60 where it isn't named. */
  minutes?: number;
  /** Deliberately broken builds by name: `--broken` attacks each, and must find faults. */
  broken: Readonly<Record<string, readonly Edit[]>>;
  run(context: Context): Promise<Outcome>;
}

/** The context of an attack. Everything made through it is cleaned up. */
export interface Context {
  engine: Engine;
  rounds: number;
  /** The same seed gives the same run. */
  random: SeededRandom;
  /** Whether another round may begin within the time limit. */
  hasTime(): boolean;
  /** Prints progress now and then. */
  progress(done: number): void;
  makeDatabase(): Promise<TestDatabase>;
  /** A server in a process of its own, on a free port of loopback, ready to answer. */
  startServer(database: TestDatabase, options?: ServerOptions): Promise<Server>;
  /** A copy of the checkout with edits, for the `build` of `startServer`. */
  makeBuild(edits: readonly Edit[]): Promise<string>;
}

export interface Outcome {
  /** Rounds done: fewer than requested when time ran out. */
  rounds: number;
  /** Figures, as in docs/reliability.md. */
  figures: Record<string, number | string>;
  /** Violations of the promise; none if it held. */
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
