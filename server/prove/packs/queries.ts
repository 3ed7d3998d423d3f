import { sql } from 'kysely';
import { z } from 'zod';
import { MAX_PACKS, type packEndpoints, type PackState } from '#contract/prove/packs.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import { findLotNames } from '../../stock/ledger/lots.ts';

export type Pack = z.output<typeof packEndpoints.create.answer>;

interface PackRow {
  packId: number;
  from: string;
  to: string;
  lotIds: string;
  state: PackState;
  step: string;
  done: number;
  total: number;
  size: number | null;
  sha256: string | null;
  madeAt: string | null;
  createdBy: string | null;
  createdAt: string;
  remarks: string;
  hasFile: 0 | 1;
}

const ids = z.array(z.int());
const sentences = z.array(z.string());

function fileNameOf({ packId, from, to }: Pick<PackRow, 'packId' | 'from' | 'to'>): string {
  return `inspection-pack-${packId}_${from}_${to}.zip`;
}

/** The newest packs, or one of them. */
export async function findPacks(trx: Trx, packId?: number): Promise<Pack[]> {
  const { rows } = await sql<PackRow>`
    select k.id as "packId", k.from_day as "from", k.to_day as "to", k.lot_ids as "lotIds", k.state, k.step,
      k.steps_done as done, k.steps as total, k.size, k.sha256, k.made_at as "madeAt", u.full_name as "createdBy",
      k.created_at as "createdAt", k.remarks,
      case when exists (select 1 from inspection_pack_part p where p.pack_id = k.id) then 1 else 0 end as "hasFile"
    from inspection_pack k left join app_user u on u.id = k.created_by
    ${packId === undefined ? sql`` : sql`where k.id = ${packId}`}
    order by k.id desc limit ${sql.lit(MAX_PACKS)}`.execute(trx);
  const lotIds = rows.map((row) => ids.parse(JSON.parse(row.lotIds)));
  const names = await findLotNames(trx, lotIds.flat());
  return rows.map(({ lotIds: _, hasFile, remarks, ...row }, index) => ({
    ...row,
    remarks: sentences.parse(JSON.parse(remarks)),
    lots: (lotIds[index] ?? []).map((lotId) => {
      const { lotCode: code = '', itemName = '' } = names.get(lotId) ?? {};
      return { lotId, code, itemName };
    }),
    fileName: row.state === 'done' && hasFile ? fileNameOf(row) : null,
  }));
}

/** The bytes of a pack, piece by piece: they never change once it is done. */
export async function* readPackFile(db: Database, packId: number): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const part = await db
      .selectFrom('inspection_pack_part')
      .select('bytes')
      .where('pack_id', '=', packId)
      .where('position', '=', position)
      .executeTakeFirst();
    if (!part) return;
    yield part.bytes;
  }
}
