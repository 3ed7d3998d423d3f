/** Roots of traces: the lots, runs and dispatches of a record, or undefined if it does not exist. */
import { sql } from 'kysely';
import type { TraceRoot } from '#contract/kinds.ts';
import type { Trx } from '../../core/db/tables.ts';
import { recordExists } from '../../core/records/crudQueries.ts';
import { lotsOfSuppliers } from '../../stock/names/lotSuppliers.ts';
import type { Flow } from '../../stock/origins/flows.ts';
import { nodeId } from './graph.ts';
import type { TraceQuestion } from './trace.ts';

type Find = (trx: Trx, id: number) => Promise<TraceQuestion | undefined>;

/** The lots of an inward. */
async function lotsOfInward(trx: Trx, id: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('inward_line')
    .select('lot_id as lotId')
    .where('inward_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('lot_id')
    .execute();
  return rows.map(({ lotId }) => lotId);
}

/** The lots that were bought from a supplier, those of opening stock too. */
async function lotsOfSupplier(trx: Trx, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from lot l where l.id in (${lotsOfSuppliers(sql`= ${id}`)}) and l.deleted_at is null
    order by l.id`.execute(trx);
  return rows.map((row) => row.id);
}

/** Lots and quantities of one dispatch, or of all dispatches to a buyer. */
async function sentBy(trx: Trx, column: 'd.id' | 'd.buyer_id', id: number): Promise<Flow[]> {
  const rows = await trx
    .selectFrom('dispatch_line as x')
    .innerJoin('dispatch as d', 'd.id', 'x.dispatch_id')
    .select(['x.lot_id as lotId', 'd.id as documentId', sql<number>`cast(sum(x.quantity) as bigint)`.as('quantity')])
    .where(column, '=', id)
    .where('x.deleted_at', 'is', null)
    .where('d.deleted_at', 'is', null)
    .groupBy(['x.lot_id', 'd.id'])
    .orderBy('d.id')
    .orderBy('x.lot_id')
    .execute();
  return rows.map((row) => ({ ...row, documentKind: 'dispatch' }));
}

const nothing = { lotIds: [], runIds: [], sent: [] };

const finders: Readonly<Record<TraceRoot, Find>> = {
  lots: async (trx, id) =>
    (await recordExists(trx, 'lot', id)) ? { ...nothing, root: nodeId('lot', id), lotIds: [id] } : undefined,
  goods: async (trx, id) => {
    const good = await trx
      .selectFrom('finished_good')
      .select('lot_id as lotId')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return good?.lotId ? { ...nothing, root: nodeId('lot', good.lotId), lotIds: [good.lotId] } : undefined;
  },
  inwards: async (trx, id) => {
    if (!(await recordExists(trx, 'inward', id))) return undefined;
    const lotIds = await lotsOfInward(trx, id);
    return { ...nothing, root: nodeId('inward', id), lotIds, record: { kind: 'inward', id } };
  },
  suppliers: async (trx, id) => {
    if (!(await recordExists(trx, 'supplier', id))) return undefined;
    const lotIds = await lotsOfSupplier(trx, id);
    return { ...nothing, root: nodeId('supplier', id), lotIds, record: { kind: 'supplier', id } };
  },
  'production-runs': async (trx, id) =>
    (await recordExists(trx, 'production_run', id)) ? { ...nothing, root: nodeId('run', id), runIds: [id] } : undefined,
  dispatches: async (trx, id) => {
    if (!(await recordExists(trx, 'dispatch', id))) return undefined;
    return { ...nothing, root: nodeId('dispatch', id), sent: await sentBy(trx, 'd.id', id) };
  },
  buyers: async (trx, id) => {
    if (!(await recordExists(trx, 'buyer', id))) return undefined;
    const sent = await sentBy(trx, 'd.buyer_id', id);
    return { ...nothing, root: nodeId('buyer', id), sent, record: { kind: 'buyer', id } };
  },
};

/** The trace query for a record; undefined if it does not exist. */
export async function findRoot(trx: Trx, root: TraceRoot, id: number): Promise<TraceQuestion | undefined> {
  return await finders[root](trx, id);
}
