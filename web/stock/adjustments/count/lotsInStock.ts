import { stockOnEndpoints } from '#contract/stock/lots/stockOn.ts';
import { call } from '#web/core/api/client.ts';
import { inSheetOrder } from './countValues.ts';

/** All lots with stock by the end of a day, in the order of the count sheet. */
export async function findLotsInStock(asOn: string, signal?: AbortSignal) {
  return inSheetOrder(await call(stockOnEndpoints.lots, { query: { asOn, hasStock: 'true' }, signal }));
}
