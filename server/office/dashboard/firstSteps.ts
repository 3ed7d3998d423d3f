/** The first steps of a new installation, in a snapshot. */
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { firstSteps, type FirstStep, type morningAnswer } from '#contract/office/morning.ts';
import type { Trx } from '../../core/db/tables.ts';

/** Whether a step is done. Stock may also begin with an inward. */
const isDone: Record<FirstStep, RawBuilder<unknown>> = {
  company: sql`(select 1 from company where name <> '')`,
  materials: sql`(select 1 from raw_material where deleted_at is null)`,
  certificates: sql`(select 1 from certificate where deleted_at is null)`,
  openingStock: sql`(select 1 from lot where deleted_at is null)`,
};

/** The steps, each with whether it is done; undefined once all are. */
export async function findFirstSteps(trx: Trx): Promise<z.output<typeof morningAnswer>['firstSteps']> {
  const columns = firstSteps.map((step) => sql`case when exists ${isDone[step]} then 1 else 0 end as ${sql.ref(step)}`);
  const { rows } = await sql<Record<FirstStep, number>>`select ${sql.join(columns)}`.execute(trx);
  const steps = firstSteps.map((step) => ({ step, isDone: rows[0]?.[step] === 1 }));
  return steps.every((each) => each.isDone) ? undefined : steps;
}
