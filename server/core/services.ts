import type { Config } from './config.ts';
import type { Store } from './db/connect.ts';
import type { ApiTexts } from './http/openApi.ts';
import type { OpenJournal } from './records/journal.ts';
import type { ExaminedFiles } from './records/examinedFiles.ts';
import type { Mailer } from './mail/mailer.ts';
import type { WeeklyMails } from './mail/weeklyMails.ts';
import type { SignInLimits } from './auth/limits.ts';

/** Dependencies of every part of the server; there are no globals. */
export interface Services {
  store: Store;
  config: Config;
  /** The clock; tests set it. */
  now: () => Date;
  /** Today's date in TIME_ZONE, yyyy-mm-dd. */
  today: () => string;
  apiTexts: ApiTexts;
  /** Opens the journal of a write. */
  openJournal: OpenJournal;
  limits: SignInLimits;
  mailer: Mailer;
  examinedFiles: ExaminedFiles;
  weeklyMails: WeeklyMails;
  /**
   * The one-time code for the first administrator; not required from this machine
   * (docs/domain.md, First administrator).
   */
  setupCode: string;
}
