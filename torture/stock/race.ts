/** Attack 4: many people take from the same lots at once, while others edit and delete the inwards of these. */
import { sql } from 'kysely';
import type { SeededRandom } from '#seed/seededRandom.ts';
import { addInward, addMaterial, addSupplier, inwardFields } from '#test/factories.ts';
import type { TestDatabase } from '#test/testDatabases.ts';
import { type Answer, type Caller, commonServers, type Started, sureCaller } from '../clients/caller.ts';
import { ledgerFaults, withStore } from '../clients/checks.ts';
import type { Attack, Context, Findings } from '../runner/attack.ts';
import { raceForLast } from './lastOfBatch.ts';

const CONNECTIONS = 64;
const EDITORS = 8;
const LOTS = 20;
const LINES = 4;
const LOT_QUANTITY = 12;
const DIFFERENCES = 'other differences from the model';
/** So many productions race for one material, about twice as many as it has room for. */
const PRODUCTIONS_PER_MATERIAL = 500;

interface Race {
  materialId: number;
  supplierId: number;
  inwardIds: number[];
  /**
   * In thousandths: allocations of acknowledged productions, and the requested and reported quantities of refused ones.
   */
  productions: Map<number, number>;
  refusals: { asked: number; available: number }[];
}

const thousandths = (quantity: number) => Math.round(quantity * 1000);

function randomLines({ materialId }: Race, random: SeededRandom): [number, number][] {
  return Array.from({ length: LINES }, () => [materialId, random.whole(1, 2 * LOT_QUANTITY)]);
}

function isAllowed(
  found: Findings,
  what: string,
  answer: Answer | undefined,
  allowed: readonly number[],
): answer is Answer {
  const isFine = answer !== undefined && allowed.includes(answer.status);
  found.add(DIFFERENCES, isFine ? [] : [`${what} answered ${answer?.status}: ${answer?.text}`]);
  return isFine;
}

async function produce(context: Context, call: Caller, race: Race, quantity: number): Promise<void> {
  const { found } = context;
  const fields = { rawMaterialId: race.materialId, quantity, productionDate: '2026-11-10' };
  const answer = await call('POST', '/Production', fields);
  context.countRound();
  if (!isAllowed(found, 'a production', answer, [201, 409])) return;
  const asked = thousandths(quantity);
  found.count(answer.status === 201 ? 'won' : 'refused');
  if (answer.status === 201) {
    race.productions.set(Number(answer.json.productionId), asked);
    return;
  }
  const told = /Max: (-?[\d.]+)/.exec(String(answer.json.errors?.quantity?.[0]))?.[1];
  race.refusals.push({ asked, available: thousandths(Number(told)) });
}

/** Adds, changes or deletes an inward of the race, independent of concurrent changes. */
async function edit({ random, found }: Context, call: Caller, race: Race): Promise<void> {
  found.count('edits and deletions of inwards');
  const share = random.next();
  if (share < 0.2 || race.inwardIds.length === 0) {
    const answer = await call('POST', '/inward', inwardFields(race.supplierId, randomLines(race, random)));
    if (isAllowed(found, 'an added inward', answer, [201])) race.inwardIds.push(Number(answer.json.inwardId));
    return;
  }
  const id = random.pick(race.inwardIds);
  const { billAttachment: _, ...fields } = inwardFields(race.supplierId, randomLines(race, random), { inwardId: id });
  const isDeletion = share < 0.4;
  const answer = await (isDeletion ? call('DELETE', `/inward/${id}`) : call('PUT', `/inward/${id}`, fields));
  const what = isDeletion ? 'a deleted inward' : 'an edited inward';
  if (!isAllowed(found, what, answer, [200, 404, 409])) return;
  if (answer.status === 409) found.count('of these refused');
  else if (isDeletion) race.inwardIds = race.inwardIds.filter((each) => each !== id);
}

/** Replays the movements, document by document: no balance below zero, and each refusal named one that there was. */
async function replay(database: TestDatabase, race: Race, found: Findings): Promise<void> {
  const { rows } = await withStore(database, ({ db }) =>
    sql<{ quantity: number; kind: string; document: number; at: string }>`
      select v.quantity, v.document_kind as kind, case when v.document_kind = 'run' then v.line_id
        else v.document_id end as document, v.recorded_at as at
      from movement v join lot l on l.id = v.lot_id join item i on i.id = l.item_id
      where i.raw_material_id = ${race.materialId} order by v.id`.execute(db),
  );
  const faults: string[] = [];
  const oversold: string[] = [];
  const taken = new Map<number, number>();
  const balances = new Set([0]);
  let balance = 0;
  for (const [index, { quantity, kind, document, at }] of rows.entries()) {
    balance += quantity;
    if (kind === 'run') taken.set(document, (taken.get(document) ?? 0) - quantity);
    const next = rows[index + 1];
    if (next && next.kind === kind && next.document === document && next.at === at) continue;
    if (balance < 0) oversold.push(`the balance is ${balance} after ${kind} ${document}`);
    balances.add(balance);
  }
  for (const [id, quantity] of race.productions) {
    if (taken.get(id) !== quantity) faults.push(`production ${id} took ${taken.get(id)}, not ${quantity}`);
    taken.delete(id);
  }
  for (const [id, quantity] of taken) if (quantity !== 0) faults.push(`production ${id} was never acknowledged`);
  for (const { asked, available } of race.refusals) {
    if (available < asked && balances.has(available)) continue;
    faults.push(`a production of ${asked} was refused for there being ${available}, which there never was`);
  }
  found.add('oversold', oversold);
  found.add(DIFFERENCES, faults);
}

async function raceOnce(context: Context, { database, calls }: Started, isEdited: boolean): Promise<void> {
  const { random, found } = context;
  const sure = sureCaller(random.pick(calls));
  const supplierId = await addSupplier(sure);
  const materialId = await addMaterial(sure);
  const race: Race = { materialId, supplierId, inwardIds: [], productions: new Map(), refusals: [] };
  for (let made = 0; made < LOTS; made += LINES) {
    const same = Array.from({ length: LINES }, (): [number, number] => [materialId, LOT_QUANTITY]);
    race.inwardIds.push((await addInward(sure, supplierId, same)).inwardId);
  }
  const todo = { left: Math.min(PRODUCTIONS_PER_MATERIAL, context.rounds - found.rounds) };
  const producing = Array.from({ length: CONNECTIONS }, async () => {
    const call = random.pick(calls);
    while (todo.left > 0) {
      todo.left -= 1;
      await produce(context, call, race, isEdited ? random.whole(1, 2500) / 1000 : 1);
    }
  });
  const editing = Array.from({ length: isEdited ? EDITORS : 0 }, async () => {
    const call = random.pick(calls);
    while (todo.left > 0) await edit(context, call, race);
  });
  await Promise.all([...producing, ...editing]);
  await replay(database, race, found);
  const room = LOTS * LOT_QUANTITY;
  const won = race.productions.size;
  const all = won + race.refusals.length;
  if (!isEdited && won !== Math.min(room, all)) found.faults.push(`${won} of ${all} won, where ${room} had room`);
}

export const race: Attack = {
  name: 'race',
  promise: 'Stock is never oversold.',
  unit: 'productions',
  rounds: { long: 10_000, short: 30 },
  broken: {
    'the guards against overdrawing are gone, in the code and in the database': [
      ['server/stock/ledger/consumption.ts', 'if (requested > available)', 'if (requested > available + 5000)'],
      [
        'server/stock/ledger/consumption.ts',
        'if (missing > 0) throw new Error(`lots of item ${line.itemId} hold ${missing} thousandths too little`);',
        'if (missing > 0) allocations.push({ lotId: lotsOf[index]?.at(-1)?.lotId ?? 1, quantity: missing });',
      ],
      ['server/core/db/migrations/017-items-and-lots.ts', 'stored check (on_hand between 0 and ${most})', 'stored'],
    ],
    'an item is read without locking it (PostgreSQL)': [
      [
        'server/stock/ledger/items.ts',
        'order by id ${forUpdate}`,\n  );\n  return inOrder(rows, references);',
        'order by id`,\n  );\n  return inOrder(rows, references);',
      ],
    ],
  },
  async run(context) {
    const started = await commonServers(context);
    for (let count = 0; context.goesOn(); count += 1) {
      await raceForLast(context, started);
      await raceOnce(context, started, count % 2 === 1);
    }
    context.found.add(DIFFERENCES, await ledgerFaults(started.database));
  },
};
