/** Gaps that an inspector would object to, read by their kinds (docs/domain.md, Readiness). */
import { sql } from 'kysely';
import { MAX_ENTRIES, readinessKinds, type ReadinessKind, type ReadinessRow } from '#contract/prove/readiness.ts';
import { readinessDetails } from '#contract/prove/readinessDetails.ts';
import { listed } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { withMasters } from '../../stock/names/itemNames.ts';
import { gapKinds } from './gapKinds.ts';
import { all, selected, type GapRow } from './gapKind.ts';

async function countKind(trx: Trx, kind: ReadinessKind, today: string): Promise<number> {
  const { findIds, statement } = gapKinds[kind];
  if (findIds) return (await findIds(trx)).length;
  const { from, where = all } = statement(today);
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from} where ${where}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Items that were counted and have no tolerance that the count could be measured by. */
async function countWithoutTolerance(trx: Trx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from item i ${withMasters}
    where coalesce(m.deleted_at, p.deleted_at) is null and i.balance_tolerance is null and i.id in (
      select l.item_id from adjustment a
      join adjustment_line j on j.adjustment_id = a.id and j.deleted_at is null join lot l on l.id = j.lot_id
      where a.kind = 'count' and a.deleted_at is null)`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** The first rows of a kind with their names, and the number of all where it is known already. */
async function findGaps(trx: Trx, kind: ReadinessKind, today: string): Promise<{ gaps: GapRow[]; all?: number }> {
  const { findIds, statement } = gapKinds[kind];
  const { columns, from, names = sql``, where = all, order } = statement(today);
  const ids = await findIds?.(trx);
  if (ids?.length === 0) return { gaps: [], all: 0 };
  const isOfIds = ids ? sql`${columns.id} in ${listed(ids.slice(0, MAX_ENTRIES))}` : all;
  const { rows: gaps } = await sql<GapRow>`
    select ${selected(columns)} from ${from} ${names} where ${where} and ${isOfIds}
    order by ${order} limit ${MAX_ENTRIES}`.execute(trx);
  return ids ? { gaps, all: ids.length } : { gaps };
}

async function findKind(trx: Trx, kind: ReadinessKind, today: string): Promise<ReadinessRow> {
  const { link, day = () => null } = gapKinds[kind];
  const { gaps, all: known } = await findGaps(trx, kind, today);
  const entries = gaps.map((each) => ({
    recordId: each.id,
    label: each.label,
    detail: readinessDetails[kind](each, today),
    link: link(each),
    day: day(each),
  }));
  // A statement of its own, since counting beside the entries would read all columns of all rows.
  const count = known ?? (gaps.length < MAX_ENTRIES ? gaps.length : await countKind(trx, kind, today));
  return kind === 'beyondTolerance'
    ? { kind, count, entries, unchecked: await countWithoutTolerance(trx) }
    : { kind, count, entries };
}

/** Each kind with its entries, in a snapshot; `today` is the server's day. */
export async function findReadiness(trx: Trx, today: string): Promise<ReadinessRow[]> {
  const rows: ReadinessRow[] = [];
  for (const kind of readinessKinds) rows.push(await findKind(trx, kind, today));
  return rows;
}

/** How many there are of each kind. */
export async function countReadiness(trx: Trx, today: string): Promise<Pick<ReadinessRow, 'kind' | 'count'>[]> {
  const counts: Pick<ReadinessRow, 'kind' | 'count'>[] = [];
  for (const kind of readinessKinds) counts.push({ kind, count: await countKind(trx, kind, today) });
  return counts;
}

/** The certificates that lapse within 90 days without a later one, the first to lapse first. */
export async function findLapsing(trx: Trx, today: string): Promise<ReadinessRow['entries']> {
  return (await findKind(trx, 'certificatesLapsing', today)).entries;
}
