/** Masters from spreadsheets: each row is checked by the body of the master's own call, and saved by its own writes. */
import type { z } from 'zod';
import { buyerEndpoints, buyerRowBody } from '#contract/masters/buyers.ts';
import { categoryBody, categoryEndpoints } from '#contract/masters/categories.ts';
import { importTexts, type RowAlike, type RowFault, type RowReading } from '#contract/stock/importing.ts';
import type { ImportKind } from '#contract/kinds.ts';
import { materialBody, materialEndpoints, materialTexts } from '#contract/masters/materials.ts';
import { recordMark } from '#contract/core/importColumns.ts';
import { CloseNames } from '#contract/core/values/closeNames.ts';
import { nameKey } from '#contract/core/values/names.ts';
import { productBody, productEndpoints, productTexts } from '#contract/masters/products.ts';
import { supplierBody, supplierEndpoints } from '#contract/masters/suppliers.ts';
import type { UnitSizes } from '#contract/stock/sheets/itemUnit.ts';
import type { Trx } from '../core/db/tables.ts';
import { encoderOf } from '../core/http/answers.ts';
import { allRecords } from '../core/records/crudQueries.ts';
import { masterActions, type Master } from '../core/records/crudRoutes.ts';
import {
  eachRow,
  faultsOf,
  ofRow,
  type Importer,
  type ImportOptions,
  type ImportPlan,
  type PlannedRow,
  type SavedRecord,
  type SheetRow,
} from '../stock/documents/importing.ts';
import { fieldOfKey, nameKeys, partyKeys, textOf } from './recordKeys.ts';
import { recognise, type Keys } from './recognise.ts';
import type { Write } from '../core/records/write.ts';
import type { MeasuredRow } from '../stock/documents/itemUnits.ts';
import { inRecordUnit, withUnit } from './recordUnits.ts';
import { isOtherUnit } from '../stock/names/itemsByName.ts';
import { buyers } from './buyers.ts';
import { categories } from './categories.ts';
import { materials } from './materials.ts';
import { products } from './products.ts';
import { suppliers } from './suppliers.ts';

type Fields = Record<string, unknown>;
type Stored = Fields & { updatedAt: string };

interface MasterSheet {
  kind: ImportKind;
  master: Master;
  /** One row, for sentences. */
  noun: string;
  body: z.ZodType<Fields>;
  record: z.ZodType;
  keysOf(values: Fields): Keys;
  /** The sentence for a unit that is fixed. */
  unitFixed?: (unit: string) => string;
}

/** A record as it is stored and as it is sent. */
interface ExistingRecord {
  id: number;
  stored: Stored;
  wire: Fields;
}

/** The record that a row is about, and whether the row was exported of it. */
interface RecognisedRecord {
  same: ExistingRecord;
  isMarked: boolean;
}

/** The categories of a name, by its key. */
type Categories = ReadonlyMap<string, readonly { id: number }[]>;

/** Any id passes the check of a category that is yet to be created. */
const PLACEHOLDER_ID = 1;

interface CheckedRow {
  row: SheetRow;
  known: ExistingRecord | undefined;
  /** Values to store: all fields of a new record, the changed ones of a known one. */
  fields: Fields;
  /** The category that is created before, by the key of its name. */
  newCategoryKey: string | undefined;
}

class MasterPlanner {
  readonly #sheet: MasterSheet;
  readonly #known: readonly ExistingRecord[];
  readonly #categories: Categories;
  /** Columns with a filled cell. */
  readonly #fields = new Set<string>();
  readonly #newCategories = new Map<string, string>();
  readonly #faults: RowFault[] = [];
  readonly #readings: RowReading[] = [];
  #unitSizes: UnitSizes = new Map();
  readonly #checked: CheckedRow[] = [];

  constructor(sheet: MasterSheet, known: readonly ExistingRecord[], categoriesByName: Categories) {
    this.#sheet = sheet;
    this.#known = known;
    this.#categories = categoriesByName;
  }

  async plan(sheetRows: readonly SheetRow[], options: ImportOptions): Promise<ImportPlan> {
    const { keysOf, noun } = this.#sheet;
    this.#unitSizes = options.unitSizes;
    const keyed: { number: number; keys: Keys; row: SheetRow }[] = [];
    await eachRow(sheetRows, (written) => {
      const row = withUnit(written);
      keyed.push({ number: row.number, row, keys: keysOf(row.values) });
      for (const field of Object.keys(row.values)) this.#fields.add(field);
    });
    const byMark = new Map(this.#known.map((known) => [recordMark(known.id, textOf(known.wire['createdAt'])), known]));
    const { existing, repeats } = await recognise(keyed, this.#known, {
      keysOf: ({ wire }) => keysOf(wire),
      markedBy: ({ row: { record } }) => (record === undefined ? undefined : byMark.get(record)),
      isEqual: ({ row }, known) => this.#isEmptyAlike(row, known) && this.#isSame(row, known),
      isSame: ({ row }, known) => this.#isSame(row, known),
    });
    const planned: PlannedRow[] = [];
    await eachRow(sheetRows, (written) => {
      // A record keeps its unit, in which the quantity of a row without one is read.
      const row = existing.has(written.number) ? written : withUnit(written);
      const repeated = repeats.get(row.number);
      const recognised = existing.get(row.number);
      if (repeated) {
        const field = fieldOfKey(repeated.key, row.values);
        this.#faults.push({ row: row.number, field, message: importTexts.sameRow(noun, repeated.same) });
        planned.push({ outcome: 'fault', existing: null });
        return;
      }
      const by = recognised && fieldOfKey(recognised.key, row.values);
      if (recognised?.isUnsure && by && options.onExisting === 'update') {
        this.#faults.push({ row: row.number, field: by, message: importTexts.unsure(noun, by) });
        planned.push({ outcome: 'fault', existing: textOf(recognised.same.wire['name']) });
        return;
      }
      const isSaid = this.#sheet.keysOf === partyKeys || by === 'record';
      planned.push({ ...this.#planRow(row, recognised, options), by: isSaid ? by : undefined });
    });
    return {
      rows: planned,
      alike: await this.#alikeNames(),
      faults: this.#faults,
      readings: this.#readings,
      made: [...this.#newCategories.values()],
      save: async (write, next) => await this.#save(write, next),
    };
  }

  /** New names that nearly are those of records or of earlier new rows. */
  async #alikeNames(): Promise<RowAlike[]> {
    const names = new CloseNames<{ name: string; ofRow?: number }>();
    await eachRow(this.#known, ({ wire }) => names.add(textOf(wire['name']), { name: textOf(wire['name']) }));
    const alike: RowAlike[] = [];
    await eachRow(this.#checked, ({ row, known, fields }) => {
      const name = textOf(fields['name']);
      if (known) return;
      const close = names.find(name);
      if (close) alike.push({ row: row.number, field: 'name', ...close });
      names.add(name, { name, ofRow: row.number });
    });
    return alike;
  }

  #planRow(written: SheetRow, recognised: RecognisedRecord | undefined, { onExisting }: ImportOptions): PlannedRow {
    const known = recognised?.same;
    const isMarked = recognised?.isMarked ?? false;
    const existing = known ? textOf(known.wire['name']) : null;
    const { row, faults, readings } = this.#inUnit(written, known, isMarked);
    this.#faults.push(...faults);
    this.#readings.push(...readings);
    if (faults.length > 0) return { outcome: 'fault', existing };
    if (known && !isMarked && this.#refuseRecordUnit(row, known)) return { outcome: 'fault', existing };
    if (known && onExisting === 'skip') return { outcome: 'skip', existing };
    const { categoryName } = row.values;
    const { checked, newCategoryKey, isCategoryUnsure } = this.#bodyOf(row, known);
    if (isCategoryUnsure) {
      const message = importTexts.calledTwice('category', String(categoryName));
      this.#faults.push({ row: row.number, field: 'categoryName', message });
      return { outcome: 'fault', existing };
    }
    const newCategory =
      newCategoryKey === undefined ? undefined : categoryBody.safeParse({ name: categoryName, status: 1 });
    if (!checked.success || newCategory?.error) {
      this.#faults.push(...faultsOf(row, checked.error, { categoryId: 'categoryName' }));
      this.#faults.push(...faultsOf(row, newCategory?.error, { name: 'categoryName' }));
      return { outcome: 'fault', existing };
    }
    const fields = known ? this.#changes(row, known, checked.data, { newCategoryKey, isMarked }) : checked.data;
    if (fields === undefined) return { outcome: 'skip', existing };
    if (known && this.#refuseFixedUnit(row, known, fields)) return { outcome: 'fault', existing };
    if (newCategoryKey !== undefined && !this.#newCategories.has(newCategoryKey)) {
      this.#newCategories.set(newCategoryKey, String(categoryName));
    }
    this.#checked.push({ row, known, fields, newCategoryKey });
    return { outcome: known ? 'update' : 'create', existing };
  }

  /**
   * The body of a row, with the key of the category to be created first. Among several categories of the name a record
   * keeps its own; otherwise the choice is unsure.
   */
  #bodyOf({ values: { categoryName, ...values } }: SheetRow, known: ExistingRecord | undefined) {
    const category = categoryName === undefined ? undefined : nameKey(String(categoryName));
    const called = category === undefined ? [] : (this.#categories.get(category) ?? []);
    const own = called.find(({ id }) => id === known?.stored['categoryId']);
    const sent = {
      ...(known ? known.wire : { status: 1 }),
      ...values,
      ...(category !== undefined && { categoryId: (own ?? called[0])?.id ?? PLACEHOLDER_ID }),
    };
    return {
      checked: this.#sheet.body.safeParse(sent),
      newCategoryKey: called.length === 0 ? category : undefined,
      isCategoryUnsure: called.length > 1 && own === undefined,
    };
  }

  /** Whether a record has all values of a row. */
  #isSame(written: SheetRow, known: ExistingRecord): boolean {
    const { row, faults } = this.#inUnit(written, known);
    if (faults.length > 0) return false;
    const unit = textOf(known.stored['unit']);
    if (unit !== '' && isOtherUnit(row.values['unit'], { unit })) return false;
    const { checked, newCategoryKey } = this.#bodyOf(row, known);
    return (
      checked.success && this.#changes(row, known, checked.data, { newCategoryKey, isMarked: false }) === undefined
    );
  }

  /** Whether a record has nothing where a row has an empty cell. */
  #isEmptyAlike({ values }: SheetRow, { stored }: ExistingRecord): boolean {
    return [...this.#fields].every((field) => values[field] !== undefined || textOf(stored[field]) === '');
  }

  /** The fields of the sheet's columns that differ from the stored ones; undefined if none does. */
  #changes(
    row: SheetRow,
    { stored }: ExistingRecord,
    fields: Fields,
    { newCategoryKey, isMarked }: { newCategoryKey: string | undefined; isMarked: boolean },
  ): Fields | undefined {
    const names = Object.keys(row.values).map((field) => (field === 'categoryName' ? 'categoryId' : field));
    const changed = names.filter((field) => {
      const isNewCategory = field === 'categoryId' && newCategoryKey !== undefined;
      // A unit in other words is the same unit, except where an exported list was edited.
      if (field === 'unit' && !isMarked && textOf(stored[field]) !== '') return false;
      return isNewCategory || fields[field] !== stored[field];
    });
    return changed.length === 0 ? undefined : Object.fromEntries(changed.map((field) => [field, fields[field]]));
  }

  /** A row with its quantities and price in the unit of the record, or in its own, which an edited list gives the record. */
  #inUnit(row: SheetRow, known: ExistingRecord | undefined, isMarked = false): MeasuredRow {
    const units = [textOf(known?.stored['unit']), textOf(row.values['unit'])];
    const unit = (isMarked ? units.toReversed() : units).find((each) => each !== '') ?? '';
    return inRecordUnit(row, unit, this.#unitSizes);
  }

  /** Refuses a row with another unit than the record of its name: it may be about another one. True if it was refused. */
  #refuseRecordUnit({ number, values }: SheetRow, { stored }: ExistingRecord): boolean {
    const [{ unitFixed }, unit, cellUnit] = [this.#sheet, textOf(stored['unit']), textOf(values['unit'])];
    if (!unitFixed || unit === '' || cellUnit === '' || !isOtherUnit(cellUnit, { unit })) return false;
    const message =
      stored['unitFixed'] === 1 ? unitFixed(unit) : importTexts.unitDiffers(textOf(stored['name']), unit, cellUnit);
    this.#faults.push({ row: number, field: 'unit', message });
    return true;
  }

  /** Refuses another unit for a record whose unit is fixed; true if it was refused. */
  #refuseFixedUnit({ number }: SheetRow, { stored }: ExistingRecord, fields: Fields): boolean {
    const { unitFixed } = this.#sheet;
    if (!unitFixed || fields['unit'] === undefined || stored['unitFixed'] !== 1) return false;
    this.#faults.push({ row: number, field: 'unit', message: unitFixed(textOf(stored['unit'])) });
    return true;
  }

  async #save(write: Write, next: () => Promise<void>): Promise<SavedRecord[]> {
    const { master } = this.#sheet;
    const saved: SavedRecord[] = [];
    const recordSaved = (of: Master, after: Stored, before: Stored | null) => {
      saved.push({
        resource: of.resource,
        recordId: Number(after[of.idField]),
        action: before ? 'update' : 'create',
        label: textOf(after['name']),
        updatedAt: after.updatedAt,
        before,
      });
    };
    const createdIds = new Map<string, number>();
    for (const [key, name] of this.#newCategories) {
      const fields = categoryBody.parse({ name, status: 1 });
      const after = await masterActions<Stored>(categories).create(write, fields);
      createdIds.set(key, Number(after['categoryId']));
      recordSaved(categories, after, null);
    }
    const actions = masterActions<Stored>(master);
    for (const { row, known, fields, newCategoryKey } of this.#checked) {
      const whole = newCategoryKey === undefined ? fields : { ...fields, categoryId: createdIds.get(newCategoryKey) };
      const after = await ofRow(row.number, async () => {
        if (!known) return await actions.create(write, whole);
        // Rejects concurrent changes since the read: undoing the import must not revert them.
        return await actions.update(write, known.id, { ...whole, updatedAt: known.stored.updatedAt });
      });
      recordSaved(master, after, known?.stored ?? null);
      await next();
    }
    return saved;
  }
}

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
      return async () => await new MasterPlanner(sheet, known, categoriesByName).plan(rows, options);
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
  }),
  masterImporter({
    kind: 'buyers',
    master: buyers,
    noun: 'buyer',
    body: buyerRowBody,
    record: buyerEndpoints.get.answer,
    keysOf: partyKeys,
  }),
  masterImporter({
    kind: 'categories',
    master: categories,
    noun: 'category',
    body: categoryBody,
    record: categoryEndpoints.get.answer,
    keysOf: nameKeys,
  }),
  masterImporter({
    kind: 'materials',
    master: materials,
    noun: 'raw material',
    body: materialBody,
    record: materialEndpoints.get.answer,
    keysOf: nameKeys,
    unitFixed: materialTexts.unitFixed,
  }),
  masterImporter({
    kind: 'products',
    master: products,
    noun: 'product',
    body: productBody,
    record: productEndpoints.get.answer,
    keysOf: nameKeys,
    unitFixed: productTexts.unitFixed,
  }),
];
