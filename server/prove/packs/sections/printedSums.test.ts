/** Mass balances as an inspection pack prints them add up: those of the sample data, and of masses that divide badly. */
import { expect, test } from 'vitest';
import type { MassBalance } from '#contract/prove/massBalance.ts';
import { massBalanceLabels, balancedScheme } from '#contract/prove/massBalanceTexts.ts';
import { schemes } from '#contract/stock/claims/schemes.ts';
import { movementDirections, movementKinds } from '#contract/stock/stock.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addRun, addSupplier, batchFields } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';
import { findMassBalance } from '../../balance/massBalance.ts';
import { readSnapshot } from '../../../core/db/snapshot.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { loadSampleData } from '../../../office/sample/sample.ts';
import { massBalances } from './massBalances.ts';
import { findScope } from '../scope.ts';
import type { Block } from './section.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { addCertificate, balance, dispatch, done, itemOf, receive } = worldOf(admin);
const period = { from: '2026-04-01', to: '2027-03-31' };

/** Each mass balance as the PDF and the spreadsheet print it. */

/** Some of an organic material made into packs of an odd number of grams, of which `sold` are sold. */
async function makeAndSell(bought: number, packs: number, sold: number): Promise<void> {
  const supplierId = await addSupplier(admin);
  const certificate = { holder: 'supplier', supplierId, scheme: 'NPOP', number: `O/${bought}`, allItems: true };
  await done('POST', '/certificates', { ...certificate, validFrom: '2026-04-01', validTo: '2027-03-31' });
  const [rawMaterialId, productId] = [await addMaterial(admin), await addProduct(admin, { unit: 'pack' })];
  const { itemId, ...item } = await itemOf({ productId });
  await done('PUT', `/items/${itemId}`, { ...item, gramsPerUnit: 333.3 });
  const rawMaterials = [{ rawMaterialId, quantity: bought, pricePerUnit: 1, claim: 'organic' }];
  await addInward(admin, supplierId, [], { inwardDate: '2026-09-01', rawMaterials });
  const outputs = [batchFields(productId, packs, { claim: 'organic' })];
  const losses = [{ reason: 'Cleaning', grams: 0.5 }];
  const run = await addRun(admin, [{ rawMaterialId, quantity: bought }], { outputs, losses });
  const { buyerId } = await done('POST', '/buyers', { name: `Buyer ${bought}`, phone: '9811111112', status: 1 });
  const lines = [{ lotId: run.outputs[0].lotId, quantity: sold }];
  await done('POST', '/dispatches', { buyerId, dispatchDate: '2026-11-15', invoiceNumber: `S/${bought}`, lines });
}

/** An organic material of which what was sold came without proof, and more is left that has it. */
async function sellUnproved(): Promise<void> {
  const supplierId = await addSupplier(admin);
  await addCertificate(supplierId);
  const rawMaterialId = await addMaterial(admin);
  await receive(supplierId, rawMaterialId, 7.333, { claim: 'organic' });
  const lines = [{ rawMaterialId, quantity: 5.005, claim: 'organic' }];
  const opening = await done('POST', '/adjustments', { kind: 'opening', date: '2026-11-01', lines });
  const { buyerId } = await done('POST', '/buyers', { name: 'Buyer', phone: '9811111112', status: 1 });
  await dispatch(buyerId, [{ lotId: opening.lines[0].lotId, quantity: 3.337 }]);
}

const { userId } = await app.person('admin');
await inTransaction(app.store.db, (trx) => loadSampleData(trx, userId, app.clock.now, 'Asia/Kolkata'));
for (const [bought, packs, sold] of [
  [5.001, 2, 1],
  [7.003, 4, 1],
  [10, 6, 5],
  [11.111, 8, 3],
] as const) {
  await makeAndSell(bought, packs, sold);
}
await sellUnproved();
const blocks = await readSnapshot(app.store.db, async (trx) => {
  const found: Block[] = [];
  const scope = await findScope(trx, { ...period, lotIds: [] });
  const features = {
    massBalance: findMassBalance,
    trace: () => Promise.resolve(undefined),
    readiness: () => Promise.resolve([]),
    recalls: () => Promise.resolve([]),
  };
  const source = { trx, scope, today: '2026-11-20', timeZone: 'Asia/Kolkata', features };
  for await (const block of massBalances.blocks(source)) found.push(block);
  return found;
});

const milligramsOf = (kilograms = '0') => Math.round(Number(kilograms.replaceAll(',', '').replace('−', '-')) * 1000);
const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0);

test('each printed sentence on coverage adds up in its rounded figures', async () => {
  const printed = blocks.flatMap(({ sentence = '' }) => {
    const [, came, name = '', uses = ''] =
      /^(?:Covered|Short)\. ([\d.,−]+) kg of organic (.+) in stock[^:]*: (.+? short)\./.exec(sentence) ?? [];
    const masses = Array.from(uses.matchAll(/([\d.,−]+) kg ([a-z ]+)/g), ([, mass, word]) => ({ mass, word }));
    // Mass that was sold without proof was not of what came: short, or covered by what is left.
    const used = masses.map(({ mass, word }) => (/^(?:short|of it)/.test(word ?? '') ? -1 : 1) * milligramsOf(mass));
    return came === undefined ? [] : [{ name, sentence, came: milligramsOf(came), used }];
  });
  const { json: items } = await admin('GET', '/items');
  const balances: MassBalance[] = [];
  for (const { itemId } of items) {
    balances.push(await balance(`itemId=${itemId}&withProducts=true&from=${period.from}&to=${period.to}`));
  }
  const named = (of: readonly { name: string }[]) => new Set(of.map(({ name }) => name));
  const covered = balances.flatMap(({ itemName, covered: cover }) => (cover ? { name: itemName, ...cover } : []));
  expect(named(printed)).toEqual(named(covered));
  expect(printed.length).toBeGreaterThan(8);
  expect(covered.some(({ standInGrams }) => standInGrams > 0)).toBe(true);
  for (const { came, used, sentence } of printed) expect(sum(used), sentence).toBe(came);
});

test('each printed statement, the runs and the whereabouts of the mass add up in their rounded figures', () => {
  expect(blocks.length).toBeGreaterThan(20);
  for (const { heading: item, rows } of blocks) {
    const found = new Map(rows.map(([, line, cell]) => [line, cell]));
    const of = (line: string) => {
      const cell = found.get(line);
      return typeof cell === 'object' && cell !== null && 'quantity' in cell ? cell.quantity : 0;
    };
    const moved = movementKinds.map(
      (kind) => (movementDirections[kind] === 'in' ? 1 : -1) * of(massBalanceLabels[kind]),
    );
    expect(of('Opening') + sum(moved), item).toBe(of('Closing, computed'));
    expect(of('Runs: into completed runs'), item).toBe(
      of('Runs: made') + of('Runs: loss recorded') + of('Runs: unexplained'),
    );
    const uses = [
      'sold, also in products',
      'left, also in products',
      'written off, lost, returned',
      'lost or in progress in runs',
    ];
    expect(of('Where it is: opening') + of('Where it is: came in'), item).toBe(
      sum(uses.map((use) => of(`Where it is: ${use}`))),
    );
    expect(of('Where it is: lost or in progress in runs'), item).toBe(
      of('Runs: loss recorded') + of('Runs: unexplained') + of('Runs: in progress'),
    );
  }
});

test('each printed scheme adds up in its rounded figures', () => {
  let found = 0;
  for (const { heading: item, rows } of blocks) {
    const quantities = new Map(
      rows.map(([, line, cell]) => [
        line,
        typeof cell === 'object' && cell !== null && 'quantity' in cell ? cell.quantity : 0,
      ]),
    );
    for (const scheme of schemes.map(balancedScheme)) {
      const of = (line: string) => quantities.get(`${scheme}: ${line}`) ?? 0;
      if (!quantities.has(`${scheme}: sold`)) continue;
      found += 1;
      // Sold without proof: short, or covered by what is left.
      const proved = of('sold') - of('short') - of('covered by what is left');
      expect(proved + of('gone otherwise') + of('left'), `${item}, ${scheme}`).toBe(of('brought in'));
      expect(of('covered by what is left'), `${item}, ${scheme}`).toBeGreaterThanOrEqual(0);
      expect(of('covered by what is left'), `${item}, ${scheme}`).toBeLessThanOrEqual(of('left'));
    }
  }
  expect(found).toBeGreaterThan(8);
});
