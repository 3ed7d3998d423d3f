import { stockOnEndpoints } from '#contract/stock/lots/stockOn.ts';
import { longList } from '../../core/lists/longList.ts';
import { itemOnList, withStockOn } from './stockOn.ts';

/** The stock of items on a day. */
export const itemsOn = longList(import.meta.url, stockOnEndpoints.items.answer, itemOnList, withStockOn);

export default itemsOn.inThread;
