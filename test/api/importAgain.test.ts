/** Every list that has an import: its export, edited cell by cell and imported again, changes exactly what was edited. */
import { describe, expect, test } from 'vitest';
import { recordCell, recordMark } from '#contract/core/importColumns.ts';
import { exportTexts } from '#contract/core/sharedTexts.ts';
import { importedResource, importKinds, kinds, type ImportKind } from '#contract/kinds.ts';
import { importColumns, importSheets } from '#contract/office/importSheets.ts';
import { matchHeadings } from '#contract/stock/sheets/headings.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addCategory, addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { verifyAfterEach, worldOf } from '#test/world.ts';
import type { ListSheet } from '#web/core/sheets/listSheet.ts';
import { soleTable } from '#web/core/sheets/readTable.ts';
import { tablesOf } from '#web/core/sheets/sheetFile.ts';
import { writtenSheet, type SheetValue } from '#web/core/sheets/writtenSheet.ts';
import { masterSheet } from '#web/core/records/masters/masterSheet.ts';
import { exportedGoods } from '#web/make/goods/exportedGoods.ts';
import { recipeSheet } from '#web/make/recipes/recipeSheet.ts';
import {
  exportedBuyers,
  exportedCategories,
  exportedMaterials,
  exportedProducts,
  exportedSuppliers,
} from '#web/masters/exportedMasters.ts';
import { withoutOwnPages } from '#web/office/imports/ownPages.ts';
import { sheetOf } from '#web/office/imports/sheetText.ts';
import { adjustmentSheet } from '#web/stock/adjustments/adjustmentSheet.ts';

const testApp = await buildTestApp();
verifyAfterEach(testApp);
const admin = await testApp.as('admin');
const { must, importSheet, findFaults } = worldOf(admin);

/** Texts that a spreadsheet, or a reader of one, likes to take for something else. */
const texts = [
  '000457',
  '2.10',
  '=1+1',
  '+91 98111 11113',
  '-5',
  '@SUM(A1)',
  "'quoted",
  '"Amla", 1st',
  'Sharma, Rao & Sons',
  '13,75',
  '1,37,500',
  '₹ 450/-',
  '95 %',
  '1-2',
  '1/4',
  '31/03/2027',
  'Mar-27',
  'आँवला चूर्ण',
  'a_x0041_b',
  'TRUE',
  'NA',
  'URP',
  'Dr',
  '(250)',
  '250 gm',
  'Totally Organic',
  '<b>&amp;</b>',
  'Name',
];
/** With breaks of lines and two blanks; blanks at the end are kept by no field. */
const longTexts = texts.map((text) => `${text},  Plot 7\nMIDC, "A" block\n\n${text}  `);
const [smallest, largest] = [0.001, 9_000_000_000];

type Answered = Awaited<ReturnType<typeof must>>;

/** A cell of a list typed over, and the fields that the record then has instead; `null` where the import refuses it. */
interface Edit {
  typed: SheetValue;
  /** The row; by default one that has something else there. */
  row?: number;
  /** Fields that the history states in it, such as a quantity in another unit. */
  alongside?: string[];
  becomes: ((record: Answered) => object) | object | null;
}

interface Walk {
  sheet: Pick<ListSheet<never>, 'name' | 'headings' | 'columnWidths'>;
  cellsOf: (records: Answered) => SheetValue[][];
  fill: () => Promise<void>;
  /** One for each column of the import; each is of another record. */
  edits: Record<string, Edit>;
}

function walk<Row>({ rowsOf, ...sheet }: ListSheet<Row>, fill: Walk['fill'], edits: Walk['edits']): Walk {
  return { sheet, cellsOf: (records) => records.flatMap(rowsOf), fill, edits };
}

async function addParties(path: string, phoneOf: (index: number) => string, over: (index: number) => object) {
  for (const [index, name] of texts.entries()) {
    const isBare = index % 3 === 0;
    await must(201, 'POST', path, {
      name,
      phone: phoneOf(index),
      email: isBare ? '' : `+a${index}@b.in`,
      gstinNumber: isBare ? '' : `27AAACN${1000 + index}L1Z5`,
      address: isBare ? '' : longTexts[index],
      status: index % 2,
      ...over(index),
    });
  }
}

const category = await addCategory(admin, '007');
const otherCategory = await addCategory(admin, '2.50');
const pouches = await addProduct(admin, { name: '0050', unit: 'jar', categoryId: category });
const jars = await addProduct(admin, { name: '=Jar', unit: 'jar', categoryId: category });
const leaf = await addMaterial(admin, { name: '1.20', unit: 'kg', categoryId: category });
const water = await addMaterial(admin, { name: '+Water', unit: 'litre', categoryId: category });
const free = await addProduct(admin, { name: 'Free', unit: 'jar', categoryId: category });
const cut = await addMaterial(admin, { name: 'Leaf, cut', unit: 'kg', categoryId: category });
const grower = await addSupplier(admin, { name: '0099', phone: '9800000099' });

const withLine = (at: number, fields: object) => (recipe: Answered) => ({
  lines: recipe.lines.with(at, { ...recipe.lines[at], ...fields }),
});

const walks: Record<ImportKind, Walk> = {
  suppliers: walk(
    masterSheet(exportedSuppliers),
    async () =>
      await addParties(
        '/suppliers',
        (index) => String(9_811_111_100 + index),
        () => ({}),
      ),
    {
      name: { typed: '00.10', becomes: { name: '00.10' } },
      phone: { typed: '+91 98222-22222', becomes: { phone: '9822222222' } },
      email: { typed: '+x@y.in', becomes: { email: '+x@y.in' } },
      gstinNumber: { typed: '27aaacn1234l1z8', becomes: { gstinNumber: '27AAACN1234L1Z8' } },
      address: { typed: '12\nMain road', becomes: { address: '12\nMain road' } },
      status: { typed: 'Inactive', becomes: { status: 0 } },
    },
  ),
  buyers: walk(
    masterSheet(exportedBuyers),
    async () =>
      await addParties(
        '/buyers',
        (index) => (index % 2 === 0 ? '' : `00${index}`),
        (index) => ({
          market: index % 2 === 0 ? null : 'EU',
          soldAs: index % 3 === 0 ? null : { scheme: 'NPOP', status: 'organic' },
        }),
      ),
    {
      name: { typed: '1.e3', becomes: { name: '1.e3' } },
      phone: { typed: '0007', becomes: { phone: '0007' } },
      email: { typed: '0@y.in', becomes: { email: '0@y.in' } },
      gstinNumber: { typed: '27AAACN1234L1Z9', becomes: { gstinNumber: '27AAACN1234L1Z9' } },
      address: { typed: '=1+1', becomes: { address: '=1+1' } },
      status: { typed: 'Inactive', becomes: { status: 0 } },
      market: { typed: 'United States', becomes: { market: 'US' } },
      soldAs: { typed: 'NPOP in conversion', becomes: { soldAs: { scheme: 'NPOP', status: 'inConversion' } } },
    },
  ),
  categories: walk(
    masterSheet(exportedCategories),
    async () => {
      for (const [index, name] of texts.entries()) {
        const description = index % 2 === 0 ? '' : longTexts[index];
        await must(201, 'POST', '/Categories', { name, description, status: index % 2 });
      }
    },
    {
      name: { typed: '0008', becomes: { name: '0008' } },
      description: { typed: '2,50', becomes: { description: '2,50' } },
      status: { typed: 'Inactive', becomes: { status: 0 } },
    },
  ),
  materials: walk(
    masterSheet(exportedMaterials),
    async () => {
      for (const [index, name] of texts.entries()) {
        await addMaterial(admin, {
          name,
          unit: ['kg', '', 'g', 'litre', '1 kg bag'][index % 5],
          categoryId: index % 3 === 0 ? null : category,
          description: index % 2 === 0 ? '' : longTexts[index],
          minProductionQuantity: [smallest, largest, 1234.567, 1.1][index % 4],
        });
      }
    },
    {
      name: { typed: '003', becomes: { name: '003' } },
      unit: { typed: 'g', becomes: { unit: 'g' }, alongside: ['minProductionQuantity'] },
      categoryName: { typed: '2.50', becomes: { categoryId: otherCategory, categoryName: '2.50' } },
      description: { typed: 'Mar-27', becomes: { description: 'Mar-27' } },
      minProductionQuantity: { typed: 0.125, becomes: { minProductionQuantity: 0.125 } },
    },
  ),
  products: walk(
    masterSheet(exportedProducts),
    async () => {
      for (const [index, name] of texts.entries()) {
        await addProduct(admin, {
          name,
          unit: ['kg', 'pouch', '100 g', 'pcs'][index % 4],
          categoryId: category,
          description: index % 2 === 0 ? '' : longTexts[index],
          price: [0.01, largest, 1234.56, 1.1][index % 4],
        });
      }
    },
    {
      name: { typed: '003', becomes: { name: '003' } },
      categoryName: { typed: '2.50', becomes: { categoryId: otherCategory, categoryName: '2.50' } },
      price: { typed: 1000.05, becomes: { price: 1000.05 } },
      unit: { typed: 'tin', becomes: { unit: 'tin' } },
      description: { typed: '=1+1', becomes: { description: '=1+1' } },
    },
  ),
  recipes: walk(
    recipeSheet,
    async () => {
      const costs = { overheadPerRun: 12.5, overheadPerKg: 0.01, overheadPerHour: 3, costShare: 40 };
      const lines = [
        { rawMaterialId: leaf, productId: null, quantity: smallest, plannedLossPercent: 0.001 },
        { rawMaterialId: water, productId: null, quantity: largest, plannedLossPercent: 0 },
        { rawMaterialId: null, productId: jars, quantity: 1234.567, plannedLossPercent: 100 },
      ];
      const recipe = { productId: pouches, outputQuantity: largest, expectedYieldPercent: null, note: '=1', lines };
      await must(201, 'POST', '/recipes', { ...recipe, ...costs });
      const [line] = lines;
      const single = { productId: jars, outputQuantity: smallest, expectedYieldPercent: 98.125, note: '' };
      await must(201, 'POST', '/recipes', { ...single, lines: [line] });
    },
    {
      productName: { row: 3, typed: 'Free', becomes: { productId: free, productName: 'Free' } },
      outputQuantity: { row: 3, typed: 12.5, becomes: { outputQuantity: 12.5 } },
      outputUnit: { row: 1, typed: 'tin', becomes: null },
      itemName: {
        row: 0,
        typed: 'Leaf, cut',
        becomes: withLine(0, { rawMaterialId: cut, itemId: expect.any(Number), itemName: 'Leaf, cut' }),
      },
      quantity: { row: 1, typed: 0.125, becomes: withLine(1, { quantity: 0.125 }) },
      unit: { row: 1, typed: 'kg', becomes: null },
      plannedLossPercent: { row: 2, typed: 0.5, becomes: withLine(2, { plannedLossPercent: 0.5 }) },
      expectedYieldPercent: { row: 3, typed: 99.5, becomes: { expectedYieldPercent: 99.5 } },
    },
  ),
  goods: walk(
    masterSheet(exportedGoods),
    async () => {
      for (const [index, batchNumber] of texts.entries()) {
        await must(201, 'POST', kinds.goods.apiPath, {
          productId: index % 2 === 0 ? pouches : jars,
          batchNumber,
          quantity: [1, 9_000_000, 1234.567, 1.1][index % 4],
          status: index % 5 === 0 ? 'sold' : 'available',
          manufactureDate: index % 3 === 0 ? null : '2000-02-29',
          expiryDate: index % 4 === 0 ? null : '2999-12-31',
        });
      }
    },
    {
      productName: { typed: '=Jar', becomes: { productId: jars, productName: '=Jar', lotId: expect.any(Number) } },
      batchNumber: { row: 6, typed: '00.1', becomes: { batchNumber: '00.1' } },
      quantity: { row: 7, typed: 2.005, becomes: { quantity: 2.005, leftQty: 2.005 } },
      unit: { typed: 'tin', becomes: null },
      status: { typed: 'Sold', becomes: { status: 'sold', leftQty: 0 } },
      manufactureDate: { typed: { date: '2026-01-31' }, becomes: { manufactureDate: '2026-01-31' } },
      expiryDate: { typed: { date: '2027-03-01' }, becomes: { expiryDate: '2027-03-01' } },
    },
  ),
  'opening-stock': walk(
    adjustmentSheet,
    async () => {
      const lines = texts.map((code, index) => ({
        rawMaterialId: index % 2 === 0 ? leaf : water,
        productId: null,
        quantity: [smallest, 4_000_000, 1234.567, 1.1][index % 4],
        code,
        expiresOn: index % 3 === 0 ? null : '2999-12-31',
        pricePerUnit: index % 4 === 0 ? null : 1234.56,
        claim: index % 5 === 0 ? null : 'organic',
        supplierId: index % 2 === 0 ? null : grower,
      }));
      await must(201, 'POST', '/adjustments', { kind: 'opening', date: '2000-02-29', reason: '', lines });
    },
    // An import changes no lot: it says so, and saves nothing.
    {
      itemName: { typed: '+Water', becomes: null },
      quantity: { typed: 7, becomes: null },
      unit: { typed: 'tin', becomes: null },
      date: { typed: { date: '2026-04-01' }, becomes: null },
      code: { typed: '00.1', becomes: null },
      expiresOn: { typed: { date: '2027-01-31' }, becomes: null },
      pricePerUnit: { typed: 2.5, becomes: null },
      claim: { typed: 'Conventional', becomes: null },
      supplierName: { typed: '0099', becomes: null },
    },
  ),
};

async function recordsOf(kind: ImportKind): Promise<Answered> {
  return byId(kind, await must(200, 'GET', kinds[importedResource(kind)].listPath));
}

const idFieldOf = (kind: ImportKind) => kinds[importedResource(kind)].idField;

function byId(kind: ImportKind, records: Answered): Answered {
  const idField = idFieldOf(kind);
  return records.toSorted((one: Answered, other: Answered) => one[idField] - other[idField]);
}

/** Imports the spreadsheet of a list, of which a cell may be typed over, as Export writes it and the import reads it. */
async function importAgain(kind: ImportKind, edit?: { row: number; field: string; typed: SheetValue }) {
  const { sheet, cellsOf } = walks[kind];
  const rows = cellsOf(await recordsOf(kind));
  if (edit) {
    const label = importSheets[kind].columns.find(({ field }) => field === edit.field)?.label ?? '';
    const cells = rows[edit.row];
    if (cells) cells[sheet.headings.indexOf(label)] = edit.typed;
  }
  const { page, headings, list } = exportTexts.about;
  const notes = { name: page, headings, rows: [[list, sheet.name]] };
  const file = await writtenSheet({ ...sheet, rows, notes }, () => undefined);
  const table = soleTable(withoutOwnPages(tablesOf(new Uint8Array(await file.arrayBuffer()))));
  if (!table) throw new Error('a list is one table');
  const read = sheetOf(kind, 'list.xlsx', table);
  expect(read.aside).toEqual([]);
  return await admin('POST', `/imports/${kind}`, {
    headings: read.headings,
    rows: read.rows.map(({ cells }) => cells),
    rowNumbers: read.rows.map(({ number }) => number),
    mapping: matchHeadings(importColumns(kind), read.headings).mapping,
    mode: 'save',
    onExisting: 'update',
  });
}

describe.each(importKinds)('%s', (kind) => {
  test('are unchanged where nothing was edited', async () => {
    await walks[kind].fill();
    const before = await recordsOf(kind);
    const rows = walks[kind].cellsOf(before).length;
    const { status, json, text } = await importAgain(kind);
    expect([status, json.created, json.updated, json.skipped], text).toEqual([200, 0, 0, rows]);
    expect(await recordsOf(kind)).toEqual(before);
  });

  test.each(importSheets[kind].columns.map(({ field }, index) => [field, index] as const))(
    'change their %s alone, where that was edited',
    async (field, index) => {
      const edit = walks[kind].edits[field];
      if (!edit) throw new Error(`${kind} has no edit of ${field}`);
      const before = await recordsOf(kind);
      const label = importSheets[kind].columns[index]?.label ?? '';
      const rows = walks[kind].cellsOf(before);
      const at = walks[kind].sheet.headings.indexOf(label);
      // Another record each time, full and bare ones.
      const row = edit.row ?? rows.findIndex((cells, number) => number > index + 3 && cells[at] !== edit.typed);
      const { status, text, json } = await importAgain(kind, { row, field, typed: edit.typed });
      if (edit.becomes === null) {
        expect([status, await recordsOf(kind)], text).toEqual([400, before]);
        return;
      }
      const owners: number[] = before.flatMap((record: object, place: number) =>
        walks[kind].cellsOf([record]).map(() => place),
      );
      const place = owners[row] ?? 0;
      const record = before[place];
      const ownRows = owners.filter((each) => each === place).length;
      expect([status, json.created, json.updated], text).toEqual([200, 0, ownRows]);
      const becomes = typeof edit.becomes === 'function' ? edit.becomes(record) : edit.becomes;
      const changed = { ...record, ...becomes, updatedAt: expect.any(String) };
      expect(await recordsOf(kind)).toEqual(byId(kind, before.with(place, changed)));
      const [event] = await must(200, 'GET', `/history/${importedResource(kind)}/${record[idFieldOf(kind)]}`);
      expect(event.action).toBe('update');
      const others = event.changes.filter((change: { field: string }) => !edit.alongside?.includes(change.field));
      expect(others).toHaveLength(1);
    },
  );
});

describe('rows of exported lists', () => {
  const headings = ['Name', 'Description', 'Godown record'];
  const read = async (id: number) => await must(200, 'GET', `/materials/${id}`);

  test('a copied row with another name is another record, and the one that it was copied of stays', async () => {
    const id = await addMaterial(admin, { name: 'Copied' });
    const before = await read(id);
    const mark = recordMark(id, before.createdAt);
    const rows = [
      ['Copy', 'of it', mark],
      ['Copied', '', mark],
    ];
    const { json, text } = await importSheet('materials', headings, rows);
    expect([json.created, json.updated, json.skipped], text).toEqual([1, 0, 1]);
    expect(await read(id)).toEqual(before);
  });

  test('two rows of one record are a fault where none has its name any more', async () => {
    const id = await addMaterial(admin, { name: 'Renamed' });
    const mark = recordMark(id, (await read(id)).createdAt);
    const rows = [
      ['Renamed 1', '', mark],
      ['Renamed 2', '', mark],
    ];
    const faults = await findFaults('materials', headings, rows);
    expect(faults).toEqual({ '2 record': 'The same raw material as in row 1.' });
  });

  test('a row of another installation is no record of this one', async () => {
    const id = await addMaterial(admin, { name: 'Ours' });
    const before = await read(id);
    const rows = [['Theirs', '', recordMark(id, '2025-01-01T00:00:00.000Z')]];
    const { json, text } = await importSheet('materials', headings, rows);
    expect([json.created, json.updated], text).toEqual([1, 0]);
    expect(await read(id)).toEqual(before);
  });

  test('a row is of its record where another one has its new name', async () => {
    const [one, other] = [
      await addMaterial(admin, { name: 'Tulsi' }),
      await addMaterial(admin, { name: 'Tulsi leaf' }),
    ];
    const before = await read(other);
    const rows = [['Tulsi leaf', 'dried', recordMark(one, (await read(one)).createdAt)]];
    const { json, text } = await importSheet('materials', headings, rows);
    expect([json.created, json.updated], text).toEqual([0, 1]);
    expect([(await read(one)).description, await read(other)]).toEqual(['dried', before]);
  });

  test('a row of one of two recipes of a product changes that one', async () => {
    const product = await addProduct(admin, { name: 'Two ways', unit: 'jar', categoryId: category });
    const made: Answered[] = [];
    for (const quantity of [1, 2]) {
      const lines = [{ rawMaterialId: leaf, productId: null, quantity }];
      made.push(await must(201, 'POST', '/recipes', { productId: product, outputQuantity: 10, lines }));
    }
    const rows = made.map(({ recipeId, createdAt, lines: [{ quantity }] }, index) => {
      return ['Two ways', 10, '1.20', quantity + index, recordMark(recipeId, createdAt)];
    });
    const columns = ['Product', 'Output quantity', 'Ingredient', 'Quantity', 'Godown record'];
    const { json, text } = await importSheet('recipes', columns, rows);
    expect([json.updated, json.skipped], text).toEqual([1, 1]);
    const quantities = [];
    for (const { recipeId } of made)
      quantities.push((await must(200, 'GET', `/recipes/${recipeId}`)).lines[0].quantity);
    expect(quantities).toEqual([1, 3]);
  });

  const addBatch = async () => {
    const dates = { manufactureDate: '2026-01-25', expiryDate: '2099-01-25' };
    const body = { productId: jars, quantity: 10, ...dates, status: 'available' };
    return await must(201, 'POST', '/goods', { ...body, batchNumber: 'CS-1' });
  };
  const addRecipe = async () => {
    const productId = await addProduct(admin, { name: 'Changed blend', unit: 'jar', categoryId: category });
    const lines = [{ rawMaterialId: leaf, productId: null, quantity: 4 }];
    return await must(201, 'POST', '/recipes', { productId, outputQuantity: 10, lines });
  };

  test.each([
    {
      kind: 'materials' as const,
      add: async () => await read(await addMaterial(admin, { name: 'Changed leaf' })),
      path: 'materials',
      id: 'rawMaterialId',
      elsewhere: { description: 'washed twice' },
      columns: ['Name', 'Description'],
      row: ['Changed leaf', 'washed'],
      bySheet: { description: 'washed' },
    },
    {
      kind: 'goods' as const,
      add: addBatch,
      path: 'goods',
      id: 'finishedGoodId',
      elsewhere: { quantity: 12 },
      columns: ['Batch number', 'Product', 'Quantity', 'Manufacture date', 'Expiry date'],
      row: ['CS-1', '=Jar', 11, '25-01-2026', '25-01-2099'],
      bySheet: { quantity: 11 },
    },
    {
      kind: 'recipes' as const,
      add: addRecipe,
      path: 'recipes',
      id: 'recipeId',
      elsewhere: { outputQuantity: 12 },
      columns: ['Product', 'Output quantity', 'Ingredient', 'Quantity'],
      row: ['Changed blend', 11, '1.20', 4],
      bySheet: { outputQuantity: 11 },
    },
  ])('a row of $kind asks before it undoes what was changed after its export', async (each) => {
    const exported = await each.add();
    const path = `/${each.path}/${exported[each.id]}`;
    const cell = recordCell(exported[each.id], exported);
    const send = async (over: object) =>
      await importSheet(each.kind, [...each.columns, 'Godown record'], [[...each.row, cell]], over);
    await must(200, 'PUT', path, { ...exported, ...each.elsewhere });
    const changed = await must(200, 'GET', path);

    const asked = await send({ mode: 'check' });
    expect(asked.json.faults).toMatchObject([{ row: 1, field: 'record', ask: { about: 'changedSince' } }]);
    const refused = await send({});
    expect([refused.status, await must(200, 'GET', path)]).toEqual([400, changed]);

    const answered = async (record: string) => await send({ answers: { changedSince: { record } } });
    const { json: left } = await answered('record');
    expect([left.updated, left.skipped, await must(200, 'GET', path)]).toEqual([0, 1, changed]);
    const { json: taken } = await answered('sheet');
    expect([taken.updated, taken.skipped]).toEqual([1, 0]);
    expect(await must(200, 'GET', path)).toMatchObject(each.bySheet);
  });

  test('a row asks nothing where its record is as it was exported, or has what the row says', async () => {
    const exported = await read(await addMaterial(admin, { name: 'Unchanged leaf' }));
    const columns = ['Name', 'Description', 'Godown record'];
    const cell = recordCell(exported.rawMaterialId, exported);
    const edited = await importSheet('materials', columns, [['Unchanged leaf', 'cut', cell]]);
    expect([edited.status, edited.json.updated], edited.text).toEqual([200, 1]);
    const again = await importSheet('materials', columns, [['Unchanged leaf', 'cut', cell]]);
    expect([again.status, again.json.skipped], again.text).toEqual([200, 1]);
  });
});
