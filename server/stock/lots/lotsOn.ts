import { stockOnEndpoints } from '#contract/stock/lots/stockOn.ts';
import { longList } from '../../core/lists/longList.ts';
import { lotOnList, withValueOn } from './stockOn.ts';

/** The rest of lots on a day. */
export const lotsOn = longList(import.meta.url, stockOnEndpoints.lots.answer, lotOnList, withValueOn);

export default lotsOn.inThread;
