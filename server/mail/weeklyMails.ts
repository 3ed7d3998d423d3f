/**
 * Mails that go out once a week, from Monday 08:00 on, whenever a server runs and there is something to say. Each person
 * is noted before their mail goes out, so that of several servers one sends it; a mail that fails is tried again at the
 * next look.
 */
import { mondayOf, timestampAt } from '../calendar.ts';
import type { Config } from '../config.ts';
import type { Store } from '../db/connect.ts';
import type { Mail, Mailer } from './mailer.ts';

const FIRST_LOOK_MS = 60_000;
const LOOK_EVERY_MS = 60 * 60 * 1000;
const SENT_FROM_MINUTE = 8 * 60;

/** One kind of weekly mail. */
export interface WeeklyMail {
  /** The table that notes who was mailed in which week. */
  noted: 'reminder' | 'weekly_mail';
  /** Said in the log where it could not be sent to all. */
  failed: string;
  /** The mails of a day, by the ids of their people. */
  findMails: (today: string) => Promise<{ userId: number; mail: Mail }[]>;
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
    const look = () => {
      this.#looking = this.sendDue().catch(this.#options.onFailure);
      this.#timer = setTimeout(look, LOOK_EVERY_MS).unref();
    };
    this.#timer = setTimeout(look, FIRST_LOOK_MS).unref();
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
    if (failures.length > 0) throw new AggregateError(failures, 'weekly mails could not be sent to all');
  }

  /** The failures of one kind. */
  async #send(kind: WeeklyMail, week: string): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (const { userId, mail } of await kind.findMails(this.#options.today())) {
      // The others are still due, and sent after the next start.
      if (this.#isStopping) break;
      if (!(await this.#claimWeek(kind, week, userId))) continue;
      try {
        await this.#options.mailer.send(mail);
      } catch (error) {
        await this.#releaseWeek(kind, week, userId);
        failures.push(new Error(kind.failed, { cause: error }));
      }
    }
    return failures;
  }

  /** Claims the mail of a week for a person; false if it was claimed before. */
  async #claimWeek({ noted }: WeeklyMail, week: string, userId: number): Promise<boolean> {
    const { store, now } = this.#options;
    const rows = await store.db
      .insertInto(noted)
      .values({ week, user_id: userId, sent_at: now().toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .execute();
    return rows.length > 0;
  }

  async #releaseWeek({ noted }: WeeklyMail, week: string, userId: number): Promise<void> {
    await this.#options.store.db.deleteFrom(noted).where('week', '=', week).where('user_id', '=', userId).execute();
  }
}
