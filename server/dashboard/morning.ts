/** The figures of the dashboard, in a snapshot: those that a role may see. */
import type { z } from 'zod';
import { BACKUP_HOURS, type morningAnswer } from '#contract/morning.ts';
import { can, type Resource, type Role } from '#contract/permissions.ts';
import type { ReadinessKind } from '#contract/readiness.ts';
import { readSnapshot } from '../db/snapshot.ts';
import type { Trx } from '../db/tables.ts';
import type { Services } from '../services.ts';
import { findOpenRecalls, findRunsInProgress, findSoldWithoutBuyer, findUnpaid } from './documents.ts';
import { findBelowReorder, findExpiring } from './stock.ts';
import { findWeeks } from './weeks.ts';

export type MorningFigures = z.output<typeof morningAnswer>;

/** Counts what an inspector would stop at; readiness is another feature. */
export type CountReadiness = (trx: Trx, today: string) => Promise<{ kind: ReadinessKind; count: number }[]>;

const HOUR_MS = 60 * 60 * 1000;

async function findBackup({ backups, now }: Pick<Services, 'backups' | 'now'>): Promise<MorningFigures['backup']> {
  if (!backups) return undefined;
  const [newest] = (await backups.state()).backups;
  const isDue = !newest || now().getTime() - Date.parse(newest.madeAt) > BACKUP_HOURS * HOUR_MS;
  return { madeAt: newest?.madeAt ?? null, isDue };
}

async function findFigures(trx: Trx, role: Role, day: string, countReadiness: CountReadiness): Promise<MorningFigures> {
  const may = (resource: Resource) => can(role, 'view', resource);
  const figures: MorningFigures = { day };
  const readiness = may('proof') ? await countReadiness(trx, day) : undefined;
  if (readiness) figures.readiness = readiness;
  if (may('items')) figures.belowReorder = await findBelowReorder(trx, day);
  if (may('lots')) figures.expiring = await findExpiring(trx, day);
  if (may('inward')) figures.unpaid = await findUnpaid(trx, day);
  if (may('recalls')) figures.openRecalls = await findOpenRecalls(trx);
  if (may('runs')) figures.runsInProgress = await findRunsInProgress(trx);
  const sold = readiness?.find(({ kind }) => kind === 'soldWithoutBuyer')?.count ?? 0;
  if (may('dispatches')) {
    figures.soldWithoutBuyer = { count: sold, newest: sold === 0 ? null : await findSoldWithoutBuyer(trx) };
  }
  if (may('inward') && may('runs')) figures.weeks = await findWeeks(trx, day);
  return figures;
}

/** The morning of a day for a role. */
export async function findMorning(
  { store, backups, now }: Pick<Services, 'store' | 'backups' | 'now'>,
  role: Role,
  day: string,
  countReadiness: CountReadiness,
): Promise<MorningFigures> {
  const figures = await readSnapshot(
    store.searches,
    async (snapshot) => await findFigures(snapshot, role, day, countReadiness),
  );
  const backup = can(role, 'view', 'backups') ? await findBackup({ backups, now }) : undefined;
  return backup ? { ...figures, backup } : figures;
}
