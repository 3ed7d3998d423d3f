import { expect, test } from 'vitest';
import { goodTexts } from '#contract/make/goods.ts';
import { buildTestApp, type Answer } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addRun, addSupplier, batchFields, runFields } from '#test/factories.ts';

const admin = await (await buildTestApp()).as('admin');

test('a batch number that is the code of another lot of the product is refused at its line', async () => {
  const [rawMaterialId, productId] = [await addMaterial(admin), await addProduct(admin)];
  await addInward(admin, await addSupplier(admin), [[rawMaterialId, 5]]);
  const opening = { kind: 'opening', date: '2026-11-01', lines: [{ productId, quantity: 3, code: 'OLD-7' }] };
  expect((await admin('POST', '/adjustments', opening)).status).toBe(201);
  const { status, json } = await admin('POST', '/production-runs', {
    productionDate: '2026-11-20',
    inputs: [{ rawMaterialId, quantity: 1 }],
    outputs: ['NEW-7', 'old-7'].map((batchNumber) => ({ productId, batchNumber, quantity: 1 })),
  });
  const sentence = 'Another lot of this item has the code "old-7".';
  expect([status, json.message, json.errors]).toEqual([409, sentence, { 'outputs.1.batchNumber': [sentence] }]);
  expect((await admin('GET', '/production-runs')).json).toEqual([]);
});

test('a run can shift or exchange its batch numbers, or move one to a new batch, in one save', async () => {
  const [productId, other] = [await addProduct(admin), await addProduct(admin)];
  const numbered = (id: number, batchNumber: string) => batchFields(id, 10, { batchNumber });
  const rawMaterialId = await addMaterial(admin);
  await addInward(admin, await addSupplier(admin), [[rawMaterialId, 5]]);
  const inputs = [{ rawMaterialId, quantity: 4 }];
  const created = await addRun(admin, inputs, { outputs: [numbered(productId, 'SH-1'), numbered(productId, 'SH-2')] });
  const save = async (numbers: string[], outputs: { finishedGoodId?: number }[], ...further: object[]) => {
    const renamed = outputs.map((output, index) => ({ ...output, batchNumber: numbers[index] }));
    const body = runFields(inputs, { outputs: [...renamed, ...further], reason: 'Labels were swapped' });
    return await admin('PUT', `/production-runs/${created.runId}`, body);
  };
  const codesOf = async (answer: Answer) => {
    expect(answer.status, answer.text).toBe(200);
    const codes = answer.json.outputs.map(async ({ lotId }: { lotId: number }) => {
      return (await admin('GET', `/lots/${lotId}`)).json.code;
    });
    expect(await Promise.all(codes)).toEqual(
      answer.json.outputs.map((each: Record<string, string>) => each.batchNumber),
    );
    return await Promise.all(codes);
  };
  const shifted = await save(['SH-2', 'SH-3'], created.outputs);
  expect(await codesOf(shifted)).toEqual(['SH-2', 'SH-3']);
  expect(await codesOf(await save(['sh-3', 'SH-2'], created.outputs))).toEqual(['sh-3', 'SH-2']);
  const three = await save(['SH-2', 'SH-4'], created.outputs, numbered(other, 'SH-3'));
  expect(await codesOf(three)).toEqual(['SH-2', 'SH-4', 'SH-3']);
  // For two products: their lots may share a code, their batches may not share a number.
  const turned = await save(['SH-3', 'SH-2', 'SH-4'], three.json.outputs);
  expect(await codesOf(turned)).toEqual(['SH-3', 'SH-2', 'SH-4']);
  expect((await admin('GET', '/goods?search=SH-')).json).toHaveLength(3);
  // The number of a batch is fixed once something has left it.
  const [first] = turned.json.outputs;
  await addRun(admin, [{ productId, quantity: 1, lots: [{ lotId: first.lotId, quantity: 1 }] }]);
  const fixed = await save(['SH-2', 'SH-3', 'SH-4'], turned.json.outputs);
  expect([fixed.status, fixed.json.message]).toEqual([409, goodTexts.numberFixed]);
  const twice = await save(['SH-3', 'SH-3', 'SH-4'], turned.json.outputs);
  expect([twice.status, Object.keys(twice.json.errors)]).toEqual([400, ['outputs.1.batchNumber']]);
});
