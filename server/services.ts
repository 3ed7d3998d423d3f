import type { Backups } from './backups/backups.ts';
import type { Config } from './config.ts';
import type { Store } from './db/connect.ts';
import type { Mailer } from './mail/mailer.ts';
import type { SignInLimits } from './auth/limits.ts';

/** What every part of the server is given; nothing is global. */
export interface Services {
  store: Store;
  config: Config;
  /** The clock; tests set it. */
  now: () => Date;
  /** The calendar date of TIME_ZONE by that clock, yyyy-mm-dd. */
  today: () => string;
  limits: SignInLimits;
  mailer: Mailer;
  /** Of the built-in database alone. */
  backups: Backups | undefined;
  /** The one-time code for the first administrator; not asked for at this machine itself (design §4). */
  setupCode: string;
}
