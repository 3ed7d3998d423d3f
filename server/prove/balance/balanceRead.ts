import { massBalanceAnswer } from '#contract/prove/massBalance.ts';
import { bytesOf, longRead } from '../../core/db/sqlite/threadReads.ts';
import { jsonOf } from '../../core/http/answers.ts';
import { findMassBalance, type BalanceRequest } from './massBalance.ts';

/** A mass balance as JSON; undefined if there is no such item or lot. */
export const balanceRead = longRead(import.meta.url, async (snapshot, request: BalanceRequest) => {
  const balance = await findMassBalance(snapshot, request);
  return balance && bytesOf(jsonOf(massBalanceAnswer, balance));
});

export default balanceRead.inThread;
