/** Losses of a run in pieces of an input: of each input no more is lost than was consumed. */
import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict, type ApiError } from '../../core/http/errors.ts';
import { findBlocking } from '../../stock/names/documentLabels.ts';
import type { ItemReference } from '../../stock/ledger/items.ts';

type Input = ItemReference & { quantity: number };
/** Without a quantity it is a loss of mass, which is of no input in particular. */
type Loss = ItemReference & { quantity: number | null };

/** The key of an input's item in maps. */
export function itemKey({ rawMaterialId, productId }: ItemReference): string {
  return `${rawMaterialId} ${productId}`;
}

/** Losses beyond the inputs of their item, or of an item that is no input, by position. */
export function findExcessLosses(
  inputs: readonly Input[],
  losses: readonly Loss[],
): Map<number, 'noInput' | 'tooMuch'> {
  const remaining = new Map<string, number>();
  for (const input of inputs) remaining.set(itemKey(input), (remaining.get(itemKey(input)) ?? 0) + input.quantity);
  const excess = new Map<number, 'noInput' | 'tooMuch'>();
  for (const [position, loss] of losses.entries()) {
    if (loss.quantity === null) continue;
    const available = remaining.get(itemKey(loss));
    if (available === undefined) excess.set(position, 'noInput');
    else if (loss.quantity > available) excess.set(position, 'tooMuch');
    else remaining.set(itemKey(loss), available - loss.quantity);
  }
  return excess;
}

/** The 409 of a call that changes or deletes one production, of which its run notes more as lost than would remain. */
export async function lossConflict(trx: Trx, runId: number): Promise<ApiError> {
  const documents = await findBlocking(trx, [{ documentKind: 'run', documentId: runId }]);
  const sentence = stockRefusals.lossesStay(documents.map(({ label }) => label).join());
  return conflict(sentence, { quantity: [sentence] }, documents);
}
