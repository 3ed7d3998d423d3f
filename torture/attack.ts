/** What an attack is: a promise, and code that tries to break it. */
import type { Engine } from '#server/db/connect.ts';
import type { Dice } from '#server/seed/dice.ts';
import type { Place } from '#test/places.ts';
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
  /** How often the long form does it, and the short one of `npm test`. */
  rounds: { long: number; short: number };
  /** Within how many minutes the long form must end, where an hour isn't enough. */
  minutes?: number;
  /** The test file of the short form, where it isn't the file beside this one, such as kill.test.ts. */
  shortForm?: string;
  /** Builds in which the promise is broken on purpose; `--broken` attacks each of them, and must find faults. */
  broken: readonly Broken[];
  run(context: Context): Promise<Outcome>;
}

export interface Broken {
  what: string;
  edits: readonly Edit[];
}

/** What an attack is given. All that it makes through this is removed after it, however it ends. */
export interface Context {
  engine: Engine;
  rounds: number;
  /** Chance that the seed repeats. */
  dice: Dice;
  /** Whether another round may begin: false once the given minutes are over. */
  hasTime(): boolean;
  /** Tells the person at the terminal how far it is; most of these are left out. */
  progress(done: number): void;
  /** An empty database on the engine. */
  makePlace(): Promise<Place>;
  /** A server in a process of its own, on a free port of loopback, ready to answer. */
  startServer(place: Place, options?: ServerOptions): Promise<Server>;
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
