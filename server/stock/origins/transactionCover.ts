/** Cover of purchases and dispatches by transaction certificates (docs/decisions/065). */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { Direction, lotCover } from '#contract/stock/claims/transactionCertificateCover.ts';
import { sumOf } from '../../core/db/sums.ts';
import type { Database, Trx } from '../../core/db/tables.ts';

type Db = Database | Trx;

/** Whether certificate c is of the buyer of dispatch d, and of the scheme that it is sold under where one is stated. */
export const isOfSale = sql<SqlBool>`(
  c.buyer_id = d.buyer_id
  and (d.sold_as is null or substr(d.sold_as, 1, length(c.scheme) + 1) = c.scheme || ' '))`;

const holders: Readonly<Record<Direction, RawBuilder<unknown>>> = {
  purchase: sql`t.inward_line_id = n.lot_id and c.supplier_id = w.supplier_id`,
  sale: sql`t.dispatch_line_id = x.id and ${isOfSale}`,
};

/**
 * How much of a line is covered, in a query with inward_line n and inward w, or dispatch_line x and dispatch d: by the
 * certificates of its supplier, or of its buyer and scheme, that are neither refused nor deleted.
 */
export function coveredQuantity(direction: Direction): RawBuilder<number> {
  return sql<number>`(
    select ${sumOf(sql`t.quantity`)}
    from transaction_certificate_line t join transaction_certificate c on c.id = t.transaction_certificate_id
    where ${holders[direction]} and c.deleted_at is null and c.status <> 'refused')`;
}

type LotCover = z.output<typeof lotCover>;

/** The transaction certificates of a lot, the oldest first: of its purchase, and of all its dispatches. */
export async function findLotCovers(db: Db, lotId: number): Promise<LotCover[]> {
  const { rows } = await sql<LotCover>`
    select c.id as "transactionCertificateId", c.direction, coalesce(s.name, b.name) as "partyName", c.scheme, c.number,
      c.status, c.issued_on as "issuedOn", ${sumOf(sql`t.quantity`)} as quantity
    from transaction_certificate_line t join transaction_certificate c on c.id = t.transaction_certificate_id
      left join supplier s on s.id = c.supplier_id left join buyer b on b.id = c.buyer_id
    where c.deleted_at is null and (t.inward_line_id = ${lotId}
      or t.dispatch_line_id in (select id from dispatch_line where lot_id = ${lotId}))
    group by c.id, s.name, b.name order by c.id`.execute(db);
  return rows;
}
