import { massBalanceAnswer } from '#contract/prove/massBalance.ts';
import { longRead } from '../../core/db/sqlite/longReads.ts';
import { jsonOf } from '../../core/http/answers.ts';
import { findMassBalance, type AskedBalance } from './massBalance.ts';

/** A mass balance as JSON; undefined if there is no such item or lot. */
export const balanceRead = longRead(import.meta.url, async (snapshot, asked: AskedBalance) => {
  const balance = await findMassBalance(snapshot, asked);
  return balance && jsonOf(massBalanceAnswer, balance);
});

export default balanceRead.inThread;
