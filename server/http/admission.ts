/**
 * Keeps the server answering when more is asked of it than it can do: what would wait for too long is refused at once, with
 * 503 and Retry-After, so that what was taken in is done soon and memory stays bounded (docs/decisions/036).
 */
import { errorTexts } from '#contract/errors.ts';
import { TooMuch } from './errors.ts';

/** Fewer are never too many: if they are slow to be served, the machine is busy with something else, or one is large. */
const CROWD = 80;
/** So many may be worked on at once, of those that read and of those that write, if none of them has waited for long yet … */
const MOST_AT_WORK = 500;
/** … and only a crowd where the first of them has waited for so long. */
const WAITED_MS = 1000;
/** A turn of the event loop is late when it has begun a crowd of requests and taken so long over it. */
const LATE_MS = 50;
/** Every turn was late for so long: more comes than can be done, and the line doesn't get shorter. */
const PATIENCE_MS = 500;
/** A loop that had nothing to do for so long had no line before it. */
const IDLE_MS = 50;
const TELL_EVERY_MS = 10_000;

export interface AdmissionOptions {
  /** Hears how many requests were refused since it heard last; at most every ten seconds. */
  onRefused(count: number): void;
  /** Milliseconds of a clock that is never set. */
  now?: () => number;
  /** Calls back when the event loop has begun all that had arrived. */
  afterTurn?: (callback: () => void) => void;
}

/** Waits for a turn of another kind, and holds up nobody meanwhile. */
export type Rest = (turn: Promise<void>) => Promise<void>;

/** What the event loop does from one look at its sockets to the next, and how many requests it has taken in. */
interface Turn {
  began: number;
  taken: number;
}

/** Since when each request is worked on, the oldest first. */
type Line = Set<{ since: number }>;

export class Admission {
  readonly #onRefused: (count: number) => void;
  readonly #now: () => number;
  readonly #afterTurn: (callback: () => void) => void;
  readonly #reading: Line = new Set();
  readonly #writing: Line = new Set();
  #turn: Turn | undefined;
  #turnEnded = 0;
  #lateSince: number | undefined;
  #untold = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor({ onRefused, now = () => performance.now(), afterTurn = setImmediate }: AdmissionOptions) {
    this.#onRefused = onRefused;
    this.#now = now;
    this.#afterTurn = afterTurn;
  }

  /** For each request that arrives, before anything else. Throws TooMuch where it would wait for too long. */
  admit(isReading: boolean): void {
    const now = this.#now();
    this.#turn ??= this.#beginTurn(now);
    if (this.#hasRoom(this.#lineOf(isReading), now) && !this.#isBehind(this.#turn, now)) {
      this.#turn.taken += 1;
      return;
    }
    this.#untold += 1;
    if (now - this.#toldAt >= TELL_EVERY_MS) {
      this.#onRefused(this.#untold);
      this.#untold = 0;
      this.#toldAt = now;
    }
    throw new TooMuch(isReading ? errorTexts.tooMuchReading : errorTexts.tooMuch);
  }

  /** Counts a request as being worked on for as long as `work` takes, except while it rests. */
  async during<T>(isReading: boolean, work: (rest: Rest) => Promise<T>): Promise<T> {
    const line = this.#lineOf(isReading);
    const place = { since: this.#now() };
    const rest: Rest = async (turn) => {
      line.delete(place);
      await turn;
      place.since = this.#now();
      line.add(place);
    };
    line.add(place);
    try {
      return await work(rest);
    } finally {
      line.delete(place);
    }
  }

  /** Those that read don't wait for those that write, where the engine lets them. */
  #lineOf(isReading: boolean): Line {
    return isReading ? this.#reading : this.#writing;
  }

  #hasRoom(line: Line, now: number): boolean {
    if (line.size < CROWD) return true;
    const [first] = line;
    return line.size < MOST_AT_WORK && first !== undefined && now - first.since <= WAITED_MS;
  }

  #isBehind({ began, taken }: Turn, now: number): boolean {
    const isStanding = this.#lateSince !== undefined && now - this.#lateSince > PATIENCE_MS;
    return isStanding && taken >= CROWD && now - began > LATE_MS;
  }

  #beginTurn(began: number): Turn {
    if (began - this.#turnEnded > IDLE_MS) this.#lateSince = undefined;
    const turn = { began, taken: 0 };
    this.#afterTurn(() => {
      this.#turnEnded = this.#now();
      this.#turn = undefined;
      if (turn.taken >= CROWD && this.#turnEnded - began > LATE_MS) this.#lateSince ??= began;
      else this.#lateSince = undefined;
    });
    return turn;
  }
}
