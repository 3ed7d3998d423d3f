/** A model of the limits on guessing, independent of the server's code. */

export const WINDOW_MS = 15 * 60_000;
export const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;
export const PER_ACCOUNT = 100;
export const CODES = { perNetwork: 5, perAccount: 20, perDevice: 10 };

/** Tries per window, which begins with its first try. */
class Windows {
  readonly #most: number;
  readonly #lengthMs: number;
  readonly #used = new Map<string, { tries: number; ends: number }>();

  constructor(most: number, lengthMs: number) {
    this.#most = most;
    this.#lengthMs = lengthMs;
  }

  take(key: string, now: number): boolean {
    const known = this.#used.get(key);
    const window = known && known.ends > now ? known : { tries: 0, ends: now + this.#lengthMs };
    window.tries += 1;
    this.#used.set(key, window);
    return window.tries <= this.#most;
  }

  giveBack(key: string): void {
    const window = this.#used.get(key);
    if (window) window.tries -= 1;
  }

  forget(key: string): void {
    this.#used.delete(key);
  }
}

export interface Attempt {
  what: 'password' | 'code' | 'asking';
  email: string;
  network: string;
  /** The device, where the account knows it. */
  knownDevice: string | undefined;
}

export class GuessingLimits {
  readonly #byDevice = new Windows(10, WINDOW_MS);
  readonly #byNetwork = new Windows(100, WINDOW_MS);
  readonly #byBoth = new Windows(10, WINDOW_MS);
  readonly #byAccount = new Windows(PER_ACCOUNT, HOUR_MS);
  readonly #codesByDevice = new Windows(CODES.perDevice, DAY_MS);
  readonly #codesByBoth = new Windows(CODES.perNetwork, DAY_MS);
  readonly #codesByAccount = new Windows(CODES.perAccount, DAY_MS);

  /** Counts a try; returns whether it is admitted. A try that one limit refuses doesn't count to the next. */
  take({ what, email, network, knownDevice }: Attempt, now: number): boolean {
    const all = `${what} ${email}`;
    const ofNetwork = `${what} ${network}`;
    const both = `${all} ${network}`;
    const device = `${all} ${knownDevice}`;
    const isCode = what === 'asking';
    if (knownDevice !== undefined) {
      return this.#byDevice.take(device, now) && (!isCode || this.#codesByDevice.take(device, now));
    }
    const isLetIn =
      this.#byNetwork.take(ofNetwork, now) && this.#byBoth.take(both, now) && this.#byAccount.take(all, now);
    return isLetIn && (!isCode || (this.#codesByBoth.take(both, now) && this.#codesByAccount.take(all, now)));
  }

  /** Gives a correct try back. A password set by a code makes its device a new one. */
  forgive({ what, email, network, knownDevice }: Attempt): void {
    const all = `${what} ${email}`;
    if (what === 'code' && knownDevice !== undefined) {
      for (const each of ['password', 'code', 'asking']) {
        this.#byDevice.forget(`${each} ${email} ${knownDevice}`);
        this.#codesByDevice.forget(`${each} ${email} ${knownDevice}`);
      }
    }
    if (knownDevice !== undefined) return this.#byDevice.forget(`${all} ${knownDevice}`);
    this.#byBoth.forget(`${all} ${network}`);
    this.#byNetwork.giveBack(`${what} ${network}`);
    this.#byAccount.giveBack(all);
  }
}
