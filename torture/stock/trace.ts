/** Attack 21: random worlds of lots are traced, each lot forward and backward, and compared with exact fractions. */
import type { Store } from '#server/core/db/connect.ts';
import type { Trx } from '#server/core/db/tables.ts';
import { writeIn } from '#server/stock/documents/movedStock.ts';
import type { SeededRandom } from '#seed/seededRandom.ts';
import type { SchemeClaim } from '#contract/stock/claims/schemes.ts';
import { findClaims } from '#server/stock/origins/claims.ts';
import { findSchemeClaims } from '#server/stock/origins/schemeClaims.ts';
import { findOrigins } from '#server/stock/origins/origins.ts';
import { add, multiply, fromInteger, zero, type Fraction } from '#server/stock/origins/fractions.ts';
import type { TraceAnswer } from '#server/prove/trace/graph.ts';
import { findRoot } from '#server/prove/trace/roots.ts';
import { trace as traceOf } from '#server/prove/trace/trace.ts';
import type { TraceRoot } from '#contract/kinds.ts';
import type { TraceDirection } from '#contract/prove/trace.ts';
import { openTestDatabase } from '#test/testDatabases.ts';
import type { Attack, Findings } from '../runner/attack.ts';
import { expectedClaims, neededFor } from './schemeModel.ts';
import { type ExpectedEdges, share, TraceModel } from './traceModel.ts';
import { makeGround, type Ground } from './tracedGround.ts';
import { makeTracedWorld, massOf, wholeOf, type Moved, type TracedWorld, type WorldLot } from './tracedWorld.ts';

/** Whether a figure is what a fraction says, but for so many roundings. */
function isNear(figure: number | null, { numerator, denominator }: Fraction, roundings: number): boolean {
  if (figure === null) return false;
  const difference = BigInt(figure) * denominator - numerator;
  return (difference < 0n ? -difference : difference) <= denominator * BigInt(roundings);
}

const claimText = ({ scheme, status, percent }: SchemeClaim) => `${scheme} ${status} ${percent}`;

const asText = ({ numerator, denominator }: Fraction) => String(Number((numerator * 1000n) / denominator) / 1000);

/** Differences between the edges of a trace and the expected ones. */
function edgeFaults({ edges }: TraceAnswer, expected: ExpectedEdges, roundings: number): string[] {
  const missing = new Map(expected);
  const faults: string[] = [];
  for (const { from, to, quantity, grams, shareGrams } of edges) {
    const key = `${from} ${to}`;
    const wanted = missing.get(key);
    missing.delete(key);
    if (!wanted) faults.push(`${key} must not be there`);
    else if (quantity !== wanted.quantity) faults.push(`${key} moves ${quantity}, not ${wanted.quantity}`);
    else if (grams !== wanted.grams) faults.push(`${key} weighs ${grams} mg, not ${wanted.grams}`);
    else if (!isNear(shareGrams, wanted.share, wanted.terms * roundings)) {
      faults.push(`${key} shares ${shareGrams} mg, not ${asText(wanted.share)}`);
    }
  }
  return [...faults, ...[...missing.keys()].map((key) => `${key} is missing`)];
}

/** Where an edge says of a node that isn't there, or a node is there twice. */
function nodeFaults({ nodes, edges }: TraceAnswer): string[] {
  const ids = new Set(nodes.map(({ id }) => id));
  const ends = edges.flatMap(({ from, to }) => [from, to]).filter((id) => !ids.has(id));
  return [...ends.map((id) => `${id} is no node`), ...(ids.size === nodes.length ? [] : ['a node is there twice'])];
}

/** Where a trace counts other buyers than those whom dispatches went to. */
function buyerFaults({ summary }: TraceAnswer, expected: ExpectedEdges): string[] {
  const buyers = new Set([...expected.keys()].flatMap((key) => /buyer-\d+$/.exec(key) ?? [])).size;
  return summary.buyers === buyers ? [] : [`counts ${summary.buyers} buyers, not ${buyers}`];
}

const isBetween = /^(lot-\d+ run|run-\d+ lot)-\d+$/;

/** The movements between lots and runs of a trace whose ends are both in another one. */
function sharedEdges({ edges }: TraceAnswer, other: TraceAnswer): Set<string> {
  const there = new Set(other.nodes.map(({ id }) => id));
  const own = edges.filter(({ from, to }) => isBetween.test(`${from} ${to}`) && there.has(from) && there.has(to));
  return new Set(own.map(({ from, to, quantity, grams }) => `${from} ${to} ${quantity} ${grams}`));
}

/** Edges between lots on which a trace back and one forward disagree. */
function disagreements(forward: TraceAnswer, backward: TraceAnswer): string[] {
  const [there, back] = [sharedEdges(forward, backward), sharedEdges(backward, forward)];
  return [...there.symmetricDifference(back)].map(
    (edge) => `${edge} is only in one of ${forward.root}, ${backward.root}`,
  );
}

/** Quantities in stock, lost, with buyers or in runs without outputs: all of a lot, in milligrams. */
function conservedFaults(model: TraceModel, seed: WorldLot, { edges, nodes, summary }: TraceAnswer): string[] {
  const shares = (of: typeof edges) => of.reduce((sum, { shareGrams }) => sum + (shareGrams ?? 0), 0);
  const faults: string[] = [];
  const lots = new Map(model.world.lots.map((lot) => [`lot-${lot.lotId}`, lot]));
  let kept = 0n;
  for (const { id, kind } of nodes) {
    const into = shares(edges.filter(({ to }) => to === id));
    const outOf = edges.filter(({ from }) => from === id);
    if (kind === 'run') {
      const isKept = outOf.length === 0;
      if (isKept) kept += BigInt(into);
      else if (Math.abs(into - shares(outOf)) > outOf.length + edges.length) {
        faults.push(`${id} got ${into} mg of ${seed.lotId} and gave ${shares(outOf)}`);
      }
    }
    const lot = lots.get(id);
    if (!lot || lot === seed) continue;
    const left = multiply(share(into, 1), share(lot.left, wholeOf(lot)));
    const given = add(fromInteger(shares(outOf)), left);
    // The surplus of a count does not belong to the seed, so the seed is spread over more.
    if (!isNear(into, given, edges.length + 1))
      faults.push(`${id} got ${into} mg of ${seed.lotId}, not ${asText(given)}`);
  }
  const { unit, quantityIn, dispatchedQty, onHandQty, lostQty } = summary;
  if (unit !== seed.item.unit || quantityIn !== wholeOf(seed)) faults.push(`${seed.lotId} is ${quantityIn} ${unit}`);
  const inRuns = share(kept * 1000n, seed.item.milligrams);
  const all = add(inRuns, fromInteger((dispatchedQty ?? 0) + (onHandQty ?? 0) + (lostQty ?? 0)));
  const roundings = 4 + Math.ceil((1000 * edges.length) / seed.item.milligrams);
  if (!isNear(wholeOf(seed), all, roundings))
    faults.push(`of ${wholeOf(seed)} in lot ${seed.lotId} ${asText(all)} are somewhere`);
  return faults;
}

/** All traces back together account for the whole lot. */
function closedFaults(model: TraceModel, seed: WorldLot, backward: ReadonlyMap<WorldLot, TraceAnswer>): string[] {
  const mass = { ...seed.item, quantity: BigInt(wholeOf(seed)) * BigInt(seed.item.milligrams) };
  let ends = zero;
  for (const [lot, { edges }] of backward) {
    const into = edges.filter(({ to }) => to === `lot-${seed.lotId}`);
    const there = into.reduce((sum, { shareGrams }) => sum + (shareGrams ?? 0), 0);
    const used = model.world.runs.flatMap(({ inputs, outputs }) => (outputs.length === 0 ? [] : inputs));
    const on = used.reduce((sum, input) => sum + (input.lot === lot ? input.quantity : 0), 0);
    const back = model.world.lots.reduce((sum, each) => sum + (each.parent?.lot === lot ? each.quantity : 0), 0);
    // Quantities in runs, or returned by a buyer, count in another lot.
    ends = add(ends, multiply(fromInteger(there), share(wholeOf(lot) - on - back, wholeOf(lot))));
  }
  const isAll = isNear(Number(mass.quantity / 1000n), ends, 2 + 4 * backward.size);
  return isAll ? [] : [`of ${mass.quantity / 1000n} mg in lot ${seed.lotId} the traces back find ${asText(ends)}`];
}

/**
 * Where more that is organic comes out of a run than went in, by the claims of its lots: what they pass on, and the mass of
 * the batches that claim. Also where all lots of a world together hold more of it than was bought.
 */
async function massFaults(trx: Trx, { runs, lots }: TracedWorld): Promise<string[]> {
  const origins = await findOrigins(
    trx,
    lots.map(({ lotId }) => lotId),
  );
  const claims = await findClaims(trx, origins);
  const organicOf = ({ lot, quantity }: Moved): Fraction => {
    const { share: organic = zero, ingredients = zero } = claims.get(lot.lotId) ?? {};
    if (lot.item.part !== 'ingredient') return zero;
    return multiply(fromInteger(massOf([{ item: lot.item, quantity }])), multiply(organic, ingredients));
  };
  const sumOf = (moved: readonly Moved[]) => moved.reduce((sum, each) => add(sum, organicOf(each)), zero);
  const isMore = (a: Fraction, b: Fraction) => a.numerator * b.denominator > b.numerator * a.denominator;
  const faults: string[] = [];
  for (const { runId, inputs, outputs, hasReason } of runs) {
    if (isMore(sumOf(outputs.map((lot) => ({ lot, quantity: lot.quantity }))), sumOf(inputs)))
      faults.push(`run ${runId} passes on more organic mass than it got`);
    const claiming = outputs.filter(({ lotId }) => claims.get(lotId)?.claim !== 'conventional');
    const wentIn = fromInteger(massOf(inputs.map(({ lot, quantity }) => ({ item: lot.item, quantity }))));
    const neededForAll = (made: readonly WorldLot[]) =>
      made.reduce((sum, lot) => add(sum, neededFor(lot, hasReason)), zero);
    if (isMore(neededForAll(claiming), wentIn)) faults.push(`run ${runId} makes more that claims than went in`);
    // Where all outputs together needed no more, none is beyond, in whatever order.
    for (const [index, { lotId }] of outputs.entries()) {
      const isBeyond = isMore(neededForAll(outputs.slice(0, index + 1)), wentIn);
      if ((claims.get(lotId)?.composition?.isBeyond ?? isBeyond) !== isBeyond)
        faults.push(`output ${lotId} is wrongly ${isBeyond ? 'within' : 'beyond'}`);
    }
  }
  if (lots.some(({ found }) => found.size > 0)) return faults;
  const bought = lots.filter(({ from }) => from.startsWith('inward-'));
  const used = Map.groupBy(
    runs.flatMap(({ inputs, outputs }) => (outputs.length > 0 ? inputs : [])),
    ({ lot }) => lot,
  );
  const ends = lots.map((lot) => {
    const gone = (used.get(lot) ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
    const back = lots.reduce((sum, each) => sum + (each.parent?.lot === lot ? each.quantity : 0), 0);
    return { lot, quantity: lot.quantity - gone - back };
  });
  if (isMore(sumOf(ends), sumOf(bought.map((lot) => ({ lot, quantity: lot.quantity })))))
    faults.push('more is organic at the end than was bought');
  return faults;
}

/** Lots whose claims under schemes are not those of the model. */
async function schemeFaults(trx: Trx, world: TracedWorld, found: Findings): Promise<string[]> {
  const claims = await findSchemeClaims(
    trx,
    world.lots.map(({ lotId }) => lotId),
  );
  found.count('claims under schemes', [...claims.values()].flat().length);
  return [...expectedClaims(world)].flatMap(([{ lotId }, expected]) => {
    const [own, wanted] = [claims.get(lotId) ?? [], expected].map((each) => JSON.stringify(each.map(claimText)));
    return own === wanted ? [] : [`lot ${lotId} claims ${own}, not ${wanted}`];
  });
}

async function playWorld({ db }: Store, ground: Ground, random: SeededRandom, found: Findings): Promise<void> {
  const trx = await db.startTransaction().execute();
  try {
    const world = await makeTracedWorld(writeIn(trx, ground.actor), ground, random);
    found.count('lots', world.lots.length);
    found.count('runs', world.runs.length);
    const model = new TraceModel(world);
    const faults = await traceFaults(trx, model, found);
    found.add('differences', faults);
    found.add('wrong claims under schemes', await schemeFaults(trx, world, found));
    found.add('organic masses out of nothing', await massFaults(trx, world));
  } finally {
    await trx.rollback().execute();
  }
}

async function traceFaults(trx: Trx, model: TraceModel, found: Findings): Promise<string[]> {
  const { lots, dispatches, supplierOf } = model.world;
  const faults: string[] = [];
  const traced = async (
    root: TraceRoot,
    id: number,
    direction: TraceDirection,
    expected: ExpectedEdges,
    roundings = 1,
  ) => {
    const asked = await findRoot(trx, root, id);
    if (!asked) throw new Error(`${root} ${id} is not there`);
    const answer = await traceOf(trx, asked, direction);
    found.count('traces');
    const own = [...edgeFaults(answer, expected, roundings), ...nodeFaults(answer), ...buyerFaults(answer, expected)];
    faults.push(...own.map((fault) => `${direction} from ${root} ${id}: ${fault}`));
    return answer;
  };
  const [forward, backward] = [new Map<WorldLot, TraceAnswer>(), new Map<WorldLot, TraceAnswer>()];
  for (const lot of lots) {
    const there = await traced('lots', lot.lotId, 'forward', model.forward([lot]));
    const back = await traced('lots', lot.lotId, 'backward', model.backward(new Map([[lot, fromInteger(1)]])));
    forward.set(lot, there);
    backward.set(lot, back);
    faults.push(...conservedFaults(model, lot, there));
  }
  for (const [seed, there] of forward) {
    faults.push(...closedFaults(model, seed, backward));
    for (const back of backward.values()) faults.push(...disagreements(there, back));
  }
  for (const inward of supplierOf.keys()) {
    const received = lots.filter(({ from }) => from === inward);
    const expected = model.forward(received);
    await traced('inwards', Number(inward.split('-')[1]), 'forward', expected, 1 + received.length);
  }
  for (const dispatch of dispatches) {
    const { dispatchId, lines } = dispatch;
    const asked = new Map(lines.map(({ lot, quantity }) => [lot, share(quantity, wholeOf(lot))]));
    const expected = model.backward(asked);
    model.addSent(expected, dispatch);
    await traced('dispatches', dispatchId, 'backward', expected);
  }
  return faults;
}

export const trace: Attack = {
  name: 'trace',
  promise: 'A trace tells all that happened, and the same in both directions; no run makes more organic than went in.',
  unit: 'worlds',
  rounds: { long: 10_000, short: 5, broken: 200 },
  broken: {
    'a run is divided by quantity instead of mass': [
      [
        'server/stock/origins/origins.ts',
        'const hasMass = outputs.every(({ milligrams }) => milligrams !== null);',
        'const hasMass = false;',
      ],
    ],
    'a dispatch that was deleted is still told': [
      [
        'server/stock/origins/flows.ts',
        'const isAny = ({ quantity }: Flow) => quantity !== 0;',
        'const isAny = ({ quantity }: Flow) => quantity !== 0.5;',
      ],
    ],
    'what a count came upon is taken for a part of what was made': [
      [
        'server/prove/trace/trace.ts',
        'return seeds.has(key) ? partOfLot(lot, quantity) : amounts.get(key);',
        'return partOfLot(lot, quantity);',
      ],
    ],
    'the mass of outputs bounds no claim': [
      ['contract/stock/claims/massBound.ts', 'return sum <= inputMass * unit;', 'return sum > 0n;'],
    ],
    'the organic masses of two schemes add up': [
      [
        'server/stock/origins/claims.ts',
        'const ofScheme = certificates.filter((each) => each.scheme === scheme);',
        'const ofScheme = certificates;',
      ],
    ],
    'a product without an own certificate is passed on as organic': [
      [
        'server/stock/origins/claims.ts',
        'const share = composition && (counts ? shareOf(composition) : zero);',
        'const share = composition && shareOf(composition);',
      ],
    ],
    'the surplus of a count is passed on as organic': [
      ['server/stock/origins/composition.ts', 'return documented === 0', 'return documented >= 0'],
    ],
    'a gain is passed on as organic': [
      [
        'server/stock/origins/claims.ts',
        'const ingredients = run?.within.has(source.lotId) ? run.ingredients : one;',
        'const ingredients = one;',
      ],
    ],
  },
  async run(context) {
    const { found, random } = context;
    const store = await openTestDatabase(await context.makeMigratedDatabase());
    try {
      const ground = await makeGround(store);
      while (context.goesOn()) {
        await playWorld(store, ground, random.fork(), found);
        context.countRound();
      }
    } finally {
      await store.db.destroy();
    }
  },
};
