/** Marks of lots that triggers keep, recomputed from the movements (verify.ts). */
import { sql, type RawBuilder } from 'kysely';
import { departures } from './kinds.ts';

/** A difference as a statement lists it. */
export interface Row {
  id: number;
  stored: number | string | null;
  expected: number | string | null;
}

const firstUse = sql`(select min(v.occurred_on) from movement v where v.lot_id = l.id and v.kind in ${departures})`;

const lastTakenExpired = sql`(
  select max(v.occurred_on) from movement v
  where v.lot_id = l.id and v.kind in ('consumed', 'dispatched') and v.occurred_on > l.expires_on)`;

/** Statements that list each mark that differs, with what they check. */
export const markRules: [rule: string, query: RawBuilder<Row>][] = [
  [
    'the first use of a lot is the earliest day on which something left it',
    sql`
      select l.id, l.first_used_on as stored, ${firstUse} as expected
      from lot l where l.first_used_on is distinct from ${firstUse}`,
  ],
  [
    'a lot that a run or dispatch took from after its expiry date is marked',
    sql`
      select l.id, l.taken_expired_on as stored, ${lastTakenExpired} as expected
      from lot l where (l.taken_expired_on is null) <> (${lastTakenExpired} is null)`,
  ],
];
