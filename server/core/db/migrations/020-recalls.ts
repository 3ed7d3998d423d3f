/** Recalls and drills, with notices to buyers and their answers (docs/domain.md, Recalls). */
import { sql } from 'kysely';
import { countRows } from './rowCounters.ts';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, dialect) => {
  const { id, integer, text, timestamp, strict } = dialect;
  await run(db, [
    sql`
      create table recall (
        id ${id},
        kind ${text} not null check (kind in ('real', 'drill')),
        title ${text} not null check (title <> ''),
        reason ${text} not null check (reason <> ''),
        started_by ${integer} not null references app_user (id),
        found_ms ${integer} not null,
        closed_at ${timestamp},
        closed_by ${integer} references app_user (id),
        conclusion ${text} not null default '',
        ending ${text} check (ending in ('keep', 'release')),
        report ${text},
        created_at ${timestamp} not null,
        updated_at ${timestamp} not null,
        deleted_at ${timestamp},
        check ((closed_at is null) = (report is null)),
        check ((closed_at is null) = (ending is null))
      ) ${strict}`,
    sql`create index recall_present on recall (id) where deleted_at is null`,
    // The lots that a recall began with, and those that it changed, with the state that they get back from a false alarm.
    sql`
      create table recall_lot (
        recall_id ${integer} not null references recall (id),
        lot_id ${integer} not null references lot (id),
        is_root ${integer} not null check (is_root in (0, 1)),
        state_before ${text} check (state_before in ('released', 'onHold')),
        reason_before ${text} not null default '',
        primary key (recall_id, lot_id)
      ) ${strict}`,
    sql`create index recall_lot_lot on recall_lot (lot_id)`,
    sql`
      create table recall_line (
        recall_id ${integer} not null references recall (id),
        dispatch_line_id ${integer} not null references dispatch_line (id),
        notified_at ${timestamp},
        notified_by ${text} not null,
        answer ${text} not null,
        answered_at ${timestamp},
        destroyed ${integer} not null check (destroyed >= 0),
        primary key (recall_id, dispatch_line_id)
      ) ${strict}`,
    sql`
      create table recall_note (
        id ${id},
        recall_id ${integer} not null references recall (id),
        user_id ${integer} not null references app_user (id),
        noted_at ${timestamp} not null,
        body ${text} not null
      ) ${strict}`,
    sql`create index recall_note_recall on recall_note (recall_id)`,
    ...countRows(['recall'], dialect),
  ]);
};
