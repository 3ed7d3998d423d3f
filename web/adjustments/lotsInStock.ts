import { lotEndpoints } from '#contract/lots.ts';
import { call } from '#web/api/client.ts';
import { inSheetOrder } from './countValues.ts';

/** All lots with stock, as they are now, in the order of the count sheet. */
export async function findLotsInStock(signal?: AbortSignal) {
  return inSheetOrder(await call(lotEndpoints.list, { query: { hasStock: 'true' }, signal }));
}
