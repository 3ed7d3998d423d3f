/** Which day's backup is due, and which ones are kept. All of it goes by the calendar of TIME_ZONE. */
import { BACKUP_HOUR, backupsKept, type BackupReason, type BackupRecord } from '#contract/backups.ts';
import { dayBefore } from '../calendar.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const MONDAY = 1;

/** The day whose backup a moment belongs to: it begins at BACKUP_HOUR, and before that the day before still goes on. */
export function backupDay(at: Date, timeZone: string): string {
  const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(at));
  return dayBefore(at, hour < BACKUP_HOUR ? 1 : 0, timeZone);
}

/** The Monday of the week of a day. */
function weekOf(day: string): string {
  const sinceMonday = (new Date(day).getUTCDay() - MONDAY + 7) % 7;
  return new Date(Date.parse(day) - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Whether the day's backup is to be made now: there is none of this day, and the database wasn't made on it. So a machine that
 * was off in the night makes it when it starts, and a clock that was wrong for a while keeps none from being made.
 */
export function isDue(
  now: Date,
  timeZone: string,
  databaseMadeAt: Date,
  backups: readonly Pick<BackupRecord, 'reason' | 'madeAt' | 'fault'>[],
): boolean {
  const today = backupDay(now, timeZone);
  const isOfToday = (at: Date) => backupDay(at, timeZone) === today;
  const isMade = backups.some((each) => each.reason === 'daily' && !each.fault && isOfToday(new Date(each.madeAt)));
  return !isMade && !isOfToday(databaseMadeAt);
}

/** The newest of each group, for the newest groups. */
function newestOfEach(days: [string, number][], groupOf: (day: string) => string, groups: number): number[] {
  const newest = new Map<string, number>();
  for (const [day, id] of days) {
    const group = groupOf(day);
    if (!newest.has(group)) newest.set(group, id);
  }
  return [...newest.values()].slice(0, groups);
}

/**
 * The backups that are no longer kept. Days, weeks and months count where they have a backup, so an installation that
 * stood still for a year loses none. One that was found damaged stands for nothing, and goes with the next one that is whole.
 */
export function outlived(backups: readonly BackupRecord[], timeZone: string): BackupRecord[] {
  const whole = backups.filter((each) => each.fault === null).toSorted((a, b) => b.backupId - a.backupId);
  const of = (reason: BackupReason) => whole.filter((each) => each.reason === reason);
  const days = of('daily').map((each): [string, number] => [backupDay(new Date(each.madeAt), timeZone), each.backupId]);
  const kept = new Set([
    ...newestOfEach(days, (day) => day, backupsKept.days),
    ...newestOfEach(days, weekOf, backupsKept.weeks),
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
