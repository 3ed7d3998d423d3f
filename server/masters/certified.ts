import { sql } from 'kysely';
import type { Trx } from '../core/db/tables.ts';

/** True if a certificate covers a raw material or a product by name. */
export async function isCertified(trx: Trx, column: 'raw_material_id' | 'product_id', id: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select c.id from item i join certificate_item o on o.item_id = i.id join certificate c on c.id = o.certificate_id
    where ${sql.ref(`i.${column}`)} = ${id} and c.deleted_at is null limit 1`.execute(trx);
  return rows.length > 0;
}
