/** Schedule and retention of backups, by the calendar of TIME_ZONE. */
import { BACKUP_HOUR, backupsKept, type BackupReason, type BackupRecord } from '#contract/backups.ts';
import { dayBefore, mondayOf, timeOfDay } from '../calendar.ts';

/** The backup day of a moment: it begins at BACKUP_HOUR. */
export function backupDay(at: Date, timeZone: string): string {
  const hour = Number(timeOfDay(at.toISOString(), timeZone).slice(0, 2));
  return dayBefore(at, hour < BACKUP_HOUR ? 1 : 0, timeZone);
}

/** Those that were not found damaged. */
function whole<Backup extends Pick<BackupRecord, 'fault'>>(backups: readonly Backup[]): Backup[] {
  return backups.filter(({ fault }) => fault === null);
}

/** Of backups, newest first, the last one that counts: not found damaged, nor dated after `now` by a wrong clock. */
export function lastGood(now: Date, backups: readonly BackupRecord[]): BackupRecord | undefined {
  return whole(backups).find(({ madeAt }) => Date.parse(madeAt) <= now.getTime());
}

/**
 * Whether the daily backup is due: there is none of this day, and the database is older. So a machine that was off at
 * night makes it at start, and a clock that was wrong for a while blocks nothing.
 */
export function isDue(
  now: Date,
  timeZone: string,
  databaseMadeAt: Date,
  backups: readonly Pick<BackupRecord, 'reason' | 'madeAt' | 'fault'>[],
): boolean {
  const today = backupDay(now, timeZone);
  const isOfToday = (at: Date) => backupDay(at, timeZone) === today;
  const isMade = whole(backups).some((each) => each.reason === 'daily' && isOfToday(new Date(each.madeAt)));
  return !isMade && !isOfToday(databaseMadeAt);
}

/** The newest backup of each group, for the newest `groups` groups. */
function newestOfEach(days: [string, number][], groupOf: (day: string) => string, groups: number): number[] {
  const newest = new Map<string, number>();
  for (const [day, id] of days) {
    const group = groupOf(day);
    if (!newest.has(group)) newest.set(group, id);
  }
  return [...newest.values()].slice(0, groups);
}

/**
 * The backups beyond the retention. Only days, weeks and months with a backup count, so an installation that was off
 * for a year loses none. A damaged backup counts for nothing and is removed after the next good one.
 */
export function outlived(backups: readonly BackupRecord[], timeZone: string): BackupRecord[] {
  const newestFirst = whole(backups).toSorted((a, b) => b.backupId - a.backupId);
  const of = (reason: BackupReason) => newestFirst.filter((each) => each.reason === reason);
  const days = of('daily').map((each): [string, number] => [backupDay(new Date(each.madeAt), timeZone), each.backupId]);
  const kept = new Set([
    ...newestOfEach(days, (day) => day, backupsKept.days),
    ...newestOfEach(days, mondayOf, backupsKept.weeks),
    ...newestOfEach(days, (day) => day.slice(0, 7), backupsKept.months),
    ...of('migration')
      .slice(0, backupsKept.migration)
      .map((each) => each.backupId),
    ...of('by-hand')
      .slice(0, backupsKept.byHand)
      .map((each) => each.backupId),
  ]);
  return backups.filter((each) => !kept.has(each.backupId));
}
