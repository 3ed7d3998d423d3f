/**
 * Mails the certificates that lapse within 90 days to admins and managers, once a week: from Monday 08:00 on, whenever a
 * server runs and there is something. Each person is noted before their mail goes out, so that of several servers one
 * sends it; a mail that fails is tried again at the next look.
 */
import { mondayOf, timestampAt } from '../calendar.ts';
import type { Trx } from '../db/tables.ts';
import { readSnapshot } from '../db/snapshot.ts';
import type { Config } from '../config.ts';
import type { Store } from '../db/connect.ts';
import type { Mailer } from '../mail/mailer.ts';
import { lapsingMail } from './lapsingMail.ts';
import { findLapsing } from './queries.ts';

const FIRST_LOOK_MS = 60_000;
const LOOK_EVERY_MS = 60 * 60 * 1000;
const SENT_FROM_MINUTE = 8 * 60;

interface Options {
  store: Store;
  config: Pick<Config, 'timeZone'>;
  mailer: Mailer;
  now: () => Date;
  today: () => string;
  onFailure: (error: unknown) => void;
}

interface Person {
  id: number;
  full_name: string;
  email: string;
}

async function findPeople(trx: Trx): Promise<Person[]> {
  return await trx
    .selectFrom('app_user')
    .select(['id', 'full_name', 'email'])
    .where('role', 'in', ['admin', 'manager'])
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

export class Reminders {
  readonly #options: Options;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Looks a minute from now, and then every hour. */
  begin(): void {
    const look = () => {
      this.#looking = this.look().catch(this.#options.onFailure);
      this.#timer = setTimeout(look, LOOK_EVERY_MS).unref();
    };
    this.#timer = setTimeout(look, FIRST_LOOK_MS).unref();
  }

  /** Ends after the mail that is going out. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#looking;
  }

  /** Sends what this week's mails have not told yet. Throws the database's or the mail server's error. */
  async look(): Promise<void> {
    const { store, config, now, today } = this.#options;
    const week = mondayOf(today());
    if (now().toISOString() < timestampAt(week, SENT_FROM_MINUTE, config.timeZone)) return;
    const { lapsing, people } = await readSnapshot(store.searches, async (snapshot) => ({
      lapsing: await findLapsing(snapshot, today()),
      people: await findPeople(snapshot),
    }));
    if (lapsing.length === 0) return;
    const failures: unknown[] = [];
    for (const person of people) {
      if (!(await this.#note(week, person))) continue;
      try {
        await this.#options.mailer.send(lapsingMail(person.email, person.full_name, lapsing, today()));
      } catch (error) {
        await this.#forget(week, person);
        failures.push(error);
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, 'the reminder of certificates could not be sent to all');
  }

  /** Whether the person had not been reminded this week. */
  async #note(week: string, { id }: Person): Promise<boolean> {
    const { store, now } = this.#options;
    const noted = await store.db
      .insertInto('reminder')
      .values({ week, user_id: id, sent_at: now().toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .execute();
    return noted.length > 0;
  }

  async #forget(week: string, { id }: Person): Promise<void> {
    await this.#options.store.db.deleteFrom('reminder').where('week', '=', week).where('user_id', '=', id).execute();
  }
}
