import { describe, expect, test } from 'vitest';
import { backupReasons, backupRetention, type BackupReason, type BackupRecord } from '#contract/office/backups.ts';
import { backupDay, isDue, outlived } from './keeping.ts';

const KOLKATA = 'Asia/Kolkata';
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

function backup(madeAt: string, reason: BackupReason = 'daily', fault: string | null = null): BackupRecord {
  const fileName = `godown-${madeAt}-${reason}.db`;
  return { backupId: Date.parse(madeAt), fileName, madeAt, reason, size: 1, verifiedAt: null, fault };
}

describe("the day's backup", () => {
  const longAgo = new Date('2026-01-01T00:00:00.000Z');
  const due = (now: string, ...backups: BackupRecord[]) => isDue(new Date(now), KOLKATA, longAgo, backups);

  test('is due from two at night in TIME_ZONE on, once', () => {
    const yesterday = backup('2026-11-19T20:30:00.000Z');
    expect(due('2026-11-20T20:29:59.000Z', yesterday)).toBe(false);
    expect(due('2026-11-20T20:30:00.000Z', yesterday)).toBe(true);
    expect(due('2026-11-20T20:31:00.000Z', backup('2026-11-20T20:30:00.000Z'), yesterday)).toBe(false);
  });

  test('is due at the next start when the machine was off in the night', () => {
    expect(due('2026-11-25T04:00:00.000Z', backup('2026-11-19T20:30:00.000Z'))).toBe(true);
    expect(due('2026-11-25T04:00:00.000Z')).toBe(true);
  });

  test('is not due for a database created the same day, and not replaced by a manual or damaged backup', () => {
    const now = new Date('2026-11-20T09:00:00.000Z');
    expect(isDue(now, KOLKATA, new Date('2026-11-20T08:00:00.000Z'), [])).toBe(false);
    expect(due('2026-11-20T09:00:00.000Z', backup('2026-11-20T08:00:00.000Z', 'by-hand'))).toBe(true);
    expect(due('2026-11-20T09:00:00.000Z', backup('2026-11-20T08:00:00.000Z', 'daily', 'damaged'))).toBe(true);
  });

  test('is due once a day when daylight saving time begins or ends, in every zone', () => {
    for (const [zone, from] of [
      ['America/New_York', '2026-03-07T12:00:00.000Z'],
      ['America/New_York', '2026-10-31T12:00:00.000Z'],
      ['Europe/Berlin', '2026-03-28T12:00:00.000Z'],
      ['Europe/Berlin', '2026-10-24T12:00:00.000Z'],
      ['Australia/Lord_Howe', '2026-04-03T12:00:00.000Z'],
      [KOLKATA, '2028-02-28T12:00:00.000Z'],
    ] as const) {
      const made: BackupRecord[] = [];
      for (let minute = 0; minute < 4 * 24 * 60; minute += 20) {
        const now = new Date(Date.parse(from) + minute * 60_000);
        if (isDue(now, zone, longAgo, made)) made.unshift(backup(now.toISOString()));
      }
      // At the start, then on each of the four nights.
      expect(made.length, `${zone} ${from}`).toBe(5);
    }
  });

  test('is due in spite of backups from a clock that was ahead', () => {
    const ahead = backup('2027-11-20T21:00:00.000Z');
    expect(due('2026-11-20T21:00:00.000Z', ahead)).toBe(true);
    // A year later: the day has a backup from the time of the wrong clock.
    expect(due('2027-11-20T21:00:00.000Z', backup('2027-11-19T21:00:00.000Z'), ahead)).toBe(true);
  });
});

describe('the retention of backups', () => {
  test('keeps 7 days, 4 weeks and 12 months of fourteen months of nightly backups', () => {
    let there: BackupRecord[] = [];
    const first = Date.parse('2025-10-27T20:30:00.000Z');
    for (let night = 0; night < 430; night += 1) {
      there.unshift(backup(new Date(first + night * DAY_MS).toISOString()));
      const gone = new Set(outlived(there, KOLKATA));
      there = there.filter((each) => !gone.has(each));
    }
    const days = there.map((each) => backupDay(new Date(each.madeAt), KOLKATA)).toSorted();
    expect(days.slice(-backupRetention.days)).toEqual(
      Array.from({ length: 7 }, (_, index) =>
        new Date(Date.parse('2026-12-25') + index * DAY_MS).toISOString().slice(0, 10),
      ),
    );
    // Sundays of earlier weeks, then the last day of each of twelve months.
    expect(days).toEqual(expect.arrayContaining(['2026-12-20', '2026-12-13']));
    expect(new Set(days.map((day) => day.slice(0, 7))).size).toBe(backupRetention.months);
    expect(days).toEqual(expect.arrayContaining(['2026-01-31', '2026-06-30', '2026-11-30']));
    expect(days.length).toBeLessThanOrEqual(backupRetention.days + backupRetention.weeks + backupRetention.months);
  });

  test('keeps the newest manual and pre-update backups, no damaged one, and a single old one', () => {
    const each = (reason: BackupReason, count: number) =>
      Array.from({ length: count }, (_, index) => backup(new Date((count - index) * HOUR_MS).toISOString(), reason));
    expect(outlived(each('by-hand', backupRetention.byHand + 3), KOLKATA)).toHaveLength(3);
    expect(outlived(each('migration', backupRetention.migration + 2), KOLKATA)).toHaveLength(2);
    expect(outlived([backup('2020-01-01T00:00:00.000Z')], KOLKATA)).toEqual([]);
    const damaged = backup('2026-11-20T20:30:00.000Z', 'daily', 'damaged');
    expect(outlived([damaged, backup('2026-11-19T20:30:00.000Z')], KOLKATA)).toEqual([damaged]);
  });

  test.each(backupReasons)(
    '%s: keeps the last one created, though a clock that was ahead dated all others later',
    (reason) => {
      const ahead = Array.from({ length: 400 }, (_, index) =>
        backup(new Date(Date.parse('2032-01-01T00:00:00.000Z') - index * DAY_MS).toISOString(), reason),
      );
      const last = backup('2026-11-20T20:30:00.000Z', reason);
      const gone = outlived([last, ...ahead], KOLKATA);
      expect(gone.length).toBeGreaterThan(300);
      expect(gone).not.toContain(last);
    },
  );
});
