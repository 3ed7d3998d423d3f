/** A race for the last of one batch. */
import { addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { type Answer, type Caller, expectStatus, type Json, type Started, sureCaller } from '../clients/caller.ts';
import type { Context } from '../runner/attack.ts';

const BATCH = 10;
/** Only one of these shares fits into the batch. */
const SHARE = 6;

interface Made {
  lotId: number;
  dispatch: (call: Caller, quantity: number) => Promise<Answer | undefined>;
  /** Takes the batch as the input of another run. */
  run: (call: Caller, quantity: number) => Promise<Answer | undefined>;
}

let made = 0;

/** A batch of a new product, made by a run. */
async function makeBatch(call: Caller): Promise<Made> {
  const sure = sureCaller(call);
  const [rawMaterialId, productId] = [await addMaterial(sure), await addProduct(sure)];
  const buyer = { name: `Buyer ${(made += 1)}`, phone: '9811111112', status: 1 };
  const { buyerId } = await expectStatus(201, call('POST', '/buyers', buyer));
  await addInward(sure, await addSupplier(sure), [[rawMaterialId, BATCH]]);
  const productionDate = '2026-11-10';
  const output = { productId, batchNumber: `Race ${(made += 1)}`, quantity: BATCH };
  const inputs = [{ rawMaterialId, quantity: BATCH }];
  const body = { productionDate, inputs, outputs: [output] };
  const { outputs }: Json = await expectStatus(201, call('POST', '/production-runs', body));
  const { lotId, finishedGoodId } = outputs[0];
  return {
    lotId,
    dispatch: async (by, quantity) => {
      const lines = [{ finishedGoodId, quantity }];
      return await by('POST', '/dispatches', { buyerId, dispatchDate: '2026-11-11', invoiceNumber: 'R/1', lines });
    },
    run: async (by, quantity) =>
      await by('POST', '/production-runs', { productionDate, inputs: [{ productId, quantity }] }),
  };
}

async function leftIn(call: Caller, lotId: number): Promise<number> {
  return Number((await expectStatus(200, call('GET', `/lots/${lotId}`))).onHandQty);
}

/** Two dispatches and a run want more than half of a batch at once: one of them gets it. */
export async function raceForLast({ random, found }: Context, { calls, call }: Started): Promise<void> {
  const { lotId, dispatch, run } = await makeBatch(call);
  const takers = [dispatch, dispatch, run].map((take) => take(random.pick(calls), SHARE));
  const statuses = (await Promise.all(takers)).map((answer) => answer?.status ?? 0).toSorted((a, b) => a - b);
  found.count('races for the last of a batch');
  if (statuses.join() !== '201,409,409') found.faults.push(`a race for a batch answered ${statuses.join()}`);
  const left = await leftIn(call, lotId);
  found.add('oversold', left === BATCH - SHARE ? [] : [`${left} are left of the batch in lot ${lotId}`]);
}
