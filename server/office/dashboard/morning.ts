/** The figures of the dashboard, in a snapshot: those that a role may see. */
import type { z } from 'zod';
import { BACKUP_HOURS, type morningAnswer } from '#contract/office/morning.ts';
import { can, type Resource, type Role } from '#contract/permissions.ts';
import type { ReadinessKind } from '#contract/prove/readiness.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
import type { Trx } from '../../core/db/tables.ts';
import type { Services } from '../../core/services.ts';
import {
  findOpenRecalls,
  findRunsInProgress,
  findSoldWithoutBuyer,
  findUnpaid,
  findWaitingCounts,
} from './openWork.ts';
import { findFirstSteps } from './firstSteps.ts';
import { findBelowReorder, findExpiring } from './stock.ts';
import { findWeeks } from './weeks.ts';

export type MorningFigures = z.output<typeof morningAnswer>;

/** Counts gaps for an inspector; readiness is another feature. */
export type CountReadiness = (trx: Trx, today: string) => Promise<{ kind: ReadinessKind; count: number }[]>;

const HOUR_MS = 60 * 60 * 1000;

/** The part of the backups that the dashboard shows; there are none on PostgreSQL. */
export interface LastBackup {
  lastGood(): Promise<{ madeAt: string } | undefined>;
}

/** The database and the clock of the dashboard. */
export interface MorningSources extends Pick<Services, 'store' | 'now'> {
  backups: LastBackup | undefined;
}

/** The last good backup and whether one is due, for roles that may see backups. */
export async function findBackup(
  { backups, now }: Pick<MorningSources, 'backups' | 'now'>,
  role: Role,
): Promise<MorningFigures['backup']> {
  if (!backups || !can(role, 'view', 'backups')) return undefined;
  const last = await backups.lastGood();
  const isDue = !last || now().getTime() - Date.parse(last.madeAt) > BACKUP_HOURS * HOUR_MS;
  return { madeAt: last?.madeAt ?? null, isDue };
}

/** The figures of a day that a role may see, in a snapshot. */
export async function findFigures(
  trx: Trx,
  role: Role,
  day: string,
  countReadiness: CountReadiness,
): Promise<MorningFigures> {
  const may = (resource: Resource) => can(role, 'view', resource);
  const figures: MorningFigures = { day };
  const readiness = may('proof') ? await countReadiness(trx, day) : undefined;
  if (readiness) figures.readiness = readiness;
  if (may('items')) figures.belowReorder = await findBelowReorder(trx, day);
  if (may('lots')) figures.expiring = await findExpiring(trx, day);
  if (may('inward')) figures.unpaid = await findUnpaid(trx, day);
  if (may('recalls')) figures.openRecalls = await findOpenRecalls(trx);
  if (may('counts')) figures.waitingCounts = await findWaitingCounts(trx);
  if (may('runs')) figures.runsInProgress = await findRunsInProgress(trx);
  const sold = readiness?.find(({ kind }) => kind === 'soldWithoutBuyer')?.count ?? 0;
  if (may('dispatches')) {
    figures.soldWithoutBuyer = { count: sold, newest: sold === 0 ? null : await findSoldWithoutBuyer(trx) };
  }
  const steps = can(role, 'update', 'company') ? await findFirstSteps(trx) : undefined;
  if (steps) figures.firstSteps = steps;
  if (may('inward') && may('runs')) figures.weeks = await findWeeks(trx, day);
  return figures;
}

/** The figures of a day that a role may see, with the state of the backups. */
export async function findMorning(
  { store, backups, now }: MorningSources,
  role: Role,
  day: string,
  countReadiness: CountReadiness,
): Promise<MorningFigures> {
  const backup = await findBackup({ backups, now }, role);
  const figures = await readSnapshot(
    store.longReads,
    async (snapshot) => await findFigures(snapshot, role, day, countReadiness),
  );
  return { ...figures, ...(backup && { backup }) };
}
