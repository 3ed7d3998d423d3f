/** Counts by a user, several at once and of any day: the stock must stay within the tolerance of its item. */
import { addInward, addMaterial, addSupplier } from '#test/factories.ts';
import type { SeededRandom } from '#seed/seededRandom.ts';
import { type Caller, expectStatus, sureCaller } from '../clients/caller.ts';

const STOCK = 20;
const TOLERANCE_PERCENT = 1;
const STEPS = 4;
const AT_ONCE = 3;

/** Receives a lot of an item with a tolerance. */
async function receiveLot(admin: Caller): Promise<{ rawMaterialId: number; itemId: number; lotId: number }> {
  const sure = sureCaller(admin);
  const rawMaterialId = await addMaterial(sure, { unit: 'kg' });
  const { itemId } = await expectStatus(200, admin('GET', `/materials/${rawMaterialId}`));
  const item = await expectStatus(200, admin('GET', `/items/${itemId}`));
  const settings = { ...item, balanceTolerancePercent: TOLERANCE_PERCENT, updatedAt: undefined };
  await expectStatus(200, admin('PUT', `/items/${itemId}`, settings));
  const { rawMaterials } = await addInward(sure, await addSupplier(sure), [[rawMaterialId, STOCK]], {
    inwardDate: '2026-11-01',
  });
  return { rawMaterialId, itemId, lotId: rawMaterials[0].lotId };
}

/** Tries to move more than the tolerance by counts; returns faults. */
export async function tryCounts(admin: Caller, user: Caller, random: SeededRandom): Promise<string[]> {
  const { rawMaterialId, itemId, lotId } = await receiveLot(admin);
  const side = random.pick([-1, 1]);
  // In steps of the tolerance, which a chain of counts could add up; or far beyond it.
  const quantity = () => STOCK + side * random.pick([0, 0.1, 0.2, 0.201, 0.399, 0.4, 0.6, 5, STOCK]);
  const count = async () => {
    const line = random.chance(0.8) ? { lotId, quantity: quantity() } : { rawMaterialId, quantity: 3 };
    const date = random.pick(['2026-11-01', '2026-11-10', '2026-11-20']);
    const posing = random.pick([{}, { kind: 'opening' }, { state: 'posted', waitingSince: null }, { countedBy: null }]);
    const answer = await user('POST', '/counts', { ...posing, date, reason: '', lines: [line] });
    return answer && [201, 409].includes(answer.status) ? [] : [`${answer?.status} for a count: ${answer?.text}`];
  };
  const faults: string[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    faults.push(...(await Promise.all(Array.from({ length: AT_ONCE }, count))).flat());
    const lots: { onHandQty: number }[] = await expectStatus(200, admin('GET', `/lots?itemId=${itemId}`));
    const onHand = lots.reduce((sum, lot) => sum + Math.round(lot.onHandQty * 1000), 0);
    const most = STOCK * 10 * TOLERANCE_PERCENT;
    if (Math.abs(onHand - STOCK * 1000) > most) faults.push(`counts by a user left ${onHand / 1000} of ${STOCK} kg`);
  }
  return faults;
}
