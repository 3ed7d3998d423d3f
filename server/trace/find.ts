/** What is called so: lots, batches, invoices, suppliers and buyers that a trace can start from. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { traceEndpoints } from '#contract/trace.ts';
import type { Engine } from '../db/connect.ts';
import { batchKey } from '../db/batchOrder.ts';
import { param, prepared } from '../db/statements.ts';
import type { Trx } from '../db/tables.ts';
import { contained, parseTerm, type ParsedTerm } from '../lists/search.ts';

type Hit = z.output<typeof traceEndpoints.find.answer>[number];

const most = sql.lit(8);

/** One statement for each kind of record, the newest first; of lots those first that are called so, as a label is. */
const statementsOf = (term: ParsedTerm) => [
  prepared(
    () => sql<Hit>`
      select case when g.id is null then 'lots' else 'goods' end as root, coalesce(g.id, l.id) as "recordId",
        l.code as label, coalesce(m.name, p.name) as detail, i.gtin
      from lot l join item i on i.id = l.item_id left join raw_material m on m.id = i.raw_material_id
        left join product p on p.id = i.product_id left join finished_good g on g.lot_id = l.id
      where l.deleted_at is null and ${contained(term, ['l.code', 'l.supplier_lot_number'])}
      order by case when l.code_key = ${param('key')} then 0 else 1 end, l.id desc limit ${most}`,
  ),
  prepared(
    () => sql<Hit>`
      select 'inwards' as root, w.id as "recordId", w.invoice_number as label, s.name as detail, '' as gtin
      from inward w join supplier s on s.id = w.supplier_id
      where w.deleted_at is null and ${contained(term, ['w.invoice_number'])} order by w.id desc limit ${most}`,
  ),
  prepared(
    () => sql<Hit>`
      select 'dispatches' as root, d.id as "recordId", d.invoice_number as label, coalesce(b.name, '') as detail, '' as gtin
      from dispatch d left join buyer b on b.id = d.buyer_id
      where d.deleted_at is null and ${contained(term, ['d.invoice_number'])} order by d.id desc limit ${most}`,
  ),
  ...(['supplier', 'buyer'] as const).map((table) =>
    prepared(
      () => sql<Hit>`
        select ${sql.lit(`${table}s`)} as root, id as "recordId", name as label, address as detail, '' as gtin
        from ${sql.table(table)} where deleted_at is null and ${contained(term, ['name'])}
        order by id desc limit ${most}`,
    ),
  ),
];

const compiled = new Map<string, ReturnType<typeof statementsOf>>();

/** The hits for a text; what is called exactly so comes first. */
export async function findTraceable(trx: Trx, search: string, engine: Engine): Promise<Hit[]> {
  const { reading, values } = parseTerm(search, engine);
  const statements = compiled.get(reading.fold) ?? statementsOf(reading);
  compiled.set(reading.fold, statements);
  const hits: Hit[] = [];
  for (const statement of statements) hits.push(...(await statement(trx, { ...values, key: batchKey(search) })));
  const isExact = ({ label }: Hit) => label.toLowerCase() === search.toLowerCase();
  return [...hits.filter(isExact), ...hits.filter((hit) => !isExact(hit))];
}
