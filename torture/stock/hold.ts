/** Attack 22: lots are put on hold and recalled while many people take from them in every way there is. */
import { sql } from 'kysely';
import type { Store } from '#server/core/db/connect.ts';
import { readSnapshot } from '#server/core/db/snapshot.ts';
import type { Trx } from '#server/core/db/tables.ts';
import type { SeededRandom } from '#seed/seededRandom.ts';
import { addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import {
  type Answer,
  type Caller,
  expectStatus,
  type Json,
  type Started,
  sureCaller,
  commonServers,
} from '../clients/caller.ts';
import { ledgerFaults, withStore } from '../clients/checks.ts';
import type { Attack, Context } from '../runner/attack.ts';
import { until } from '../runner/until.ts';

const TAKERS = 8;
/** So many tries are answered before each hold or recall, and so many more while it lasts. */
const BEFORE = 12;
const WITHIN = 32;
/** Holds and recalls of the same lots, one after the other. */
const STOPS = 4;
/** So little of so much that no lot runs out. */
const LITTLE = 0.01;
const MUCH = 1000;
const DAY = '2026-11-10';

interface Kept {
  dispatchId: number;
  dispatchLineId: number;
  lotId: number;
  quantity: number;
}

/** A material, a product made from it, and a product made from that; people add more to it. */
interface Chain {
  buyerId: number;
  rawMaterialId: number;
  /** The product that is made of the material, and that which is made of it and of itself. */
  productIds: [number, number];
  /** Products of lots; the material's lot has none. */
  productOf: Map<number, number | undefined>;
  dispatches: Kept[];
  /** Runs without outputs, with their inputs. */
  unfinished: { runId: number; inputs: object[] }[];
}

let made = 0;
const batch = (productId: number, quantity: number) => ({ productId, batchNumber: `Hold ${(made += 1)}`, quantity });

async function makeChain(call: Caller): Promise<Chain> {
  const sure = sureCaller(call);
  const rawMaterialId = await addMaterial(sure);
  const [bulk, jars] = [await addProduct(sure, { unit: 'kg' }), await addProduct(sure, { unit: 'kg' })];
  const buyer = { name: `Buyer ${(made += 1)}`, phone: '9811111112', status: 1 };
  const { buyerId } = await expectStatus(201, call('POST', '/buyers', buyer));
  const { rawMaterials } = await addInward(sure, await addSupplier(sure), [[rawMaterialId, MUCH]]);
  const chain: Chain = {
    buyerId,
    rawMaterialId,
    productIds: [bulk, jars],
    productOf: new Map([[rawMaterials[0].lotId, undefined]]),
    dispatches: [],
    unfinished: [],
  };
  const run = async (inputs: object[], productId: number) => {
    const body = { productionDate: DAY, inputs, outputs: [batch(productId, MUCH)], gainReason: 'Soaked' };
    const { outputs }: Json = await expectStatus(201, call('POST', '/production-runs', body));
    chain.productOf.set(outputs[0].lotId, productId);
  };
  await run([{ rawMaterialId, quantity: MUCH / 2 }], bulk);
  await run([{ productId: bulk, quantity: MUCH / 2 }], jars);
  return chain;
}

type Take = (call: Caller, chain: Chain, lotId: number, random: SeededRandom) => Promise<Answer | undefined>;

const inputOf = ({ rawMaterialId, productOf }: Chain, lotId: number) => {
  const productId = productOf.get(lotId);
  return productId === undefined ? { rawMaterialId } : { productId };
};

function keepOutputs({ productOf }: Chain, answer: Answer | undefined): void {
  if (answer === undefined || answer.status >= 300) return;
  for (const { lotId, productId } of answer.json.outputs) productOf.set(lotId, productId);
}

const dispatch: Take = async (call, chain, lotId) => {
  const { buyerId, dispatches } = chain;
  const lines = [{ lotId, quantity: LITTLE }];
  const answer = await call('POST', '/dispatches', { buyerId, dispatchDate: DAY, invoiceNumber: 'H/1', lines });
  if (answer?.status === 201) {
    const { dispatchId, lines: kept } = answer.json;
    dispatches.push({ dispatchId, dispatchLineId: kept[0].dispatchLineId, lotId, quantity: LITTLE });
  }
  return answer;
};

/** Takes chosen or proposed lots; half of the runs have an output. */
const run: Take = async (call, chain, lotId, random) => {
  const input = { ...inputOf(chain, lotId), quantity: LITTLE };
  const inputs = [random.chance(0.5) ? { ...input, lots: [{ lotId, quantity: LITTLE }] } : input];
  const outputs = random.chance(0.5) ? [batch(chain.productIds[1], 1)] : [];
  const answer = await call('POST', '/production-runs', { productionDate: DAY, inputs, outputs, gainReason: 'Soaked' });
  if (answer?.status === 201 && outputs.length === 0) {
    chain.unfinished.push({ runId: answer.json.runId, inputs: answer.json.inputs });
  }
  keepOutputs(chain, answer);
  return answer;
};

const produce: Take = async (call, { rawMaterialId }) =>
  await call('POST', '/Production', { rawMaterialId, quantity: LITTLE, productionDate: DAY });

/** Sends more by a dispatch that is there. */
const raise: Take = async (call, chain, lotId, random) => {
  const { buyerId, dispatches } = chain;
  if (dispatches.length === 0) return await dispatch(call, chain, lotId, random);
  const kept = random.pick(dispatches);
  const quantity = Math.round((kept.quantity + LITTLE) * 1000) / 1000;
  const lines = [{ dispatchLineId: kept.dispatchLineId, lotId: kept.lotId, quantity }];
  const body = { dispatchId: kept.dispatchId, buyerId, dispatchDate: DAY, invoiceNumber: 'H/2', lines };
  const answer = await call('PUT', `/dispatches/${kept.dispatchId}`, body);
  if (answer?.status === 200) kept.quantity = quantity;
  return answer;
};

/** Notes what a run made that had taken its inputs before. */
const finish: Take = async (call, chain, lotId, random) => {
  const unfinished = chain.unfinished.pop();
  if (!unfinished) return await run(call, chain, lotId, random);
  const { runId, inputs } = unfinished;
  const outputs = [batch(chain.productIds[1], 1)];
  const body = {
    runId,
    productionDate: DAY,
    status: 'completed',
    reason: 'Done',
    gainReason: 'Soaked',
    inputs,
    outputs,
  };
  const answer = await call('PUT', `/production-runs/${runId}`, body);
  keepOutputs(chain, answer);
  return answer;
};

/** Brings a little back, which is a lot of its own. */
const giveBack: Take = async (call, chain, lotId, random) => {
  if (chain.dispatches.length === 0) return await dispatch(call, chain, lotId, random);
  const { dispatchLineId, lotId: parent } = random.pick(chain.dispatches);
  const lines = [{ dispatchLineId, quantity: 0.001 }];
  const answer = await call('POST', '/adjustments', { kind: 'buyerReturn', date: DAY, reason: 'Torn', lines });
  if (answer?.status === 201) chain.productOf.set(answer.json.lines[0].lotId, chain.productOf.get(parent));
  return answer;
};

const takes: readonly Take[] = [dispatch, dispatch, dispatch, run, run, run, produce, raise, raise, finish, giveBack];

/** The lots of a chain as they are, with what left each by dispatches and runs, net, in thousandths, by document. */
interface Look {
  states: Map<number, string>;
  left: Map<string, number>;
  /** The lots produced of each lot. */
  cameOf: Map<number, number[]>;
}

async function look({ db }: Store, chain: Chain): Promise<Look> {
  return await readSnapshot(db, async (snapshot) => await lookInto(snapshot, chain));
}

async function lookInto(db: Trx, { rawMaterialId, productIds }: Chain): Promise<Look> {
  const own = sql`select l.id from lot l join item i on i.id = l.item_id
    where i.raw_material_id = ${rawMaterialId} or i.product_id in (${productIds[0]}, ${productIds[1]})`;
  const lots = await sql<{ id: number; state: string; parent: number | null }>`
    select id, state, parent_lot_id as parent from lot where id in (${own})`.execute(db);
  const left = await sql<{ lotId: number; kind: string; document: number; quantity: number }>`
    select lot_id as "lotId", document_kind as kind, document_id as document, cast(-sum(quantity) as bigint) as quantity
    from movement where kind in ('consumed', 'dispatched') and lot_id in (${own})
    group by lot_id, document_kind, document_id having sum(quantity) <> 0`.execute(db);
  const outputs = await sql<{ runId: number; lotId: number }>`
    select run_id as "runId", lot_id as "lotId" from finished_good
    where run_id is not null and deleted_at is null and lot_id in (${own})`.execute(db);
  const madeBy = Map.groupBy(outputs.rows, ({ runId }) => runId);
  const cameOf = new Map<number, number[]>();
  const add = (from: number, lotId: number) => cameOf.set(from, [...(cameOf.get(from) ?? []), lotId]);
  for (const { id, parent } of lots.rows) if (parent !== null) add(parent, id);
  for (const { lotId, kind, document } of left.rows) {
    if (kind === 'run') for (const output of madeBy.get(document) ?? []) add(lotId, output.lotId);
  }
  return {
    states: new Map(lots.rows.map(({ id, state }) => [id, state])),
    left: new Map(
      left.rows.map(({ lotId, kind, document, quantity }) => [`${lotId} by ${kind} ${document}`, quantity]),
    ),
    cameOf,
  };
}

/** A lot with all that came of it. */
function descendants({ cameOf }: Look, lotId: number): Set<number> {
  const found = new Set([lotId]);
  // A set that grows while it is walked is walked to its end.
  for (const each of found) for (const next of cameOf.get(each) ?? []) found.add(next);
  return found;
}

interface Stop {
  what: 'hold' | 'recall' | 'drill';
  lotId: number;
  /** Ends the stop. */
  end: () => Promise<unknown>;
}

async function stop(call: Caller, random: SeededRandom, lotIds: readonly number[]): Promise<Stop> {
  const [lotId, share] = [random.pick(lotIds), random.next()];
  if (share < 0.5) {
    await expectStatus(200, call('POST', `/lots/${lotId}/hold`, { reason: 'Attack' }));
    const end = () => expectStatus(200, call('POST', `/lots/${lotId}/release`, { reason: 'Over' }));
    return { what: 'hold', lotId, end };
  }
  const kind = share < 0.85 ? 'real' : 'drill';
  const body = { kind, title: 'Attack', reason: 'Attack', lotIds: [lotId] };
  const { recallId } = await expectStatus(201, call('POST', '/recalls', body));
  const closed = { conclusion: 'Over', lots: 'release' };
  const end = () => expectStatus(200, call('POST', `/recalls/${recallId}/close`, closed));
  return { what: kind === 'real' ? 'recall' : 'drill', lotId, end };
}

function recalledIn({ states }: Look): number[] {
  return [...states].flatMap(([id, state]) => (state === 'recalled' ? [id] : []));
}

/** Quantities that left a stopped lot between two looks, and lots with a wrong state. */
function stopFaults({ what, lotId }: Stop, before: Look, after: Look): string[] {
  if (what === 'drill') return recalledIn(after).map((id) => `a drill of lot ${lotId} recalled lot ${id}`);
  const stopped = what === 'hold' ? new Set([lotId]) : descendants(after, lotId);
  const faults = [...stopped].flatMap((id) => {
    const [state, expected] = [after.states.get(id), what === 'hold' ? 'onHold' : 'recalled'];
    return state === expected ? [] : [`lot ${id} is ${state} after the ${what} of lot ${lotId}`];
  });
  for (const [key, quantity] of after.left) {
    const had = before.left.get(key) ?? 0;
    if (!stopped.has(Number(key.split(' ')[0])) || quantity <= had) continue;
    faults.push(`${quantity - had} left lot ${key} after the ${what} of lot ${lotId} was answered`);
  }
  return faults;
}

/** Lots that stay recalled once their recall was called a false alarm. */
function stillRecalled({ what, lotId }: Stop, after: Look): string[] {
  return recalledIn(after).map((id) => `lot ${id} is still recalled after the end of the ${what} of lot ${lotId}`);
}

/** People take from a chain of lots all the while; it is stopped and let go again, one time after the other. */
async function attackChain(context: Context, { calls, call }: Started, store: Store): Promise<void> {
  const { found, random } = context;
  const chain = await makeChain(call);
  const first = [...chain.productOf.keys()];
  const over = new AbortController();
  let answered = 0;
  const take = async (own: SeededRandom) => {
    while (!over.signal.aborted && context.goesOn()) {
      context.countRound();
      const lotId = own.chance(0.7) ? own.pick(first) : own.pick([...chain.productOf.keys()]);
      const answer = await own.pick(takes)(own.pick(calls), chain, lotId, own);
      answered += 1;
      if (answer?.status === 409) found.count('refused');
      else if (answer?.status === 200 || answer?.status === 201) found.count('taken');
      else found.faults.push(`a try beside holds answered ${answer?.status}: ${answer?.text}`);
    }
  };
  const some = async (more: number) => {
    const end = answered + more;
    await until(() => answered >= end || !context.goesOn(), 'nobody took anything', { everyMs: 1 });
  };
  const stopAll = async () => {
    for (let count = 0; count < STOPS && context.goesOn(); count += 1) {
      await some(random.whole(1, BEFORE));
      const stopped = await stop(random.pick(calls), random, first);
      const before = await look(store, chain);
      await some(WITHIN);
      found.add('after the answer', stopFaults(stopped, before, await look(store, chain)));
      found.count(`${stopped.what}s`);
      await stopped.end();
      found.add('still recalled', stillRecalled(stopped, await look(store, chain)));
    }
  };
  const taking = Array.from({ length: TAKERS }, () => take(random.fork()));
  await context.untilAllEnd([...taking, stopAll().finally(() => over.abort())]);
}

export const hold: Attack = {
  name: 'hold',
  promise: 'Nothing leaves a lot that is on hold or recalled.',
  unit: 'tries',
  rounds: { long: 10_000, short: 15 },
  broken: {
    'a lot on hold gives to dispatches': [
      [
        'server/stock/ledger/documentMovements.ts',
        "else if (isMoreTaken && lot.state !== 'released')",
        "else if (isMoreTaken && lot.state === 'recalled')",
      ],
    ],
    'what is made later of a recalled lot is not recalled': [
      [
        'server/stock/ledger/recalled.ts',
        'const outputs = (await findRunOutputs(trx, [runId]))',
        'const outputs = (await findRunOutputs(trx, []))',
      ],
    ],
    'a recall is closed without locking what came of its lots (PostgreSQL)': [
      [
        'server/stock/ledger/recalled.ts',
        'const descendants = await lockDescendants(trx, lotIds);',
        'const descendants = await findDescendants(trx, lotIds);',
      ],
    ],
    'a lot is put on hold without being locked (PostgreSQL)': [
      [
        'server/stock/lots/actions.ts',
        'const lot = (await lockLot(trx, id)) ? await findLot(trx, id) : undefined;',
        'const lot = await findLot(trx, id);',
      ],
    ],
  },
  async run(context) {
    const started = await commonServers(context);
    await withStore(started.database, async (store) => {
      while (context.goesOn()) await attackChain(context, started, store);
    });
    context.found.add('differences in the ledger', await ledgerFaults(started.database));
  },
};
