/** Backups of the built-in database: schedule, verification, retention. */
import { sql } from 'kysely';
import type { BackupReason, BackupRecord, BackupState } from '#contract/office/backups.ts';
import type { Config } from '../../core/config.ts';
import { databaseFile, type Store } from '../../core/db/connect.ts';
import { removeUnfinished } from '../../core/unfinished.ts';
import { storeVerdict, listBackups, removeBackup } from './folder.ts';
import { isDue, lastGood, outlived } from './keeping.ts';
import { runInChildProcess } from './inChildProcess.ts';
import type { BackupTask } from './task.ts';

const POLL_INTERVAL_MS = 60_000;
const BURST_MS = 1000;
const RETRY_DELAY_MS = 60 * 60 * 1000;

interface BackupsOptions {
  store: Store;
  config: Pick<Config, 'dataDir' | 'backupDir' | 'backupKey' | 'timeZone'>;
  now: () => Date;
  /** Called with what failed, as the log says it. */
  onFailure: (error: unknown, message: string) => void;
}

/** Creates and verifies backups of the built-in database, one at a time, daily and on request, and deletes old ones. */
export class Backups {
  readonly #options: BackupsOptions;
  /** Tasks run one after the other. */
  #last: Promise<void> = Promise.resolve();
  #works = 0;
  /** The id of the last manual backup. */
  #lastId = 0;
  #failure: { at: string; message: string } | undefined;
  /** Log message if the current task fails. */
  #failureMessage = '';
  #endWork: (() => Promise<void>) | undefined;
  #isStopping = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: BackupsOptions) {
    this.#options = options;
  }

  /** Removes leftovers of a crash, then checks every minute whether the daily backup is due. */
  begin(): void {
    const poll = () => void this.runDue();
    void this.#inTurn(async () => await removeUnfinished(this.#options.config.backupDir));
    poll();
    this.#timer = setInterval(poll, POLL_INTERVAL_MS).unref();
  }

  /** Aborts the current task without leftovers and starts no further one. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    await this.#endWork?.();
    await this.#last;
  }

  /** The backups, the newest first, and the result of the last task. */
  async state(): Promise<BackupState> {
    const { backupDir } = this.#options.config;
    const state = { engine: 'sqlite', folder: backupDir, making: this.#works > 0 } as const;
    try {
      return { ...state, failure: this.#failure ?? null, backups: await listBackups(backupDir) };
    } catch (error) {
      // A missing folder is a reported failure, not an internal error.
      const message = error instanceof Error ? error.message : String(error);
      return { ...state, failure: { at: this.#options.now().toISOString(), message }, backups: [] };
    }
  }

  /** The last backup that can be relied on; undefined without any. */
  async lastGood(): Promise<BackupRecord | undefined> {
    return lastGood(this.#options.now(), (await this.state()).backups);
  }

  /**
   * Makes the daily backup if it is due, and verifies all unverified backups. Never throws: failures appear in `state`.
   */
  async runDue(): Promise<void> {
    const { backupDir, timeZone } = this.#options.config;
    await this.#inTurn(async () => {
      const now = this.#options.now();
      const failed = this.#failure && now.getTime() - Date.parse(this.#failure.at);
      // Negative if the clock was set back: then retry at once.
      if (failed !== undefined && failed >= 0 && failed < RETRY_DELAY_MS) return;
      const backups = await listBackups(backupDir);
      if (isDue(now, timeZone, await this.#databaseMadeAt(), backups)) await this.#make('daily', now);
      const unverified = async () => (await listBackups(backupDir)).find((each) => each.verifiedAt === null);
      // Listed again each time: verifying one may remove others.
      for (let next = await unverified(); next; next = await unverified()) await this.#verify(next);
    });
  }

  /** The id of a new manual backup: its time in milliseconds, made unique. */
  newId(at: string): number {
    const requestedAt = Date.parse(at);
    // Several presses in one moment get the next milliseconds; a clock that was set back is followed.
    const isBurst = requestedAt <= this.#lastId && this.#lastId - requestedAt < BURST_MS;
    this.#lastId = isBurst ? this.#lastId + 1 : requestedAt;
    return this.#lastId;
  }

  /** Makes and verifies a manual backup. Never throws, like `runDue`. */
  async makeByHand(backupId: number): Promise<void> {
    await this.#inTurn(async () => {
      const isRequested = (each: BackupRecord) => each.backupId === backupId;
      const { backupDir } = this.#options.config;
      await this.#make('by-hand', new Date(backupId));
      const backup = (await listBackups(backupDir)).find(isRequested);
      if (backup) await this.#verify(backup);
    });
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    this.#works += 1;
    this.#last = this.#last.then(async () => {
      this.#failureMessage = 'backup not created';
      try {
        if (!this.#isStopping) await work();
      } catch (error) {
        if (!this.#isStopping) this.#failed(error);
      } finally {
        this.#works -= 1;
      }
    });
    await this.#last;
  }

  #failed(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.#failure = { at: this.#options.now().toISOString(), message };
    this.#options.onFailure(error, this.#failureMessage);
  }

  async #carryOut(task: BackupTask): Promise<{ fault: string | null }> {
    if (this.#isStopping) throw new Error('backup aborted by shutdown');
    try {
      return await runInChildProcess(task, (end) => (this.#endWork = end));
    } finally {
      this.#endWork = undefined;
      // A killed process leaves its unfinished files.
      if (this.#isStopping) await removeUnfinished(task.folder);
    }
  }

  async #make(reason: BackupReason, madeAt: Date): Promise<void> {
    const { config } = this.#options;
    const { backupDir: folder, backupKey } = config;
    await this.#carryOut({ kind: 'make', database: databaseFile(config), folder, backupKey, reason, madeAt });
  }

  async #verify({ fileName }: BackupRecord): Promise<void> {
    this.#failureMessage = 'backup not verified';
    const { backupDir, backupKey, timeZone } = this.#options.config;
    const { fault } = await this.#carryOut({ kind: 'verify', folder: backupDir, fileName, backupKey });
    await storeVerdict(backupDir, fileName, { verifiedAt: this.#options.now().toISOString(), fault });
    if (fault !== null) throw new Error(fault);
    this.#failure = undefined;
    // Older backups are removed only after a verified one.
    for (const each of outlived(await listBackups(backupDir), timeZone)) await removeBackup(backupDir, each.fileName);
  }

  /** When the first migration created the database. */
  async #databaseMadeAt(): Promise<Date> {
    const { rows } = await sql<{ at: string }>`select min(timestamp) as at from kysely_migration`.execute(
      this.#options.store.db,
    );
    return new Date(rows[0]?.at ?? 0);
  }
}
