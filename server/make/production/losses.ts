/** Losses of a run in pieces of an input: of each input no more is lost than was consumed. */
import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict } from '../../core/http/errors.ts';
import { findBlocking } from '../../stock/ledger/documentLabels.ts';
import type { ItemReference } from '../../stock/ledger/items.ts';

type Used = ItemReference & { quantity: number };
/** Without a quantity it is a loss of mass, which is of no input in particular. */
type Lost = ItemReference & { quantity: number | null };

/** The key of an input's item in maps. */
export function itemKey({ rawMaterialId, productId }: ItemReference): string {
  return `${rawMaterialId} ${productId}`;
}

/** Losses beyond the inputs of their item, or of an item that is no input, by position. */
export function findExcessLosses(inputs: readonly Used[], losses: readonly Lost[]): Map<number, 'noInput' | 'tooMuch'> {
  const left = new Map<string, number>();
  for (const input of inputs) left.set(itemKey(input), (left.get(itemKey(input)) ?? 0) + input.quantity);
  const excess = new Map<number, 'noInput' | 'tooMuch'>();
  for (const [position, loss] of losses.entries()) {
    if (loss.quantity === null) continue;
    const rest = left.get(itemKey(loss));
    if (rest === undefined) excess.set(position, 'noInput');
    else if (loss.quantity > rest) excess.set(position, 'tooMuch');
    else left.set(itemKey(loss), rest - loss.quantity);
  }
  return excess;
}

/**
 * Checks a locked run after a change or deletion of one of its inputs: throws 409 with the run if its inputs no longer
 * cover their losses. A run without inputs is deleted, with its losses.
 */
export async function checkLosses(trx: Trx, runId: number): Promise<void> {
  const columns = ['raw_material_id as rawMaterialId', 'product_id as productId', 'quantity'] as const;
  const ofRun = trx.selectFrom('run_loss').select(columns).where('run_id', '=', runId);
  const losses = await ofRun.where('quantity', 'is not', null).execute();
  if (losses.length === 0) return;
  const inputs = await trx
    .selectFrom('production')
    .select(columns)
    .where('run_id', '=', runId)
    .where('deleted_at', 'is', null)
    .execute();
  if (inputs.length === 0 || findExcessLosses(inputs, losses).size === 0) return;
  const documents = await findBlocking(trx, [{ documentKind: 'run', documentId: runId }]);
  const sentence = stockRefusals.lossesStay(documents.map(({ label }) => label).join());
  throw conflict(sentence, { quantity: [sentence] }, documents);
}
