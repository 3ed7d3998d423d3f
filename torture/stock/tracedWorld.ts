/** Random worlds of traced lots: their movements, stored beside the database in plain lists. */
import { adjustmentDocument } from '#server/stock/adjustments/actions.ts';
import { dispatchDocument } from '#server/ship/dispatches/actions.ts';
import { inwardDocument } from '#server/buy/inward/actions.ts';
import { releaseLot } from '#server/stock/lots/actions.ts';
import { createFinishedGood } from '#server/make/goods/actions.ts';
import { createRun } from '#server/make/production/runActions.ts';
import type { Write } from '#server/core/records/write.ts';
import type { SeededRandom } from '#seed/seededRandom.ts';
import { dataUrl, pdf } from '#test/factories.ts';
import type { Ground, TracedItem } from './tracedGround.ts';

/** A lot; quantities in thousandths. */
export interface WorldLot {
  lotId: number;
  item: TracedItem;
  /** The document that brought it in: an inward, a run or an adjustment, as a trace names it. */
  from: string;
  /** By that document. */
  quantity: number;
  /** By counts that came upon more, by adjustment. */
  found: Map<number, number>;
  /** By counts that came upon less. */
  lost: number;
  left: number;
  /** Whether its purchase claims organic. */
  isOrganic?: boolean;
  /** Set for a buyer's return. */
  parent?: { lot: WorldLot; dispatchId: number };
}

export interface Moved {
  lot: WorldLot;
  quantity: number;
}

/** Events of a world. Lots precede those made from them. */
export interface TracedWorld {
  lots: WorldLot[];
  runs: { runId: number; inputs: Moved[]; outputs: WorldLot[]; hasReason: boolean }[];
  dispatches: {
    dispatchId: number;
    buyerId: number;
    lines: (Moved & { dispatchLineId: number; returned: number })[];
  }[];
  /** Write-offs, counts that came upon less, and returns to suppliers. */
  losses: (Moved & { adjustmentId: number })[];
  supplierOf: Map<string, number>;
  /** The name of the supplier of a purchase; empty for other lots. */
  supplierNameOf: (lot: WorldLot) => string;
}

const MOST = 300_000;
const DAY = '2026-11-10';
/** Thousandths of a milligram, without packaging. */
export function massOf(moved: readonly { item: TracedItem; quantity: number }[]): bigint {
  const counted = moved.filter(({ item }) => item.part !== 'packaging');
  return counted.reduce((sum, { item, quantity }) => sum + BigInt(quantity) * BigInt(item.milligrams), 0n);
}

/** Everything of a lot that came in. */
export function wholeOf({ quantity, found }: WorldLot): number {
  return [...found.values()].reduce((sum, each) => sum + each, quantity);
}

let batches = 0;

/** Makes a random world in the transaction of `write`, which the caller rolls back. */
export async function makeTracedWorld(write: Write, ground: Ground, random: SeededRandom): Promise<TracedWorld> {
  const supplierOf = new Map<string, number>();
  const world: TracedWorld = {
    lots: [],
    runs: [],
    dispatches: [],
    losses: [],
    supplierOf,
    supplierNameOf: ({ from }) => ground.suppliers.get(supplierOf.get(from) ?? 0) ?? '',
  };
  const amount = () => random.whole(1, random.chance(0.2) ? 50 : MOST);
  const open = (lot: Omit<WorldLot, 'found' | 'lost' | 'left'>) => {
    const opened = { ...lot, found: new Map<number, number>(), lost: 0, left: lot.quantity };
    world.lots.push(opened);
    return opened;
  };
  /** Some lots of which something is left, each once, with a part of it. */
  const takeSome = (most: number): Moved[] => {
    const picked = new Set(Array.from({ length: random.whole(1, most) }, () => random.pick(world.lots)));
    return [...picked].flatMap((lot) => {
      if (lot.left === 0) return [];
      const quantity = random.chance(0.2) ? lot.left : random.whole(1, lot.left);
      lot.left -= quantity;
      return [{ lot, quantity }];
    });
  };
  const adjust = async (
    kind: 'opening' | 'count' | 'writeOff' | 'supplierReturn' | 'buyerReturn',
    lines: { lotId?: number; dispatchLineId?: number; item?: TracedItem; quantity: number }[],
    supplierId: number | null = null,
  ) =>
    await adjustmentDocument.create(write, {
      kind,
      date: DAY,
      reason: 'World',
      supplierId,
      lines: lines.map(({ lotId, dispatchLineId, item, quantity }) => ({
        lotId,
        dispatchLineId,
        quantity,
        code: '',
        expiresOn: null,
        pricePerUnit: null,
        reason: '',
        rawMaterialId: item?.rawMaterialId ?? null,
        productId: item?.productId ?? null,
      })),
    });

  const receive = async () => {
    const supplierId = random.pick([...ground.suppliers.keys()]);
    const lines = Array.from({ length: random.whole(1, 3) }, () => ({
      item: random.pick(ground.materials),
      quantity: amount(),
      isOrganic: random.chance(0.8),
    }));
    const { inwardId, rawMaterials } = await inwardDocument.create(write, {
      supplierId,
      invoiceNumber: 'W/1',
      inwardDate: DAY,
      totalGst: 0,
      status: 'notpaid',
      billAttachment: dataUrl(pdf),
      rawMaterials: lines.map(({ item, quantity, isOrganic }) => ({
        rawMaterialId: item.rawMaterialId ?? 0,
        quantity,
        pricePerUnit: 100,
        claim: isOrganic ? 'organic' : 'conventional',
        // The supplier D has no certificate.
        overrideReason: 'World',
      })),
    });
    const from = `inward-${inwardId}`;
    world.supplierOf.set(from, supplierId);
    for (const [index, line] of lines.entries()) open({ ...line, lotId: rawMaterials[index]?.lotId ?? 0, from });
  };
  const openStock = async () => {
    const [item, quantity] = [random.pick([...ground.materials, ...ground.products]), amount()];
    const { adjustmentId, lines } = await adjust('opening', [{ item, quantity }]);
    open({ item, quantity, lotId: lines[0]?.lotId ?? 0, from: `adjustment-${adjustmentId}` });
  };
  /** A run may have the same product as input and output: goods that are ground again. */
  const produce = async () => {
    const inputs = takeSome(4);
    if (inputs.length === 0) return;
    const outputs = Array.from({ length: random.chance(0.1) ? 0 : random.whole(1, 3) }, () => ({
      item: random.pick(ground.products),
      quantity: amount(),
    }));
    const wentIn = massOf(inputs.map(({ lot, quantity }) => ({ item: lot.item, quantity })));
    // Half of the runs make about as much as went in, where the bound of the mass matters.
    const isNear = wentIn > 0n && random.chance(0.5);
    for (const output of isNear ? outputs : []) {
      const most = (wentIn * BigInt(random.whole(20, 160))) / BigInt(100 * output.item.milligrams * outputs.length);
      output.quantity = Math.min(MOST, Math.max(1, Number(most)));
    }
    const taken = [...Map.groupBy(inputs, ({ lot }) => lot.item)];
    // Without the gain that each item allows, rounded up: a reason that is not needed is allowed, too.
    const needed = outputs.reduce(
      (sum, output) => sum + (massOf([output]) * 100_000n) / BigInt(100_000 + output.item.maxGain) + 1n,
      0n,
    );
    const isTooMuch = needed > wentIn;
    const gainReason = isTooMuch || random.chance(0.5) ? 'World' : '';
    const numbered = outputs.map((output) => ({ ...output, batchNumber: `W${(batches += 1)}` }));
    /** Some batches were recorded by themselves before. */
    const recorded = new Map<string, number>();
    for (const { item, quantity, batchNumber } of numbered) {
      if (quantity < 1000 || !random.chance(0.1)) continue;
      const batch = { productId: item.productId ?? 0, batchNumber, quantity, status: 'available' as const };
      const { finishedGoodId } = await createFinishedGood(
        write,
        { ...batch, finishedGoodId: undefined, manufactureDate: DAY, expiryDate: null, updatedAt: undefined },
        DAY,
      );
      recorded.set(batchNumber, finishedGoodId);
    }
    const run = await createRun(write, {
      productionDate: DAY,
      status: 'in_progress',
      recipeId: null,
      note: '',
      gainReason,
      losses: [],
      inputs: taken.map(([{ rawMaterialId, productId }, own]) => ({
        productionId: undefined,
        rawMaterialId,
        productId,
        quantity: own.reduce((sum, { quantity }) => sum + quantity, 0),
        lots: own.map(({ lot, quantity }) => ({ lotId: lot.lotId, quantity })),
      })),
      outputs: numbered.map(({ item, quantity, batchNumber }) => ({
        finishedGoodId: recorded.get(batchNumber),
        productId: item.productId ?? 0,
        quantity,
        batchNumber,
        manufactureDate: null,
        expiryDate: null,
      })),
    });
    // In the order in which the run shows them.
    const opened = run.outputs.flatMap(({ lotId, batchNumber }) => {
      const output = numbered.find((each) => each.batchNumber === batchNumber);
      return output ? [open({ item: output.item, quantity: output.quantity, lotId, from: `run-${run.runId}` })] : [];
    });
    world.runs.push({ runId: run.runId, inputs, outputs: opened, hasReason: gainReason !== '' });
  };
  const dispatch = async () => {
    const sent = takeSome(3);
    if (sent.length === 0) return;
    const buyerId = random.pick(ground.buyerIds);
    const { dispatchId, lines } = await dispatchDocument.create(write, {
      buyerId,
      dispatchDate: DAY,
      invoiceNumber: 'W/2',
      vehicle: '',
      transportDocument: '',
      transactionCertificate: '',
      note: '',
      lines: sent.map(({ lot, quantity }) => ({ lotId: lot.lotId, finishedGoodId: undefined, quantity })),
    });
    if (random.chance(0.1)) {
      // A deleted dispatch counts as if it had never left.
      await dispatchDocument.remove(write, dispatchId);
      for (const { lot, quantity } of sent) lot.left += quantity;
      return;
    }
    const withIds = sent.map((line, index) => ({
      ...line,
      dispatchLineId: lines[index]?.dispatchLineId ?? 0,
      returned: 0,
    }));
    world.dispatches.push({ dispatchId, buyerId, lines: withIds });
  };
  /** Some of a dispatch comes back, and may go on from there. */
  const giveBack = async () => {
    if (world.dispatches.length === 0) return;
    const { dispatchId, lines } = random.pick(world.dispatches);
    const back = lines.flatMap((line) => {
      const most = line.quantity - line.returned;
      return most > 0 && random.chance(0.6) ? [{ line, quantity: random.whole(1, most) }] : [];
    });
    if (back.length === 0) return;
    const asked = back.map(({ line, quantity }) => ({ dispatchLineId: line.dispatchLineId, quantity }));
    const { adjustmentId, lines: returned } = await adjust('buyerReturn', asked);
    for (const [index, { line, quantity }] of back.entries()) {
      const lotId = returned[index]?.lotId ?? 0;
      line.returned += quantity;
      const parent = { lot: line.lot, dispatchId };
      open({ lotId, item: line.lot.item, from: `adjustment-${adjustmentId}`, quantity, parent });
      await releaseLot(write, lotId, 'Looked at');
    }
  };
  const count = async () => {
    const lot = random.pick(world.lots);
    const counted = random.whole(0, 2 * lot.left + 10);
    const { adjustmentId } = await adjust('count', [{ lotId: lot.lotId, quantity: counted }]);
    if (counted > lot.left) lot.found.set(adjustmentId, counted - lot.left);
    if (counted < lot.left) {
      world.losses.push({ adjustmentId, lot, quantity: lot.left - counted });
      lot.lost += lot.left - counted;
    }
    lot.left = counted;
  };
  const lose = async () => {
    const lost = takeSome(2);
    if (lost.length === 0) return;
    const lines = lost.map(({ lot, quantity }) => ({ lotId: lot.lotId, quantity }));
    const { adjustmentId } = await adjust('writeOff', lines);
    world.losses.push(...lost.map((line) => ({ ...line, adjustmentId })));
  };
  const sendBack = async () => {
    const [first] = takeSome(1);
    const supplierId = first && world.supplierOf.get(first.lot.from);
    if (!first || supplierId === undefined) {
      if (first) first.lot.left += first.quantity;
      return;
    }
    const lines = [{ lotId: first.lot.lotId, quantity: first.quantity }];
    const { adjustmentId } = await adjust('supplierReturn', lines, supplierId);
    world.losses.push({ ...first, adjustmentId });
  };

  await receive();
  const steps = [receive, openStock, produce, produce, produce, produce, produce, dispatch, dispatch, giveBack];
  const all = [...steps, giveBack, count, lose, sendBack];
  for (let left = random.whole(2, 14); left > 0; left -= 1) await random.pick(all)();
  return world;
}
