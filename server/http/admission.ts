/**
 * Keeps the server answering when more is asked of it than it can do: what would wait for too long is refused at once, with
 * 503 and Retry-After, so that what was taken in is done soon and memory stays bounded (docs/decisions/036).
 */
import { errorTexts } from '#contract/errors.ts';
import { TooMuch } from './errors.ts';

/** So many requests may be worked on at once. Each further one would wait for all of them. */
const MOST_AT_WORK = 500;
/**
 * A turn of the event loop is late when it has begun so many requests and taken so long over it. Fewer are never too many:
 * then the machine is busy with something else, or one of them was large.
 */
const TURN = { requests: 80, ms: 50 } as const;
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

export class Admission {
  readonly #onRefused: (count: number) => void;
  readonly #now: () => number;
  readonly #afterTurn: (callback: () => void) => void;
  #atWork = 0;
  #turn: { began: number; taken: number } | undefined;
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
    const isLate = this.#turn.taken >= TURN.requests && now - this.#turn.began > TURN.ms;
    const isStanding = this.#lateSince !== undefined && now - this.#lateSince > PATIENCE_MS;
    if (this.#atWork < MOST_AT_WORK && !(isLate && isStanding)) {
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

  /** Counts a request as being worked on for as long as `work` takes. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#atWork += 1;
    try {
      return await work();
    } finally {
      this.#atWork -= 1;
    }
  }

  /** Within `during`: the request waits for its turn, and holds up nobody meanwhile. */
  async resting(turn: Promise<void>): Promise<void> {
    this.#atWork -= 1;
    try {
      await turn;
    } finally {
      this.#atWork += 1;
    }
  }

  #beginTurn(began: number): { began: number; taken: number } {
    if (began - this.#turnEnded > IDLE_MS) this.#lateSince = undefined;
    const turn = { began, taken: 0 };
    this.#afterTurn(() => {
      this.#turnEnded = this.#now();
      this.#turn = undefined;
      if (turn.taken >= TURN.requests && this.#turnEnded - began > TURN.ms) this.#lateSince ??= began;
      else this.#lateSince = undefined;
    });
    return turn;
  }
}
