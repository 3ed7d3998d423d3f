/** Lists by kind in the order in which people and clients see them: rows of `kinds` must not reorder them by chance. */
import { expect, test } from 'vitest';
import {
  blockingKinds,
  documentKinds,
  findableKinds,
  glancedKinds,
  historyKinds,
  importedResource,
  importKinds,
  kindLabel,
  kinds,
  listPaths,
  masterRows,
  pageSizes,
  recordKinds,
  restorableKinds,
  type DocumentKind,
  type FileHolder,
  type FilterRecords,
  type ImportKind,
  type MasterKind,
  type RecordKind,
  type RestorableKind,
  type ViewedList,
  viewedLists,
} from './kinds.ts';
import type { KindRow, RecordKindRow } from './core/kindRow.ts';
import { restoreEndpoints } from './core/restore.ts';

/** Names in a row, parted by a space or, where they have spaces, by a comma. */
const names = (...lines: string[]) => lines.flatMap((line) => line.split(line.includes(', ') ? ', ' : ' '));

const masterNames = names('suppliers buyers categories products materials');

test('masters are in the order of the menu', () => {
  expect(
    masterRows.map(({ resource, screenPath, apiPath, idField, pageSize, noun, label, title }) =>
      [resource, screenPath, apiPath, idField, pageSize, noun, label, title].join(' | '),
    ),
  ).toEqual([
    'suppliers | /suppliers | /suppliers | supplierId | 15 | supplier | Supplier | Suppliers',
    'buyers | /buyers | /buyers | buyerId | 15 | buyer | Buyer | Buyers',
    'categories | /categories | /Categories | categoryId | 15 | category | Category | Categories',
    'products | /products | /products | productId | 25 | product | Product | Products',
    'materials | /rawmaterials | /materials | rawMaterialId | 15 | material | Raw material | Raw Materials',
  ]);
});

test('kinds of the history have their labels', () => {
  const records = names(
    ...masterNames,
    'inward production runs goods recipes dispatches adjustments lots items',
    'certificates transactionCertificates certificationBodies recalls company users',
  );
  expect(recordKinds).toEqual(records);
  expect(historyKinds).toEqual([...records, 'sessions', 'backups', 'packs', 'imports', 'views', 'system']);
  expect(historyKinds.map(kindLabel)).toEqual(
    names(
      'Supplier, Buyer, Category, Product, Raw material, Inward, Production, Production run',
      'Finished good, Recipe, Dispatch, Adjustment, Lot, Item, Certificate, Transaction certificate',
      'Certification body, Recall, Company, User, Session, Backup, Inspection pack, Import, View, Godown',
    ),
  );
});

test('kinds that can be restored have a path', () => {
  expect(restorableKinds).toEqual(
    names(
      ...masterNames,
      'inward runs goods recipes dispatches adjustments',
      'certificates transactionCertificates certificationBodies users',
    ),
  );
  expect(restoreEndpoints.map(({ path }) => path.replace('/:id/restore', ''))).toEqual(
    names(
      '/suppliers /buyers /Categories /products /materials /inward /production-runs /goods',
      '/recipes /dispatches /adjustments /certificates /transaction-certificates',
      '/certification-bodies /Auth/users',
    ),
  );
});

test('lists have their specified paths and page sizes', () => {
  expect(listPaths).toMatchObject({
    users: '/Auth/users',
    inward: '/inward/get-all-with-rawmaterials',
    production: '/Production',
    stock: '/Production/get-rawmaterial-stock',
    runs: '/production-runs',
    recipes: '/recipes',
    dispatches: '/dispatches',
    adjustments: '/adjustments',
    lots: '/lots',
    items: '/items',
    certificates: '/certificates',
    transactionCertificates: '/transaction-certificates',
    certificationBodies: '/certification-bodies',
    recalls: '/recalls',
  });
  expect(pageSizes).toMatchObject({
    users: 15,
    inward: 15,
    production: 15,
    productionStock: 15,
    stockReport: 25,
    productStock: 25,
    runs: 15,
    recipes: 15,
    dispatches: 15,
    adjustments: 15,
    lots: 25,
    certificates: 15,
    transactionCertificates: 15,
    certificationBodies: 15,
    recalls: 15,
  });
});

test('documents that move stock and kinds that block a change are listed', () => {
  expect(documentKinds).toEqual(['inward', 'run', 'goods', 'dispatch', 'adjustment']);
  expect(blockingKinds).toEqual(['inward', 'run', 'goods', 'dispatch', 'adjustment', 'recall']);
});

test('kinds of the command menu are in order', () => {
  expect(findableKinds).toEqual(
    names(
      'inward goods lots dispatches materials products suppliers buyers categories',
      'certificates transactionCertificates certificationBodies users',
    ),
  );
});

test('imports are in the order in which a new user needs them', () => {
  const imports = names('suppliers buyers categories materials products recipes opening-stock goods');
  expect(importKinds).toEqual(imports);
  expect(importKinds.map(importedResource)).toEqual(imports.with(6, 'adjustments'));
});

test('lists with saved views and records with a preview are listed', () => {
  expect(viewedLists).toEqual([...masterNames, 'goods', 'inward', 'dispatches', 'lots']);
  expect(glancedKinds.map((kind) => kinds[kind].screenPath).toSorted()).toEqual(
    names('/buyers /dispatches /finishedgoods /inward /lots /production /products', '/rawmaterials /suppliers'),
  );
});

type IsRow<Row> = Row extends KindRow ? true : false;
type Rows = typeof kinds;
/** Whether a row without the field compiles. */
type Without<Field extends keyof RecordKindRow> = IsRow<Omit<Rows['recalls'], Field>>;
type RequiredField = {
  [F in keyof RecordKindRow]-?: undefined extends RecordKindRow[F] ? never : F;
}[keyof RecordKindRow];
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

test('a row that lacks a field does not compile', () => {
  const complete: IsRow<Rows['recalls'] | Rows['system']> = true;
  const lacking: Same<{ [Field in RequiredField]: Without<Field> }[RequiredField], false> = true;
  const unlabelled: IsRow<{ title: string }> = false;
  expect([complete, lacking, unlabelled]).toEqual([true, true, false]);
});

test('a kind has its name in permissions and history, and unions of kinds are exact', () => {
  type Misnamed = { [Kind in RecordKind]: Rows[Kind]['resource'] extends Kind ? never : Kind }[RecordKind];
  const exact: [
    Same<Misnamed, never>,
    Same<MasterKind, 'suppliers' | 'buyers' | 'categories' | 'products' | 'materials'>,
    Same<Exclude<RecordKind, RestorableKind>, 'production' | 'lots' | 'items' | 'recalls' | 'company'>,
    Same<Exclude<ViewedList, MasterKind>, 'goods' | 'inward' | 'dispatches' | 'lots'>,
    Same<DocumentKind, 'inward' | 'run' | 'goods' | 'dispatch' | 'adjustment'>,
    Same<Exclude<ImportKind, MasterKind>, 'recipes' | 'opening-stock' | 'goods'>,
    Same<FilterRecords, MasterKind | 'items' | 'certificationBodies' | 'users'>,
    Same<FileHolder, 'inward' | 'certificates' | 'transaction-certificates'>,
    Same<(typeof listPaths)['certificates'], '/certificates'>,
  ] = [true, true, true, true, true, true, true, true, true];
  expect(recordKinds.map((kind): string => kinds[kind].resource)).toEqual(recordKinds);
  expect(exact).not.toContain(false);
});
