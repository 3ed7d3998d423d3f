/** Certificates that lapse or lapsed, as SQL (docs/domain.md, Readiness). */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { certificateTexts, LAPSING_DAYS } from '#contract/prove/certificates/certificates.ts';
import { daysAfter } from '#contract/core/values/dates.ts';

export const certificateColumns = {
  id: sql`c.id`,
  label: sql`coalesce(s.name, ${certificateTexts.own})`,
  day: sql`c.valid_to`,
  text: sql`c.scheme || ', ' || c.number`,
};

/**
 * Whether later certificates of the same holder and scheme, which have begun by a day, took the place of certificate c: for
 * all that it covers.
 */
export function isReplaced(by: unknown): RawBuilder<SqlBool> {
  const later = sql`
    select 1 from certificate later
    where later.deleted_at is null and later.withdrawn_on is null and later.scheme = c.scheme
      and later.valid_to > c.valid_to and cast(later.valid_from as text) <= ${by}
      and coalesce(later.supplier_id, 0) = coalesce(c.supplier_id, 0)`;
  return sql<SqlBool>`(
    exists (${later} and later.all_items = 1)
    or (c.all_items = 0 and not exists (
      select 1 from certificate_item own where own.certificate_id = c.id and not exists (${later} and exists (
        select 1 from certificate_item further
        where further.certificate_id = later.id and further.item_id = own.item_id)))))`;
}

/** Certificates with their holders: those of inactive suppliers are history. */
export const certificates = sql`certificate c left join supplier s on s.id = c.supplier_id`;
export const isInUse = sql`
  c.deleted_at is null and c.withdrawn_on is null and (s.id is null or (s.status = 1 and s.deleted_at is null))`;

/** The days of the terms in which a certificate lapses, as column1, each with the day after as column2: both as text. */
export function lapsingDays(today: string): RawBuilder<unknown> {
  const days = Array.from({ length: LAPSING_DAYS + 1 }, (_, index) => daysAfter(today, index));
  return sql`(values ${sql.join(days.map((day) => sql`(${day}, ${daysAfter(day, 1)})`))})`;
}
