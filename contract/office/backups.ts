/** Backups of the built-in database: endpoints, schemas and texts. */
import { z } from 'zod';
import { endpoint, idParams } from '../core/endpoint.ts';

/** Reasons of a backup. */
export const backupReasons = ['daily', 'migration', 'by-hand'] as const;
export type BackupReason = (typeof backupReasons)[number];

/** Retention: of the daily backups the newest of each day, week and month; of the others the newest. */
export const backupRetention = { days: 7, weeks: 4, months: 12, migration: 5, byHand: 10 } as const;

/** The hour of the daily backup, in TIME_ZONE. */
export const BACKUP_HOUR = 2;

export const backupTexts = {
  title: 'Backups',
  reason: 'Why',
  reasons: { daily: 'Daily', migration: 'Before an update', 'by-hand': 'By hand' } satisfies Record<
    BackupReason,
    string
  >,
  kept:
    `Made every night at ${String(BACKUP_HOUR).padStart(2, '0')}:00, then restored into a scratch folder and verified. ` +
    `Kept: ${backupRetention.days} daily, ${backupRetention.weeks} weekly, ${backupRetention.months} monthly, ` +
    `the last ${backupRetention.migration} from before an update and the last ${backupRetention.byHand} made by hand.`,
  folder: 'In this folder of the server; keep a copy on another machine, too',
  lastVerified: 'Last verified',
  neverVerified: 'None has been verified yet.',
  empty: 'The first backup comes by itself next night, or now if you press the button.',
  backUpNow: 'Back up now',
  making: 'Making a backup …',
  asked: 'The backup is being made. It comes into the list once it is whole.',
  askFailed: 'No backup could be begun.',
  downloadFailed: 'The backup could not be downloaded.',
  verified: 'Verified',
  unverified: 'Not verified yet',
  damaged: 'Damaged',
  failed: 'A backup could not be made or verified. Godown tries again within the hour.',
  notFound: 'There is no such backup, or no longer.',
  postgres:
    'This Godown keeps its records in PostgreSQL, which brings its own tools for backups: pg_dump for a copy of one moment, ' +
    'pg_basebackup with an archive of the WAL to go back to any moment.',
  postgresGuide: 'How to use them, and how to restore what they made, is in docs/how-to/back-up-postgresql.md.',
} as const;

const timestamp = z.iso.datetime();

const backupRecord = z
  .object({
    backupId: z.int().describe('Time of the backup, in milliseconds since 1970.'),
    fileName: z.string(),
    madeAt: timestamp,
    reason: z.enum(backupReasons),
    size: z.int().describe('Bytes.'),
    verifiedAt: timestamp.nullable().describe('When it was restored into a scratch folder and compared.'),
    fault: z.string().nullable().describe('Fault found when it was verified.'),
  })
  .meta({ id: 'Backup' });

export type BackupRecord = z.output<typeof backupRecord>;

export const backupState = z
  .object({
    engine: z.enum(['sqlite', 'postgres']).describe('On postgres there are none here: its own tools make them.'),
    folder: z.string().nullable(),
    making: z.boolean().describe('Whether one is being made or verified just now.'),
    failure: z
      .object({ at: timestamp, message: z.string() })
      .nullable()
      .describe('Why none could be made or verified, if that is what happened last.'),
    backups: z.array(backupRecord).describe('The last made first, whatever their dates.'),
  })
  .meta({ id: 'Backups' });

export type BackupState = z.output<typeof backupState>;

export const BACKUP_MEDIA_TYPE = 'application/vnd.sqlite3';

export const backupEndpoints = {
  state: endpoint({
    method: 'GET',
    path: '/backups',
    access: ['backups', 'view'],
    answer: backupState,
  }),
  /** This and the next exist only with the built-in database. */
  create: endpoint({
    method: 'POST',
    path: '/backups',
    access: ['backups', 'create'],
    answer: z.object({ backupId: z.int() }),
  }),
  file: endpoint({
    method: 'GET',
    path: '/backups/:id/file',
    access: ['backups', 'view'],
    params: idParams,
    answer: z.any().describe('A SQLite database with its checksum at its end.'),
    mediaTypes: [BACKUP_MEDIA_TYPE],
  }),
};
