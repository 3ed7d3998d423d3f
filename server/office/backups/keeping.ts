/** Schedule and retention of backups, by the calendar of TIME_ZONE. */
import { BACKUP_HOUR, backupRetention, type BackupReason, type BackupRecord } from '#contract/office/backups.ts';
import { dayBefore, mondayOf, timeOfDay } from '../../core/calendar.ts';

/** The backup day of a moment: it begins at BACKUP_HOUR. */
export function backupDay(at: Date, timeZone: string): string {
  const hour = Number(timeOfDay(at.toISOString(), timeZone).slice(0, 2));
  return dayBefore(at, hour < BACKUP_HOUR ? 1 : 0, timeZone);
}

/** Backups without a fault. */
function whole<Backup extends Pick<BackupRecord, 'fault'>>(backups: readonly Backup[]): Backup[] {
  return backups.filter(({ fault }) => fault === null);
}

/** The newest valid backup: not damaged, nor dated after `now` by a wrong clock. Expects the newest first. */
export function lastGood(now: Date, backups: readonly BackupRecord[]): BackupRecord | undefined {
  return whole(backups).find(({ madeAt }) => Date.parse(madeAt) <= now.getTime());
}

/**
 * Whether the daily backup is due: of backups, the newest first, the last daily one is of another day, and the database
 * is not of this day. So a machine that was off at night makes it at start, and a clock that was wrong for a while, ahead
 * or behind, blocks nothing.
 */
export function isDue(
  now: Date,
  timeZone: string,
  databaseMadeAt: Date,
  backups: readonly Pick<BackupRecord, 'reason' | 'madeAt' | 'fault'>[],
): boolean {
  const today = backupDay(now, timeZone);
  const isOfToday = (at: Date) => backupDay(at, timeZone) === today;
  const last = whole(backups).find((each) => each.reason === 'daily');
  return !(last && isOfToday(new Date(last.madeAt))) && !isOfToday(databaseMadeAt);
}

/** The first backup of each group, for the first `groups` groups. */
function firstOfEach(days: [string, string][], groupOf: (day: string) => string, groups: number): string[] {
  const first = new Map<string, string>();
  for (const [day, fileName] of days) {
    const group = groupOf(day);
    if (!first.has(group)) first.set(group, fileName);
  }
  return [...first.values()].slice(0, groups);
}

/**
 * Backups beyond the retention, except the newest, whatever its date. Expects the newest first. Only days, weeks
 * and months with a backup count, so an installation that was off for a year loses none. A damaged backup does not
 * count and is removed after the next good one.
 */
export function outlived(backups: readonly BackupRecord[], timeZone: string): BackupRecord[] {
  const lastFirst = whole(backups);
  const of = (reason: BackupReason) => lastFirst.filter((each) => each.reason === reason);
  const days = of('daily').map((each): [string, string] => [backupDay(new Date(each.madeAt), timeZone), each.fileName]);
  const retained = new Set([
    ...firstOfEach(days, (day) => day, backupRetention.days),
    ...firstOfEach(days, mondayOf, backupRetention.weeks),
    ...firstOfEach(days, (day) => day.slice(0, 7), backupRetention.months),
    ...of('migration')
      .slice(0, backupRetention.migration)
      .map((each) => each.fileName),
    ...of('by-hand')
      .slice(0, backupRetention.byHand)
      .map((each) => each.fileName),
  ]);
  return backups.filter((each) => !retained.has(each.fileName));
}
