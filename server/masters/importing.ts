/** Masters from spreadsheets: each row is checked by the body of the master's own call, and saved by its own writes. */
import { buyerEndpoints, buyerRowBody } from '#contract/masters/buyers.ts';
import { categoryBody, categoryEndpoints } from '#contract/masters/categories.ts';
import { materialBody, materialEndpoints, materialTexts } from '#contract/masters/materials.ts';
import { nameKey } from '#contract/core/values/names.ts';
import { productBody, productEndpoints, productTexts } from '#contract/masters/products.ts';
import { supplierBody, supplierEndpoints } from '#contract/masters/suppliers.ts';
import type { Trx } from '../core/db/tables.ts';
import { encoderOf } from '../core/http/answers.ts';
import { allRecords } from '../core/records/crudQueries.ts';
import { masterActions } from '../core/records/crudRoutes.ts';
import type { Importer } from '../stock/documents/importing.ts';
import { buyers } from './buyers.ts';
import { categories } from './categories.ts';
import { materials } from './materials.ts';
import type { Categories, ExistingRecord, MasterSheet, Stored } from './planRow.ts';
import { planSheet } from './planSheet.ts';
import { products } from './products.ts';
import { nameKeys, partyKeys } from './recordKeys.ts';
import { suppliers } from './suppliers.ts';

async function findCategories(trx: Trx): Promise<Categories> {
  const rows = await trx.selectFrom('category').select(['id', 'name']).where('deleted_at', 'is', null).execute();
  return Map.groupBy(rows, ({ name }) => nameKey(name));
}

function masterImporter(sheet: MasterSheet): Importer {
  const { kind, master, record } = sheet;
  const encode = encoderOf(record);
  const actions = masterActions<Stored>(master);
  return {
    kind,
    table: master.table,
    async load(trx, rows, options) {
      const known: ExistingRecord[] = [];
      for await (const some of allRecords<Stored>(trx, master)) {
        for (const stored of some)
          known.push({ id: Number(stored[master.idField]), stored, wire: Object(encode(stored)) });
      }
      const categoriesByName: Categories = 'categoryId' in master.columns ? await findCategories(trx) : new Map();
      const { unitSizes, onExisting, changedSince } = options;
      return async () =>
        await planSheet(rows, known, { sheet, categories: categoriesByName, unitSizes, onExisting, changedSince });
    },
    async undo(write, { recordId, before }) {
      if (before) await actions.update(write, recordId, { ...before, updatedAt: undefined });
      else await actions.remove(write, recordId);
    },
  };
}

/** The masters' importers. */
export const masterImporters: readonly Importer[] = [
  masterImporter({
    kind: 'suppliers',
    master: suppliers,
    noun: 'supplier',
    body: supplierBody,
    record: supplierEndpoints.get.answer,
    keysOf: partyKeys,
    showsKey: true,
  }),
  masterImporter({
    kind: 'buyers',
    master: buyers,
    noun: 'buyer',
    body: buyerRowBody,
    record: buyerEndpoints.get.answer,
    keysOf: partyKeys,
    showsKey: true,
  }),
  masterImporter({
    kind: 'categories',
    master: categories,
    noun: 'category',
    body: categoryBody,
    record: categoryEndpoints.get.answer,
    keysOf: nameKeys,
    showsKey: false,
  }),
  masterImporter({
    kind: 'materials',
    master: materials,
    noun: 'raw material',
    body: materialBody,
    record: materialEndpoints.get.answer,
    keysOf: nameKeys,
    showsKey: false,
    unitFixed: materialTexts.unitFixed,
  }),
  masterImporter({
    kind: 'products',
    master: products,
    noun: 'product',
    body: productBody,
    record: productEndpoints.get.answer,
    keysOf: nameKeys,
    showsKey: false,
    unitFixed: productTexts.unitFixed,
  }),
];
