/**
 * Keeps the server answering when more is asked of it than it can do: what would wait for too long is refused at once, with
 * 503 and Retry-After, so that what was taken in is done soon and memory stays bounded (docs/decisions/036).
 */
import { TooMuch } from './errors.ts';

/** Fewer are never too many: if they are slow to be served, the machine is busy with something else, or one is large. */
const CROWD = 80;
/** So many of a line may be worked on at once, if none of them has waited for long yet … */
const MOST_AT_WORK = 500;
/**
 * … and only a crowd where the first of them has waited for so long: as long as what passes by itself, such as a migration's
 * lock, and not as long as the pool of PostgreSQL lets anybody wait for a connection.
 */
const WAITED_MS = 3000;
/** A turn of the event loop is late when it has begun a crowd of requests and taken so long over it. */
const LATE_MS = 50;
/**
 * Every turn was late for so long: more comes than can be done, and the line doesn't get shorter. It is over when for as long
 * nobody had to be refused for it.
 */
const PATIENCE_MS = 500;
/** Until then a turn takes what fits into so long, and so many in any case that it isn't late for. Node takes in one new connection a turn. */
const BRIEF_TURN = { ms: 15, requests: 8 } as const;
/** A loop that had nothing to do for so long had no line before it. */
const IDLE_MS = 50;
const TELL_EVERY_MS = 10_000;

/**
 * Those that wait for the same: on SQLite, who reads waits for nobody who writes, whoever searches waits for other searches,
 * and whoever has a password hashed for other passwords.
 */
export type Line = 'reading' | 'searching' | 'writing' | 'passwords';

export interface AdmissionOptions {
  /** Hears how many requests were refused since it heard last: at once of the first, then every ten seconds. */
  onRefused(count: number): void;
  /** Milliseconds of a clock that is never set. */
  now?: () => number;
  /** Calls back when the event loop has begun all that had arrived. */
  afterTurn?: (callback: () => void) => void;
  /** Calls back after ten seconds. */
  afterWhile?: (callback: () => void) => void;
}

/** Waits for a turn of another kind, and holds up nobody meanwhile. */
export type Rest = <T>(turn: Promise<T>) => Promise<T>;

/** What the event loop does from one look at its sockets to the next, and how many requests it has taken in. */
interface Turn {
  began: number;
  taken: number;
}

/** Since when each request is worked on, the oldest first. */
type Places = Set<{ since: number }>;

const restless: Rest = async (turn) => await turn;

export class Admission {
  readonly #onRefused: (count: number) => void;
  readonly #now: () => number;
  readonly #afterTurn: (callback: () => void) => void;
  readonly #afterWhile: (callback: () => void) => void;
  readonly #lines: Record<Line, Places> = {
    reading: new Set(),
    searching: new Set(),
    writing: new Set(),
    passwords: new Set(),
  };
  #turn: Turn | undefined;
  #turnEnded = 0;
  #lateSince: number | undefined;
  #behindAt = Number.NEGATIVE_INFINITY;
  #untold = 0;
  #isTelling = false;

  constructor({
    onRefused,
    now = () => performance.now(),
    afterTurn = setImmediate,
    afterWhile = (callback) => setTimeout(callback, TELL_EVERY_MS).unref(),
  }: AdmissionOptions) {
    this.#onRefused = onRefused;
    this.#now = now;
    this.#afterTurn = afterTurn;
    this.#afterWhile = afterWhile;
  }

  /** For each request that arrives, before anything else. Throws TooMuch where it would wait for too long. */
  admit(line: Line): void {
    const now = this.#now();
    this.#turn ??= this.#beginTurn(now);
    if (!this.#hasRoom(this.#lines[line], now) || this.#isBehind(this.#turn, now)) throw this.refusal(line);
    this.#turn.taken += 1;
  }

  /**
   * Counts a request as being worked on for as long as `work` takes, except while it rests. Throws TooMuch where its line
   * has grown too long since it was admitted: many bodies may have come in together. Without a line it is never refused.
   */
  async during<T>(line: Line | undefined, work: (rest: Rest) => Promise<T>): Promise<T> {
    if (line === undefined) return await work(restless);
    const places = this.#lines[line];
    const place = { since: this.#now() };
    if (!this.#hasRoom(places, place.since)) throw this.refusal(line);
    const rest: Rest = async (turn) => {
      places.delete(place);
      const result = await turn;
      place.since = this.#now();
      places.add(place);
      return result;
    };
    places.add(place);
    try {
      return await work(rest);
    } finally {
      places.delete(place);
    }
  }

  /** What is answered in place of beginning a request; the log is told. */
  refusal(line: Line): TooMuch {
    this.#untold += 1;
    if (!this.#isTelling) this.#tell();
    return new TooMuch({ isReading: line === 'reading' || line === 'searching' });
  }

  #tell(): void {
    this.#isTelling = this.#untold > 0;
    if (!this.#isTelling) return;
    this.#onRefused(this.#untold);
    this.#untold = 0;
    this.#afterWhile(() => this.#tell());
  }

  #hasRoom(places: Places, now: number): boolean {
    if (places.size < CROWD) return true;
    const [first] = places;
    return places.size < MOST_AT_WORK && first !== undefined && now - first.since <= WAITED_MS;
  }

  #isBehind({ began, taken }: Turn, now: number): boolean {
    const isStanding = this.#lateSince !== undefined && now - this.#lateSince > PATIENCE_MS;
    const isPassing = now - this.#behindAt <= PATIENCE_MS;
    const lasts = now - began;
    const isFull = (taken >= BRIEF_TURN.requests && lasts > BRIEF_TURN.ms) || lasts > LATE_MS;
    const isBehind = (isStanding || isPassing) && isFull;
    if (isBehind) this.#behindAt = now;
    return isBehind;
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
