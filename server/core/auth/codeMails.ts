/**
 * Mails of codes for forgotten passwords, sent after the answer (docs/decisions/101). A code is stored, and replaces the
 * previous one of its device, once the mail server has accepted its mail: until then the previous one works. A mail that
 * fails is repeated for some minutes; after that its request doesn't count to the codes of the day.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { OTP_LENGTH } from '#contract/core/accounts/auth.ts';
import { codeMail } from '../mail/codeMail.ts';
import { isRefusal, type Mail } from '../mail/mailer.ts';
import type { Services } from '../services.ts';
import { findActiveUser } from './accounts.ts';
import type { Attempt } from './limits.ts';
import { hashCode, hashDecoy } from './passwords.ts';
import { CODE_MINUTES, storeCode } from './resetCodes.ts';

/** Pauses before repeats: nine minutes together. Greylisting usually ends after one to five. */
const PAUSES_MS = [0, 15_000, 45_000, 90_000, 150_000, 240_000];
/** Mails under way or waiting to be repeated; the limits of an account allow 20 of them. */
const MAX_PENDING = 200;

/** Waits; false if a signal ends the wait, or has been aborted before. */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  if (ms === 0 || signal.aborted) return !signal.aborted;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const end = () => resolve();
  signal.addEventListener('abort', end, { once: true });
  await promise;
  signal.removeEventListener('abort', end);
  clearTimeout(timer);
  return !signal.aborted;
}

export class CodeMails {
  readonly #services: Services;
  /** By user and device, oldest first. */
  readonly #pending = new Map<AbortController, string>();

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * Creates and mails the code that a device requested. For an unknown address it does the same amount of work, so the
   * latency of later requests reveals nothing. Repeats for `earlierDevices`, which the request names, end once it is
   * accepted. Throws the error of the last try if the mail was not accepted.
   */
  async mail(request: Attempt, deviceHash: string, earlierDevices: readonly string[]): Promise<void> {
    const { store, limits } = this.#services;
    const account = await findActiveUser(store.db, request.account);
    if (!account) return await hashDecoy();
    const { userId, email, fullName } = account.user;
    const device = `${userId} ${deviceHash}`;
    const replaced = new AbortController();
    try {
      if (this.#pending.size >= MAX_PENDING) throw new Error('too many codes wait for the mail server');
      this.#pending.set(replaced, device);
      const code = String(randomInt(10 ** OTP_LENGTH)).padStart(OTP_LENGTH, '0');
      const codeHash = await hashCode(code);
      const mail = { id: randomUUID(), ...codeMail(email, fullName, code, CODE_MINUTES) };
      await this.#send(mail, replaced.signal, async () => {
        // The newer code of the device was accepted while this one was on its way.
        if (replaced.signal.aborted) return;
        await storeCode(this.#services, account, deviceHash, codeHash);
        this.#endEarlier(new Set([device, ...earlierDevices.map((hash) => `${userId} ${hash}`)]), replaced);
      });
    } catch (error) {
      await limits.giveBack(request);
      if (!replaced.signal.aborted) throw error;
    } finally {
      this.#pending.delete(replaced);
    }
  }

  /** Sends until the mail is accepted or refused, the pauses are over, or a signal ends it. Throws the last error. */
  async #send(mail: Mail, replaced: AbortSignal, onAccepted: () => Promise<void>): Promise<void> {
    const { mailer } = this.#services;
    const ended = AbortSignal.any([mailer.stopping, replaced]);
    let failure: unknown = new Error('the server stopped before the code was mailed');
    for (const ms of PAUSES_MS) {
      if (!(await pause(ms, ended))) break;
      try {
        await mailer.send(mail, onAccepted);
        return;
      } catch (error) {
        failure = error;
        if (isRefusal(error)) break;
      }
    }
    throw failure;
  }

  /** Earlier codes of the devices need not be mailed any more. */
  #endEarlier(devices: ReadonlySet<string>, accepted: AbortController): void {
    for (const [earlier, of] of this.#pending) {
      if (earlier === accepted) return;
      if (devices.has(of)) earlier.abort();
    }
  }
}
