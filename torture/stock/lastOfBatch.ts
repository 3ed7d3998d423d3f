/** Races for one batch: for the last of it, and between people who take from it and one who puts it on hold. */
import { addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { type Answer, type Caller, expectStatus, type Json, type Started, sureCaller } from '../clients/caller.ts';
import type { Context } from '../runner/attack.ts';
import { until } from '../runner/until.ts';

const BATCH = 10;
/** Of these shares only one fits into the batch. */
const SHARE = 6;
const TAKERS = 8;
/** So little that the batch outlasts the race. */
const LITTLE = 0.01;
/** So often each of them tries once the hold is answered. */
const TRIES_AFTER = 3;

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

/** A batch is put on hold while people take from it: once that is answered, nothing leaves it. */
export async function raceWithHold({ random, found }: Context, { calls, call }: Started): Promise<void> {
  const { lotId, dispatch, run } = await makeBatch(call);
  let isHeld = false;
  const tries = { asked: 0 };
  let won = 0;
  const taking = Array.from({ length: TAKERS }, async () => {
    for (let after = 0; after < TRIES_AFTER; after += isHeld ? 1 : 0) {
      const wasHeld = isHeld;
      tries.asked += 1;
      const answer = await random.pick([dispatch, dispatch, run])(random.pick(calls), LITTLE);
      if (answer?.status === 201) won += 1;
      else if (answer?.status !== 409) found.faults.push(`taking beside a hold answered ${answer?.text}`);
      if (wasHeld && answer?.status !== 409) found.faults.push(`${answer?.text} was taken from a lot on hold`);
    }
  });
  const hold = async () => {
    const end = random.whole(TAKERS, 4 * TAKERS);
    await until(() => tries.asked >= end, 'nobody took from the batch', {
      everyMs: 1,
    });
    await expectStatus(200, random.pick(calls)('POST', `/lots/${lotId}/hold`, { reason: 'Race' }));
  };
  const holding = async () => {
    await hold().finally(() => (isHeld = true));
    return await leftIn(call, lotId);
  };
  const [left] = await Promise.all([holding(), ...taking]);
  found.count('holds while people take');
  found.count('taken before holds', won);
  const now = await leftIn(call, lotId);
  if (now !== left) found.faults.push(`lot ${lotId} had ${left} when its hold was answered, and has ${now}`);
  const expected = Math.round((BATCH - won * LITTLE) * 1000) / 1000;
  if (now !== expected) found.faults.push(`lot ${lotId} has ${now}, expected ${expected}`);
}
