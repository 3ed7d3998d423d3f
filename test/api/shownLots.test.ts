/**
 * The lots that the form of a run shows for its inputs are those that are saved, whatever is edited. Random runs: the form's
 * functions allocate, the API saves. SHOWN_SEED repeats a sequence.
 */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addSupplier } from '#test/factories.ts';
import { verifyAfterEach, worldOf } from '#test/world.ts';
import type { LotRecord } from '#contract/stock/lots/lots.ts';
import { fromThousandths, toThousandths } from '#contract/core/values/numbers.ts';
import type { RunWithClaims } from '#contract/make/runs.ts';
import { SeededRandom } from '#seed/seededRandom.ts';
import { allocateInputs, withShownLots, type InputAllocation } from '#web/make/production/form/inputAllocations.ts';
import { bodyOf, isPlain, isStoredAs, plainBodyOf } from '#web/make/production/runBody.ts';
import { blankInput, blankValues, valuesOf, type RunValues } from '#web/make/production/runValues.ts';
import type { ItemChoice } from '#web/stock/items/itemChoice.ts';

const RUNS = 120;
const days = ['2026-10-05', '2026-11-01', '2026-11-10', '2026-11-20'];
const expiries = [null, null, '2026-11-05', '2026-12-01', '2027-06-30'];

const app = await buildTestApp();
const admin = await app.as('admin');
const { done, itemOf, must, receive } = worldOf(admin);
verifyAfterEach(app);

async function addItem(supplierId: number, name: string): Promise<ItemChoice> {
  const rawMaterialId = await addMaterial(admin, { name });
  await receive(supplierId, rawMaterialId, 40);
  const { itemId } = await itemOf({ rawMaterialId });
  return { itemId, rawMaterialId, productId: null, itemName: name, unit: 'kg' };
}

async function openLotsOf(items: readonly ItemChoice[]): Promise<Map<number, LotRecord[]>> {
  const lots = new Map<number, LotRecord[]>();
  for (const { itemId } of items) {
    const query = `itemId=${itemId}&hasStock=true&page=1&pageSize=200&sort=expiresOn&order=asc`;
    lots.set(itemId, await done('GET', `/lots?${query}`));
  }
  return lots;
}

const quantityOf = (random: SeededRandom) => String(fromThousandths(random.whole(1, 30_000)));

/** Values as a person may type them: of a new run, or of an edited one with inputs that go, change and are added. */
function typed(random: SeededRandom, items: readonly ItemChoice[], record?: RunWithClaims): RunValues {
  const values = record ? valuesOf(record) : blankValues();
  const kept = values.inputs.filter(({ item }) => item !== null && random.chance(0.75));
  const changed = kept.map((input) => {
    if (random.chance(0.15)) return { ...input, item: random.pick(items), lots: null };
    return random.chance(0.5) ? { ...input, quantity: quantityOf(random) } : input;
  });
  const added = Array.from({ length: random.whole(changed.length === 0 ? 1 : 0, 2) }, () => {
    return { ...blankInput(), item: random.pick(items), quantity: quantityOf(random) };
  });
  return {
    ...values,
    productionDate: record && random.chance(0.7) ? values.productionDate : random.pick(days),
    status: 'in_progress',
    note: values.note === '' && random.chance(0.3) ? 'Noted' : values.note,
    inputs: random.chance(0.3) ? [...added, ...changed] : [...changed, ...added],
  };
}

/** Lots by hand: quantities of those that are available to the input. */
function chosen(random: SeededRandom, { lots }: InputAllocation) {
  return lots.flatMap(({ lot, available }) => {
    if (available === 0 || lot.state !== 'released' || random.chance(0.4)) return [];
    return [{ lotId: lot.lotId, lotCode: lot.code, quantity: String(fromThousandths(random.whole(1, available))) }];
  });
}

const sumOf = (quantities: readonly number[]) =>
  String(fromThousandths(quantities.reduce((sum, each) => sum + each, 0)));

/** The values with some lots by hand, and no more of an item than there is. */
function settled(
  random: SeededRandom,
  before: RunValues,
  allocationsOf: (values: RunValues) => ReturnType<typeof allocateInputs>,
) {
  let values = before;
  for (const [index, input] of before.inputs.entries()) {
    const allocation = allocationsOf(values).get(input.key);
    if (!allocation || random.chance(0.7)) continue;
    const lots = chosen(random, allocation);
    const quantity = sumOf(lots.map((lot) => toThousandths(Number(lot.quantity)) ?? 0));
    if (lots.length > 0) values = { ...values, inputs: values.inputs.with(index, { ...input, lots, quantity }) };
  }
  const allocations = allocationsOf(values);
  const inputs = values.inputs.map((input) => {
    const allocated = allocations.get(input.key)?.allocated ?? [];
    return { ...input, quantity: sumOf(allocated.map(({ quantity }) => quantity)) };
  });
  return { ...values, inputs: inputs.filter(({ quantity }) => quantity !== '0') };
}

/** The lots of each input as text, since the order of lots means nothing. */
const lotsText = (lots: readonly { code: string; quantity: number }[]) =>
  lots
    .map(({ code, quantity }) => `${quantity} of ${code}`)
    .toSorted()
    .join(', ');

async function saved(values: RunValues, shown: RunValues, record?: RunWithClaims): Promise<number> {
  if (record) {
    const body = { ...bodyOf(shown), runId: record.runId, updatedAt: record.updatedAt, reason: '' };
    await must(200, 'PUT', `/production-runs/${record.runId}`, body);
    return record.runId;
  }
  if (!isPlain(values)) return (await must(201, 'POST', '/production-runs', bodyOf(shown))).runId;
  const [first] = await must(201, 'POST', '/Production/create-multiple', plainBodyOf(values));
  return first.runId;
}

test('the lots that a form shows are saved, for new runs and edits, proposed and chosen lots', async () => {
  const seed = Number(process.env['SHOWN_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  const random = new SeededRandom(seed);
  const supplierId = await addSupplier(admin);
  const items = [await addItem(supplierId, 'Amla'), await addItem(supplierId, 'Moringa')];
  const runIds: number[] = [];
  const counts = { proposed: 0, recorded: 0, adjusted: 0, chosen: 0 };
  for (let round = 1; round <= RUNS; round += 1) {
    for (const { rawMaterialId } of items) {
      const inward = { inwardDate: random.pick(days) };
      const line = { expiryDate: random.pick(expiries) };
      await receive(supplierId, rawMaterialId ?? 0, fromThousandths(random.whole(500, 15_000)), line, inward);
    }
    const openLots = await openLotsOf(items);
    const somewhere = random.pick([...openLots.values()].flat());
    if (somewhere.state === 'released' && random.chance(0.15)) {
      await done('POST', `/lots/${somewhere.lotId}/hold`, { reason: 'Moisture' });
      openLots.set(somewhere.itemId, (await openLotsOf(items)).get(somewhere.itemId) ?? []);
    }
    const editedId = runIds.length > 0 && random.chance(0.6) ? random.pick(runIds) : undefined;
    const record: RunWithClaims | undefined = editedId && (await done('GET', `/production-runs/${editedId}`));
    const allocationsOf = (draft: RunValues) => allocateInputs(draft, openLots, record?.inputs);
    const values = settled(random, typed(random, items, record), allocationsOf);
    if (values.inputs.length === 0) continue;
    const allocations = allocationsOf(values);
    const shown = withShownLots(values, allocations);
    const runId = await saved(values, shown, record);
    if (!record) runIds.push(runId);
    const after: RunWithClaims = await done('GET', `/production-runs/${runId}`);
    // Inputs are answered in the order of their ids, new ones last.
    const expected = values.inputs.map(({ key, productionId, item }) => {
      const { allocated = [], source = 'proposed' } = allocations.get(key) ?? {};
      counts[source] += 1;
      const lots = allocated.map(({ lot, quantity }) => ({ code: lot.code, quantity: fromThousandths(quantity) }));
      return { productionId, text: `${item?.itemName}: ${lotsText(lots)}` };
    });
    const stored = after.inputs.map(({ itemName, lots }) => {
      return `${itemName}: ${lotsText(lots.map((lot) => ({ code: lot.lotCode, quantity: lot.quantity })))}`;
    });
    const about = `seed ${seed}, round ${round}, ${record ? 'edit' : 'new'}`;
    expect(stored.toSorted(), about).toEqual(expected.map(({ text }) => text).toSorted());
    // A repeat of the change, whose answer was lost, is known as saved.
    if (record) {
      expect(isStoredAs(bodyOf(shown), after), about).toBe(stored.join() === expected.map(({ text }) => text).join());
    }
  }
  for (const [source, count] of Object.entries(counts)) expect(count, source).toBeGreaterThan(0);
});
