/**
 * Attack 4: many people produce from the same 20 lots at once while others edit and delete the inwards that the lots came
 * with. Afterwards every acknowledged document is replayed by a plain model in the order in which it was posted.
 */
import { sql } from 'kysely';
import type { Dice } from '#server/seed/dice.ts';
import { addInward, addMaterial, addSupplier, inwardFields } from '#test/factories.ts';
import type { Place } from '#test/places.ts';
import type { Attack, Context, Outcome } from './attack.ts';
import { type Answer, type Caller, callerAt, signIn, sureCaller } from './caller.ts';
import { ledgerFaults, withStore } from './checking.ts';

const CONNECTIONS = 64;
const EDITORS = 8;
const LOTS = 20;
const LINES = 4;
const LOT_QUANTITY = 12;
/** A game is one material; so many productions race for it, about twice as many as it has room for. */
const PRODUCTIONS_PER_GAME = 500;

interface Game {
  materialId: number;
  supplierId: number;
  /** Whether others edit and delete the inwards meanwhile, and the quantities differ. */
  isEdited: boolean;
  inwardIds: number[];
}

interface Totals {
  productions: number;
  won: number;
  refused: number;
  edits: number;
  editsRefused: number;
  faults: string[];
}

/** What a clerk with a pencil keeps of one game: acknowledged documents, and every balance that a refusal may name. */
interface Book {
  productions: Map<number, number>;
  refusals: { asked: number; available: number }[];
}

const thousandths = (quantity: number) => Math.round(quantity * 1000);

function lines(game: Game, dice: Dice): [number, number][] {
  return Array.from({ length: LINES }, () => [game.materialId, dice.whole(1, 2 * LOT_QUANTITY)]);
}

function note(totals: Totals, what: string, answer: Answer | undefined, allowed: readonly number[]): answer is Answer {
  if (answer && allowed.includes(answer.status)) return true;
  totals.faults.push(`${what} answered ${answer ? `${answer.status}: ${answer.text}` : 'nothing'}`);
  return false;
}

async function produce(call: Caller, game: Game, quantity: number, totals: Totals, book: Book): Promise<boolean> {
  const fields = { rawMaterialId: game.materialId, quantity, productionDate: '2026-11-10' };
  const answer = await call('POST', '/Production', fields);
  totals.productions += 1;
  if (!note(totals, 'a production', answer, [201, 409])) return false;
  if (answer.status === 201) {
    totals.won += 1;
    book.productions.set(Number(answer.json.productionId), thousandths(quantity));
    return true;
  }
  totals.refused += 1;
  const told = /Max: (-?[\d.]+)/.exec(String(answer.json.errors?.quantity?.[0]));
  book.refusals.push({ asked: thousandths(quantity), available: told ? thousandths(Number(told[1])) : Number.NaN });
  return false;
}

/** Adds, changes or deletes an inward of the game, whatever the others do to it meanwhile. */
async function edit(call: Caller, game: Game, dice: Dice, totals: Totals): Promise<void> {
  totals.edits += 1;
  const roll = dice.next();
  if (roll < 0.2 || game.inwardIds.length === 0) {
    const answer = await call('POST', '/inward', inwardFields(game.supplierId, lines(game, dice)));
    if (note(totals, 'an added inward', answer, [201])) game.inwardIds.push(Number(answer.json.inwardId));
    return;
  }
  const id = dice.pick(game.inwardIds);
  if (roll < 0.4) {
    const answer = await call('DELETE', `/inward/${id}`);
    if (!note(totals, 'a deleted inward', answer, [200, 404, 409])) return;
    if (answer.status === 409) totals.editsRefused += 1;
    else game.inwardIds = game.inwardIds.filter((each) => each !== id);
    return;
  }
  const { billAttachment: _, ...fields } = inwardFields(game.supplierId, lines(game, dice), { inwardId: id });
  const answer = await call('PUT', `/inward/${id}`, fields);
  if (note(totals, 'an edited inward', answer, [200, 404, 409]) && answer.status === 409) totals.editsRefused += 1;
}

/** Replays the game's movements, document by document: no balance below zero, and every refusal told one that was. */
async function replay(place: Place, game: Game, book: Book): Promise<string[]> {
  const { rows } = await withStore(place, ({ db }) =>
    sql<{ quantity: number; kind: string; document: number; at: string }>`
      select m.quantity, m.document_kind as kind, m.document_id as document, m.recorded_at as at
      from movement m join lot l on l.id = m.lot_id where l.raw_material_id = ${game.materialId} order by m.id`.execute(
      db,
    ),
  );
  const faults: string[] = [];
  const taken = new Map<number, number>();
  const seen = new Set([0]);
  let balance = 0;
  for (const [index, { quantity, kind, document, at }] of rows.entries()) {
    balance += quantity;
    if (kind === 'production') taken.set(document, (taken.get(document) ?? 0) - quantity);
    const next = rows[index + 1];
    if (next && next.kind === kind && next.document === document && next.at === at) continue;
    if (balance < 0) faults.push(`oversold: the balance is ${balance} after ${kind} ${document}`);
    seen.add(balance);
  }
  for (const [id, quantity] of book.productions) {
    if (taken.get(id) !== quantity) faults.push(`production ${id} took ${taken.get(id)}, not ${quantity}`);
    taken.delete(id);
  }
  for (const [id, quantity] of taken) if (quantity !== 0) faults.push(`production ${id} was never acknowledged`);
  for (const { asked, available } of book.refusals) {
    if (!(available < asked && seen.has(available))) {
      faults.push(`a production of ${asked} was refused for there being ${available}, which there never was`);
    }
  }
  return faults;
}

async function play(context: Context, place: Place, calls: readonly Caller[], isEdited: boolean, totals: Totals) {
  const { dice } = context;
  const [first] = calls;
  if (!first) throw new Error('there is no server');
  const sure = sureCaller(first);
  const supplierId = await addSupplier(sure);
  const game: Game = { materialId: await addMaterial(sure), supplierId, isEdited, inwardIds: [] };
  for (let made = 0; made < LOTS; made += LINES) {
    const same = Array.from({ length: LINES }, (): [number, number] => [game.materialId, LOT_QUANTITY]);
    game.inwardIds.push((await addInward(sure, supplierId, same)).inwardId);
  }
  const book: Book = { productions: new Map(), refusals: [] };
  const wonBefore = totals.won;
  const todo = { left: Math.min(PRODUCTIONS_PER_GAME, context.rounds - totals.productions) };
  const producing = Array.from({ length: CONNECTIONS }, async (_, index) => {
    const call = calls[index % calls.length] ?? first;
    while (todo.left > 0) {
      todo.left -= 1;
      await produce(call, game, isEdited ? dice.whole(1, 2500) / 1000 : 1, totals, book);
    }
  });
  const editing = Array.from({ length: isEdited ? EDITORS : 0 }, async (_, index) => {
    while (todo.left > 0) await edit(calls[index % calls.length] ?? first, game, dice, totals);
  });
  await Promise.all([...producing, ...editing]);
  totals.faults.push(...(await replay(place, game, book)));
  const room = LOTS * LOT_QUANTITY;
  const won = totals.won - wonBefore;
  const raced = won + book.refusals.length;
  if (!isEdited && won !== Math.min(room, raced)) totals.faults.push(`${won} of ${raced} won, where ${room} had room`);
}

async function run(context: Context): Promise<Outcome> {
  const place = await context.makePlace();
  const servers = [await context.startServer(place)];
  // SQLite belongs to one server.
  if (context.engine === 'postgres') servers.push(await context.startServer(place));
  const token = await signIn({ address: servers[0]?.address ?? '' });
  const calls = servers.map(({ address }) => callerAt(address, token));
  const totals: Totals = { productions: 0, won: 0, refused: 0, edits: 0, editsRefused: 0, faults: [] };
  for (let game = 0; totals.productions < context.rounds && context.hasTime(); game += 1) {
    await play(context, place, calls, game % 2 === 1, totals);
    context.progress(totals.productions);
  }
  totals.faults.push(...(await ledgerFaults(place)));
  const { faults } = totals;
  return {
    rounds: totals.productions,
    figures: {
      won: totals.won,
      refused: totals.refused,
      'edits and deletions of inwards': totals.edits,
      'of these refused': totals.editsRefused,
      oversold: faults.filter((fault) => fault.startsWith('oversold')).length,
      'other differences from the model': faults.filter((fault) => !fault.startsWith('oversold')).length,
    },
    faults,
  };
}

export const race: Attack = {
  name: 'race',
  promise: 'Stock is never oversold.',
  engines: ['sqlite', 'postgres'],
  unit: 'productions',
  rounds: { long: 10_000, short: 600 },
  broken: [
    {
      what: 'the guards against overdrawing are gone, in the code and in the database',
      edits: [
        {
          file: 'server/ledger/consumption.ts',
          from: 'if (quantity > available)',
          to: 'if (quantity > available + 5000)',
        },
        {
          file: 'server/ledger/lots.ts',
          from: 'if (missing > 0) throw new Error(`the lots hold ${missing} thousandths less than their balance says`);',
          to: 'if (missing > 0) takes.push({ lotId: lots.at(-1)?.lotId ?? 1, quantity: missing });',
        },
        {
          file: 'server/ledger/movements.ts',
          from: ' and t.consumed + change.consumed between 0 and t.received + change.received',
          to: '',
        },
        {
          file: 'server/db/migrations/001-foundation.ts',
          from: `received_on \${date} not null,
        received \${integer} not null check (received between 0 and \${most}),
        consumed \${integer} not null check (consumed >= 0),
        check (consumed <= received)`,
          to: `received_on \${date} not null, received \${integer} not null, consumed \${integer} not null`,
        },
        {
          file: 'server/db/migrations/001-foundation.ts',
          from: `version \${integer} not null,
        check (consumed <= received)`,
          to: 'version ${integer} not null',
        },
      ],
    },
    {
      what: 'a balance is read without locking it (PostgreSQL)',
      edits: [
        {
          file: 'server/ledger/balances.ts',
          from: 'order by raw_material_id ${forUpdate}`,',
          to: 'order by raw_material_id`,',
        },
      ],
    },
  ],
  run,
};
