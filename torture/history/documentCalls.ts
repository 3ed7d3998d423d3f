/** The calls that write runs, dispatches, adjustments and recipes, with random content, and the history expected of them. */
import { adjustmentTexts } from '#contract/stock/adjustments/adjustmentTexts.ts';
import { addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { expectStatus, type Json, sureCaller } from '../clients/caller.ts';
import type { Content } from './content.ts';
import { adjustedLineChanges, documentFields, type DocumentNames } from './expectedDocuments.ts';
import { changesOf, states } from './expectedHistory.ts';
import type { Calls, Clients, Expected, Person } from './recordCalls.ts';

/** Stock of each material and product, in two lots. */
const PLENTY = 900_000;

type Kind = 'runs' | 'dispatches' | 'adjustments' | 'recipes';

interface Ground extends DocumentNames {
  supplierId: number;
}

/** Materials, products with batches, buyers, and a supplier, with their names. */
async function prepareGround({ call }: Person, content: Content): Promise<Ground> {
  const sure = sureCaller(call);
  const empty = () => new Map<number, Json>();
  const [materials, products, goods, buyers] = [empty(), empty(), empty(), empty()];
  const supplier = { name: content.text(80) };
  const supplierId = await addSupplier(sure, supplier);
  for (const unit of ['kg', 'litre', 'piece']) {
    const fields = { name: content.text(80), unit };
    const id = await addMaterial(sure, fields);
    materials.set(id, fields);
    const half: [number, number] = [id, PLENTY / 2];
    await addInward(sure, supplierId, [half, half]);
  }
  for (const unit of ['jar', 'pouch']) {
    const fields = { name: content.text(80), unit };
    const productId = await addProduct(sure, fields);
    products.set(productId, fields);
    for (let count = 0; count < 2; count += 1) {
      const good = { productId, batchNumber: content.text(50), quantity: PLENTY / 2, status: 'available' };
      const { finishedGoodId } = await expectStatus(201, call('POST', '/goods', good));
      goods.set(finishedGoodId, good);
    }
    const buyer = { name: content.text(80), phone: '9811111112', status: 1 };
    buyers.set((await expectStatus(201, call('POST', '/buyers', buyer))).buyerId, buyer);
  }
  const found: Json[] = await expectStatus(200, call('GET', '/lots'));
  const lots = new Map(found.map((lot) => [Number(lot.lotId), lot]));
  return { materials, products, goods, buyers, lots, suppliers: new Map([[supplierId, supplier]]), supplierId };
}

export async function documentCalls({ admin, manager, storekeeper }: Clients, content: Content): Promise<Calls> {
  const { random } = content;
  const ground = await prepareGround(admin, content);
  const fieldsOf = documentFields(ground);
  /** The existing documents, as they were sent, by kind and id. */
  const empty = () => new Map<number, Json>();
  const all = { runs: empty(), dispatches: empty(), adjustments: empty(), recipes: empty() };
  /** They hold the versions that they used, since they can be restored. */
  const deletedRuns: Json[] = [];

  /** The id of any document of a kind, of a state where one is named; one that isn't there where there is none. */
  function some(kind: Kind, state?: string): number {
    const ids = [...all[kind]].filter(([, { status }]) => state === undefined || status === state).map(([id]) => id);
    return random.pick(ids.length === 0 ? [999_999] : ids);
  }
  const amount = () => random.whole(1, 9000) / 1000;
  const one = (ids: ReadonlyMap<number, unknown>) => random.pick([...ids.keys()]);
  /** Up to so many of them, in any order. */
  const several = <T>(from: Iterable<T>, most: number): T[] => {
    const inAnyOrder = [...from].map((each) => ({ each, place: random.next() })).toSorted((a, b) => a.place - b.place);
    return inAnyOrder.slice(0, random.whole(1, most)).map(({ each }) => each);
  };
  const items = () => [
    ...[...ground.materials.keys()].map((rawMaterialId) => ({ rawMaterialId, productId: null })),
    ...[...ground.products.keys()].map((productId) => ({ rawMaterialId: null, productId })),
  ];

  function output(known?: Json) {
    const batch = known ?? { productId: one(ground.products), batchNumber: content.text(50) };
    return {
      ...batch,
      quantity: random.whole(1, 9000) / 1000,
      manufactureDate: content.maybe(content.date('2026-09')),
      expiryDate: content.maybe(content.date('2027-06')),
    };
  }

  function run(before?: Json) {
    const inputs = several(items(), 4).map((item) => ({ ...item, quantity: amount() }));
    const byPiece = () => ({ ...random.pick(inputs), grams: null, quantity: amount() });
    const lost = random.chance(0.5) ? byPiece : () => ({ grams: amount() });
    const stay: Json[] = (before?.outputs ?? []).filter(() => random.chance(0.7));
    return {
      productionDate: content.date('2026-10'),
      status: random.pick(['in_progress', 'completed']),
      recipeId: content.maybe(all.recipes.size > 0 ? some('recipes') : null),
      note: random.pick(['', content.text(300)]),
      gainReason: random.pick([before?.gainReason ?? '', content.text(300)]),
      afterExpiryReason: random.pick([before?.afterExpiryReason ?? '', content.text(200)]),
      inputs,
      outputs: [
        ...stay.map((each) => (random.chance(0.5) ? each : output(each))),
        ...Array.from({ length: random.whole(0, 2) }, () => output()),
      ],
      losses: Array.from({ length: random.whole(0, 2) }, () => ({ reason: content.text(100), ...lost() })),
    };
  }

  const dispatch = () => ({
    buyerId: one(ground.buyers),
    dispatchDate: content.date('2026-10'),
    invoiceNumber: content.text(60),
    vehicle: random.pick(['', content.text(60)]),
    transportDocument: random.pick(['', content.text(60)]),
    transactionCertificate: random.pick(['', content.text(60)]),
    afterExpiryReason: random.pick(['', content.text(200)]),
    note: random.pick(['', content.text(300)]),
    lines: several(ground.goods.keys(), 3).map((finishedGoodId) => ({ finishedGoodId, quantity: amount() })),
  });

  function adjustment(before?: Json) {
    const why = () => random.pick(['', content.text(100)]);
    const kind = before?.kind ?? random.pick(['opening', 'count', 'writeOff', 'supplierReturn', 'buyerReturn']);
    const ofSupplier = [...ground.lots].filter(([, { origin }]) => origin === 'received').map(([id]) => id);
    const lots = kind === 'supplierReturn' ? ofSupplier : ground.lots.keys();
    const line = () => ({ quantity: amount(), reason: why() });
    const dispatched: Json[] = [...all.dispatches.values()].flatMap(({ lines }) => lines);
    const stay = (before?.lines ?? []).map((each: Json) => (random.chance(0.5) ? each : { ...each, ...line() }));
    const more: Readonly<Record<string, () => Json[]>> = {
      opening: () => several(items(), 3).map((item) => ({ ...item, ...line(), code: content.text(50) })),
      buyerReturn: () =>
        several(dispatched, 1).map(({ dispatchLineId, quantity, finishedGoodId }) => {
          const { productId } = ground.goods.get(finishedGoodId);
          // Each time a thousandth of it can come back.
          return { dispatchLineId, productId, ...line(), quantity: Math.ceil(quantity) / 1000 };
        }),
    };
    const others = () => several(lots, 3).map((lotId) => ({ lotId, ...line() }));
    return {
      kind,
      date: content.date('2026-10'),
      reason: kind === 'writeOff' ? content.text(200) : why(),
      supplierId: kind === 'supplierReturn' ? ground.supplierId : null,
      lines: before && random.chance(0.5) ? stay : (more[kind] ?? others)(),
    };
  }

  const recipe = () => {
    const productId = one(ground.products);
    const others = items().filter((item) => item.productId !== productId);
    return {
      productId,
      outputQuantity: amount(),
      expectedYieldPercent: content.maybe(random.whole(0, 1_000_000) / 1000),
      note: random.pick(['', content.text(300)]),
      lines: several(others, 3).map((item) => {
        return { ...item, quantity: amount(), plannedLossPercent: random.pick([0, 1, 2.5]) };
      }),
    };
  };

  /** A document as it was sent, its lines with the ids that they were given. */
  const kept: Readonly<Record<Kind, (sent: Json, answered: Json) => Json>> = {
    runs: ({ reason: _, ...sent }, answered) => {
      const isOf = (input: Json) => (other: Json) =>
        other.rawMaterialId === input.rawMaterialId && other.productId === input.productId;
      const idOf = (input: Json): number => answered.inputs.find(isOf(input))?.productionId ?? 0;
      const goodOf = (made: Json): number =>
        answered.outputs.find((other: Json) => other.batchNumber === made.batchNumber)?.finishedGoodId ?? 0;
      const outputs = sent.outputs.map((made: Json) => ({ ...made, finishedGoodId: goodOf(made) }));
      return {
        ...sent,
        inputs: sent.inputs.toSorted((a: Json, b: Json) => idOf(a) - idOf(b)),
        outputs: outputs.toSorted((a: Json, b: Json) => a.finishedGoodId - b.finishedGoodId),
      };
    },
    dispatches: (sent, { lines }) => ({
      ...sent,
      lines: sent.lines.map((line: Json, index: number) => ({
        ...line,
        dispatchLineId: lines[index].dispatchLineId,
      })),
    }),
    adjustments: (sent, { lines }) => ({
      ...sent,
      lines: sent.lines.map((line: Json, index: number) => {
        const { adjustmentLineId: id, lotId, lotCode } = lines[index];
        return { ...line, id, lotId, lotCode };
      }),
    }),
    recipes: (sent) => sent,
  };

  /** The version of a recipe goes up where a run has used the newest one and the recipe says something else. */
  function versionOf(id: number, before: Json, sent: Json): number {
    if (!before) return 1;
    const isUsed = [...all.runs.values(), ...deletedRuns].some(
      ({ recipeId, usedVersion }) => recipeId === id && usedVersion === before.version,
    );
    const said = ({ outputQuantity, expectedYieldPercent, note, lines }: Json) =>
      JSON.stringify([outputQuantity, expectedYieldPercent, note, lines]);
    return before.version + (isUsed && said(before) !== said(sent) ? 1 : 0);
  }

  function told(kind: Kind, id: number, before: Json, sent: Json, answered: Json): Json {
    const after = kept[kind](sent, answered);
    if (kind === 'recipes') return { ...after, version: versionOf(id, before, sent) };
    if (kind !== 'runs') return after;
    const isSame = before && before.recipeId === sent.recipeId;
    return { ...after, usedVersion: isSame ? before.usedVersion : all.recipes.get(sent.recipeId)?.version };
  }

  /** The batches that a run makes, changes and deletes have events of their own. */
  function ofBatches(before: Json, after: Json, userId: number): Expected[] {
    const batchesOf = (record: Json) =>
      new Map<number, Json>((record?.outputs ?? []).map((each: Json) => [each.finishedGoodId, each]));
    const [had, has] = [batchesOf(before), batchesOf(after)];
    return [...new Set([...had.keys(), ...has.keys()])].flatMap((id): Expected[] => {
      const [was, is] = [had.get(id) ?? null, has.get(id) ?? null];
      // Without a date of its own it was made on the day of its run.
      const isMoved = was && is && !is.manufactureDate && before.productionDate !== after.productionDate;
      if (JSON.stringify(was) === JSON.stringify(is) && !isMoved) return [];
      // A batch that is deleted with its run is shown without its status.
      const [from, to] = [was && is ? { ...was, status: 'available' } : was, is && { ...is, status: 'available' }];
      const action = !was ? 'create' : is ? 'update' : 'delete';
      return [{ kind: 'goods', id, action, userId, changes: changesOf(fieldsOf['goods'] ?? {}, from, to) }];
    });
  }

  function events(kind: Kind, id: number, userId: number, before: Json, after: Json, reason?: string): Expected[] {
    const action = !before ? 'create' : after ? 'update' : 'delete';
    const changes = [
      ...changesOf(fieldsOf[kind] ?? {}, before, after && { ...after, reason: reason ?? after.reason }),
      ...(kind === 'adjustments' ? adjustedLineChanges(ground, before, after) : []),
    ];
    return [{ kind, id, action, userId, changes }, ...(kind === 'runs' ? ofBatches(before, after, userId) : [])];
  }

  /** A buyer's return is on hold from the start. */
  function holdsOf(kind: Kind, userId: number, before: Json, after: Json): Expected[] {
    if (kind !== 'adjustments' || after.kind !== 'buyerReturn') return [];
    const had = new Set((before?.lines ?? []).map(({ lotId }: Json) => lotId));
    const opened: Json[] = after.lines.filter(({ lotId }: Json) => !had.has(lotId));
    return opened.map(({ lotId, lotCode }) => {
      const fields = { Code: 'code', State: 'state', Reason: 'reason' };
      const held = { code: lotCode, state: states['onHold'], reason: after.reason || adjustmentTexts.returnedState };
      return { kind: 'lots', id: lotId, action: 'hold', userId, changes: changesOf(fields, null, held) };
    });
  }

  function forget(kind: Kind, id: number): void {
    if (kind === 'runs') deletedRuns.push(all.runs.get(id));
    all[kind].delete(id);
  }

  function callsOf(kind: Kind, path: string, fields: (before?: Json) => Json, other: Person = manager): Calls {
    const records = all[kind];
    const change = async (person: Person, id: number, end = '') => {
      const before = records.get(id);
      const fresh = fields(before);
      // Half of the edits change some fields, the others all.
      const field = random.pick(Object.keys(fresh));
      const sent: Json = before && random.chance(0.5) ? { ...before, [field]: fresh[field] } : fresh;
      const why = kind === 'runs' ? { reason: content.text(200) } : {};
      const answer = await person.call('PUT', `${path}/${id}${end}`, { ...sent, ...why });
      const expected = () => {
        const after = told(kind, id, before, sent, answer?.json);
        records.set(id, after);
        return [
          ...events(kind, id, person.userId, before, after, why.reason),
          ...holdsOf(kind, person.userId, before, after),
        ];
      };
      return { answer, expected };
    };
    const calls: Calls = {
      [`POST ${path}`]: async () => {
        const person = random.pick([admin, manager, other]);
        const sent = fields();
        const answer = await person.call('POST', path, sent);
        const expected = () => {
          const id = Number(Object.values(answer?.json)[0]);
          const after = told(kind, id, null, sent, answer?.json);
          records.set(id, after);
          return [...events(kind, id, person.userId, null, after), ...holdsOf(kind, person.userId, null, after)];
        };
        return { answer, expected };
      },
      [`PUT ${path}/{id}`]: async () => await change(random.pick([admin, manager]), some(kind)),
      [`DELETE ${path}/{id}`]: async () => {
        const id = some(kind);
        const before = records.get(id);
        const answer = await admin.call('DELETE', `${path}/${id}`);
        const expected = () => {
          forget(kind, id);
          return events(kind, id, admin.userId, before, null);
        };
        return { answer, expected };
      },
      // At once, so that nothing takes its place in between: two events.
      [`POST ${path}/{id}/restore`]: async () => {
        const id = some(kind);
        const record = records.get(id);
        const deletion = await admin.call('DELETE', `${path}/${id}`);
        if (deletion?.status !== 200) return { answer: deletion, expected: () => [] };
        const answer = await admin.call('POST', `${path}/${id}/restore`);
        const deleted = () => events(kind, id, admin.userId, record, null);
        // A deletion is not restored if it used lots that are on hold now.
        if (answer?.status === 409) {
          forget(kind, id);
          return { answer: deletion, expected: deleted };
        }
        // A batch that is restored with its run is shown as at its deletion, without its status.
        const restored = () =>
          events(kind, id, admin.userId, null, record).map((each) => {
            const changes = each.kind === 'goods' ? each.changes.filter(([label]) => label !== 'Status') : each.changes;
            return { ...each, action: 'restore', changes };
          });
        return { answer, expected: () => [...deleted(), ...restored()] };
      },
    };
    if (kind === 'runs') {
      calls[`PUT ${path}/{id}/progress`] = async () =>
        await change(random.pick([admin, manager, other]), some(kind, 'in_progress'), '/progress');
    }
    return calls;
  }

  /** Counts that wait for the office, by their ids. */
  const waiting = new Map<number, Json>();
  /** Counts of a user, which leave almost nothing of a lot: they are beyond tolerance, and wait. */
  const countCalls: Calls = {
    'POST /counts': async () => {
      const received = [...ground.lots].filter(([, { origin }]) => origin === 'received').map(([id]) => id);
      const lines = several(received, 3).map((lotId) => ({ lotId, quantity: amount(), reason: content.text(100) }));
      const sent = { kind: 'count', date: '2026-11-02', reason: random.pick(['', content.text(100)]), lines };
      const answer = await storekeeper.call('POST', '/counts', sent);
      const expected = () => {
        const { adjustmentId: id, waitingLines } = answer?.json ?? {};
        const after = { ...sent, lines: [], waitingLines };
        waiting.set(id, after);
        return events('adjustments', id, storekeeper.userId, null, after);
      };
      return { answer, expected };
    },
    'DELETE /counts/{id}': async () => {
      const [id, before] = random.pick(waiting.size === 0 ? [[999_999, null] as const] : [...waiting]);
      const person = random.pick([admin, manager]);
      const answer = await person.call('DELETE', `/counts/${id}`);
      const expected = () => {
        waiting.delete(id);
        return events('adjustments', id, person.userId, before, null);
      };
      return { answer, expected };
    },
  };

  return {
    ...countCalls,
    ...callsOf('recipes', '/recipes', recipe),
    ...callsOf('runs', '/production-runs', run, storekeeper),
    ...callsOf('dispatches', '/dispatches', dispatch),
    ...callsOf('adjustments', '/adjustments', adjustment),
  };
}
