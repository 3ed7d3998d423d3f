/** The morning: open tasks and the figures of the dashboard, as one call answers them. */
import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { dateAnswer, moneyAnswer, quantityAnswer } from '../core/fields.ts';
import { rangeDay } from '../core/lists.ts';
import { readinessKinds } from '../prove/readiness.ts';
import { usedInDays } from '../stock/items/useDays.ts';

/** Groups of expiring lots, in days. */
export const expiryTerms = [30, 60, 90] as const;
/** Groups of unpaid invoices, by age in days; the last group has all that are older. */
export const unpaidAges = [30, 60, 90] as const;
/** Whole weeks before the current one. */
export const MORNING_WEEKS = 12;
/** Rows per block; counts include all. */
export const MAX_MORNING_ROWS = 8;
/** A backup is due once the last one is older. */
export const BACKUP_HOURS = 24;

const belowReorder = z.object({
  count: z.int(),
  of: z.int().describe('All raw materials.'),
  out: z.int().describe('Those of them without free stock.'),
  rows: z
    .array(
      z.object({
        rawMaterialId: z.int(),
        itemId: z.int(),
        name: z.string(),
        unit: z.string(),
        freeQty: quantityAnswer().describe('In stock and not held.'),
        reorderLevel: quantityAnswer(),
        usedQty: quantityAnswer().describe(usedInDays),
        coverDays: z.int().nullable().describe('Whole days that the free stock lasts at that use; null if unused.'),
      }),
    )
    .describe('The soonest out first.'),
});

const expiringLot = z.object({
  lotId: z.int(),
  code: z.string(),
  itemName: z.string(),
  unit: z.string(),
  onHandQty: quantityAnswer(),
  expiresOn: dateAnswer(),
});

const expiring = z.object({
  expired: z.object({ count: z.int(), rows: z.array(expiringLot) }).describe('Past their expiry date, with stock.'),
  terms: z.array(z.object({ days: z.int(), count: z.int() })).describe('Within so many days, each with the shorter.'),
  rows: z.array(expiringLot).describe('The first to expire first.'),
});

const unpaid = z.object({
  count: z.int(),
  amount: moneyAnswer(),
  ages: z.array(
    z.object({
      fromDays: z.int(),
      toDays: z.int().nullable(),
      count: z.int(),
      amount: moneyAnswer(),
      from: dateAnswer().nullable().describe('The first day of these inwards; null for the oldest.'),
      to: dateAnswer().nullable().describe('The last day; null for the newest.'),
    }),
  ),
  oldest: z
    .object({ inwardId: z.int(), invoiceNumber: z.string(), supplierName: z.string(), inwardDate: dateAnswer() })
    .nullable(),
});

const week = z.object({
  monday: dateAnswer(),
  sunday: dateAnswer(),
  usedGrams: quantityAnswer().describe('Consumption by production, of raw materials with grams per unit.'),
  purchases: moneyAnswer().describe('Grand totals of the inwards.'),
  yieldPercent: quantityAnswer().nullable().describe('Yield of completed runs with outputs; null without one.'),
  expectedPercent: quantityAnswer().nullable().describe('Yield that their recipes expect, weighted by input mass.'),
});

/** The first steps of a new installation, in their order. */
export const firstSteps = ['company', 'materials', 'certificates', 'openingStock'] as const;
export type FirstStep = (typeof firstSteps)[number];

export const morningAnswer = z
  .object({
    day: dateAnswer(),
    belowReorder: belowReorder.optional(),
    expiring: expiring.optional(),
    unpaid: unpaid.optional(),
    readiness: z.array(z.object({ kind: z.enum(readinessKinds), count: z.int() })).optional(),
    openRecalls: z
      .object({ count: z.int(), newest: z.object({ recallId: z.int(), title: z.string() }).nullable() })
      .optional()
      .describe('Recalls in progress, without drills.'),
    waitingCounts: z
      .object({
        count: z.int(),
        newest: z.object({ adjustmentId: z.int(), date: dateAnswer(), countedBy: z.string() }).nullable(),
      })
      .optional()
      .describe('Counts by users that wait for the office.'),
    runsInProgress: z.object({ count: z.int(), since: dateAnswer().nullable() }).optional(),
    soldWithoutBuyer: z
      .object({
        count: z.int(),
        newest: z
          .object({
            dispatchId: z.int(),
            code: z.string(),
            itemName: z.string(),
            quantity: quantityAnswer(),
            unit: z.string(),
          })
          .nullable(),
      })
      .optional(),
    backup: z
      .object({
        madeAt: z.iso
          .datetime()
          .nullable()
          .describe('When the last one was made that is not damaged; null without any.'),
        isDue: z.boolean(),
      })
      .optional()
      .describe('Only of the built-in database, for those who may see backups.'),
    firstSteps: z
      .array(z.object({ step: z.enum(firstSteps), isDone: z.boolean() }))
      .optional()
      .describe('For those who may change the company, until all are done.'),
    weeks: z.array(week).optional().describe(`The last ${MORNING_WEEKS} whole weeks, the oldest first.`),
  })
  .meta({ id: 'Morning' });

/** The name of a group of unpaid invoices. */
export function unpaidAgeText({ fromDays, toDays }: { fromDays: number; toDays: number | null }): string {
  return toDays === null ? `over ${fromDays - 1} days` : `${fromDays} to ${toDays} days`;
}

/** The morning on the wire. */
export type Morning = z.input<typeof morningAnswer>;

export const morningEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/dashboard/morning',
    access: ['reports', 'view'],
    query: z.object({ day: rangeDay('day', 'The day that is today; without it, the day of the server.') }),
    answer: morningAnswer,
  }),
};
