/**
 * Mails that go out once a week, from Monday 08:00 on, whenever a server runs and there is something to say. A server
 * claims the mail of a person before it sends it, by a lease that is longer than sending can take: of several servers one
 * sends it, and the mail of a server that was killed is sent when its lease has ended. A mail that fails is sent again at
 * the next look. Its Message-ID is stored with the claim, so a mailbox recognises the repeat of a mail that had arrived
 * (docs/decisions/101).
 */
import { randomUUID } from 'node:crypto';
import { mondayOf, timestampAt } from '../calendar.ts';
import type { Config } from '../config.ts';
import type { Store } from '../db/connect.ts';
import { SEND_LIMIT_MS, type MailContent, type Mailer } from './mailer.ts';

const FIRST_LOOK_MS = 60_000;
const POLL_INTERVAL_MS = 60 * 60 * 1000;
const SENT_FROM_MINUTE = 8 * 60;
const LEASE_MS = SEND_LIMIT_MS + 10 * 60_000;

/** One kind of weekly mail. */
export interface WeeklyMail {
  /** The table that records mails by user and week. */
  noted: 'reminder' | 'weekly_mail';
  /** Log message if it was not sent to all recipients. */
  failed: string;
  /** The mails of a day, by the ids of their people. */
  findMails: (today: string) => Promise<{ userId: number; mail: MailContent }[]>;
}

/** The mail of a week to a person, which this server sends until its lease ends. */
interface Claim {
  noted: WeeklyMail['noted'];
  week: string;
  userId: number;
  leaseEndsAt: string;
  /** The UUID of the Message-ID, the same in each try. */
  id: string;
}

interface Options {
  store: Store;
  config: Pick<Config, 'timeZone'>;
  mailer: Mailer;
  now: () => Date;
  today: () => string;
  onFailure: (error: unknown) => void;
}

export class WeeklyMails {
  readonly #options: Options;
  readonly #kinds: readonly WeeklyMail[];
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(options: Options, kinds: readonly WeeklyMail[]) {
    this.#options = options;
    this.#kinds = kinds;
  }

  /** Looks a minute from now, and then every hour. */
  begin(): void {
    const poll = () => {
      this.#looking = this.sendDue().catch(this.#options.onFailure);
      this.#timer = setTimeout(poll, POLL_INTERVAL_MS).unref();
    };
    this.#timer = setTimeout(poll, FIRST_LOOK_MS).unref();
  }

  /** Ends after the mail that is going out. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  /** Sends this week's mails that are still due. Throws the database's or the mail server's errors. */
  async sendDue(): Promise<void> {
    const { config, now, today } = this.#options;
    const week = mondayOf(today());
    if (now().toISOString() < timestampAt(week, SENT_FROM_MINUTE, config.timeZone)) return;
    const failures: unknown[] = [];
    for (const kind of this.#kinds) failures.push(...(await this.#send(kind, week)));
    if (failures.length > 0) throw new AggregateError(failures, 'weekly mails not sent to all recipients');
  }

  /** The failures of one kind. */
  async #send(kind: WeeklyMail, week: string): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (const { userId, mail } of await kind.findMails(this.#options.today())) {
      // The others are still due, and sent after the next start.
      if (this.#isStopping) break;
      const claim = await this.#claim(kind, week, userId);
      if (!claim) continue;
      try {
        await this.#options.mailer.send({ id: claim.id, ...mail });
      } catch (error) {
        await this.#release(claim);
        failures.push(new Error(kind.failed, { cause: error }));
        continue;
      }
      await this.#complete(claim);
    }
    return failures;
  }

  /** Claims the mail of a week to a person; undefined if it was sent, or another server may be sending it. */
  async #claim({ noted }: WeeklyMail, week: string, userId: number): Promise<Claim | undefined> {
    const { store, now } = this.#options;
    const at = now();
    const leaseEndsAt = new Date(at.getTime() + LEASE_MS).toISOString();
    const row = await store.db
      .insertInto(noted)
      .values({
        week,
        user_id: userId,
        sent_at: at.toISOString(),
        lease_ends_at: leaseEndsAt,
        message_id: randomUUID(),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['week', 'user_id'])
          .doUpdateSet({ lease_ends_at: leaseEndsAt })
          .where(`${noted}.lease_ends_at`, '<=', at.toISOString()),
      )
      .returning('message_id')
      .executeTakeFirst();
    return row && { noted, week, userId, leaseEndsAt, id: row.message_id ?? randomUUID() };
  }

  /** Marks the mail as sent. */
  async #complete(claim: Claim): Promise<void> {
    await this.#update(claim, { sent_at: this.#options.now().toISOString(), lease_ends_at: null });
  }

  /** Ends the lease, so that the next look sends the mail. */
  async #release(claim: Claim): Promise<void> {
    await this.#update(claim, { lease_ends_at: this.#options.now().toISOString() });
  }

  /** Changes the row of a claim as long as it is ours. */
  async #update(
    { noted, week, userId, leaseEndsAt }: Claim,
    change: { sent_at?: string; lease_ends_at: string | null },
  ): Promise<void> {
    await this.#options.store.db
      .updateTable(noted)
      .set(change)
      .where('week', '=', week)
      .where('user_id', '=', userId)
      .where('lease_ends_at', '=', leaseEndsAt)
      .execute();
  }
}
