/** The effect of saving a row of a sheet of masters: decided from the row, its record and the categories alone. */
import type { z } from 'zod';
import { recordMark } from '#contract/core/importColumns.ts';
import type { ImportKind } from '#contract/kinds.ts';
import { categoryBody } from '#contract/masters/categories.ts';
import { importTexts, type RowFault } from '#contract/stock/importing.ts';
import { nameKey } from '#contract/core/values/names.ts';
import type { UnitSizes } from '#contract/stock/sheets/itemUnit.ts';
import type { Master } from '../core/records/crudRoutes.ts';
import {
  faultsOf,
  outdated,
  type ImportOptions,
  type PlannedRow,
  type SheetRow,
} from '../stock/documents/importing.ts';
import type { MeasuredRow } from '../stock/documents/itemUnits.ts';
import { isOtherUnit } from '../stock/names/itemsByName.ts';
import type { Keys } from './recognise.ts';
import { textOf } from './recordKeys.ts';
import { inRecordUnit } from './recordUnits.ts';

type Fields = Record<string, unknown>;
export type Stored = Fields & { updatedAt: string };

/** A kind of sheet of masters. */
export interface MasterSheet {
  kind: ImportKind;
  master: Master;
  /** One row, for sentences. */
  noun: string;
  body: z.ZodType<Fields>;
  record: z.ZodType;
  keysOf(values: Fields): Keys;
  /** Whether a row says by which key its record was recognised: those of parties are several, other records have a name alone. */
  showsKey: boolean;
  /** The sentence for a unit that is fixed. */
  unitFixed?: (unit: string) => string;
}

/** A record as it is stored and as it is sent. */
export interface ExistingRecord {
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
export type Categories = ReadonlyMap<string, readonly { id: number }[]>;

/** All that the plan of a row depends on, beside the row and its record. */
export interface PlanContext {
  sheet: MasterSheet;
  categories: Categories;
  unitSizes: UnitSizes;
  onExisting: ImportOptions['onExisting'];
  changedSince: ImportOptions['changedSince'];
}

/** A row that creates or changes a record. */
export interface CheckedRow {
  row: SheetRow;
  known: ExistingRecord | undefined;
  /** Values to store: all fields of a new record, the changed ones of a known one. */
  fields: Fields;
  /** The category that is created before, by the key of its name. */
  newCategoryKey: string | undefined;
}

/** The plan of a row. Without `checked` it saves nothing. */
export interface RowPlan extends Omit<MeasuredRow, 'row'> {
  planned: PlannedRow;
  checked?: CheckedRow;
}

/** Any id passes the check of a category that is yet to be created. */
const PLACEHOLDER_ID = 1;

/**
 * The body of a row, with the key of the category to be created first. Among several categories of the name a record
 * keeps its own; otherwise the choice is unsure.
 */
function bodyOf(
  { values: { categoryName, ...values } }: SheetRow,
  known: ExistingRecord | undefined,
  { sheet, categories }: PlanContext,
) {
  const category = categoryName === undefined ? undefined : nameKey(String(categoryName));
  const called = category === undefined ? [] : (categories.get(category) ?? []);
  const own = called.find(({ id }) => id === known?.stored['categoryId']);
  const sent = {
    ...(known ? known.wire : { status: 1 }),
    ...values,
    ...(category !== undefined && { categoryId: (own ?? called[0])?.id ?? PLACEHOLDER_ID }),
  };
  return {
    checked: sheet.body.safeParse(sent),
    newCategoryKey: called.length === 0 ? category : undefined,
    isCategoryUnsure: called.length > 1 && own === undefined,
  };
}

/** The fields of the sheet's columns that differ from the stored ones; undefined if none does. */
function changesOf(
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
function inUnit(
  row: SheetRow,
  known: ExistingRecord | undefined,
  isMarked: boolean,
  { unitSizes }: PlanContext,
): MeasuredRow {
  const units = [textOf(known?.stored['unit']), textOf(row.values['unit'])];
  const unit = (isMarked ? units.toReversed() : units).find((each) => each !== '') ?? '';
  return inRecordUnit(row, unit, unitSizes);
}

/** Whether a record has all values of a row. */
export function hasValuesOf(written: SheetRow, known: ExistingRecord, context: PlanContext): boolean {
  const { row, faults } = inUnit(written, known, false, context);
  if (faults.length > 0) return false;
  const unit = textOf(known.stored['unit']);
  if (unit !== '' && isOtherUnit(row.values['unit'], { unit })) return false;
  const { checked, newCategoryKey } = bodyOf(row, known, context);
  return checked.success && changesOf(row, known, checked.data, { newCategoryKey, isMarked: false }) === undefined;
}

/** Why a row can't have another unit than the record of its name: it may be about another one. */
function otherUnit({ values }: SheetRow, { stored }: ExistingRecord, { unitFixed }: MasterSheet): string | undefined {
  const [unit, cellUnit] = [textOf(stored['unit']), textOf(values['unit'])];
  if (!unitFixed || unit === '' || cellUnit === '' || !isOtherUnit(cellUnit, { unit })) return undefined;
  return stored['unitFixed'] === 1 ? unitFixed(unit) : importTexts.unitDiffers(textOf(stored['name']), unit, cellUnit);
}

/** Why the unit of a record can't be changed. */
function fixedUnit({ stored }: ExistingRecord, fields: Fields, { unitFixed }: MasterSheet): string | undefined {
  if (!unitFixed || fields['unit'] === undefined || stored['unitFixed'] !== 1) return undefined;
  return unitFixed(textOf(stored['unit']));
}

function recordToChange({ id, stored, wire }: ExistingRecord) {
  return {
    mark: recordMark(id, textOf(wire['createdAt'])),
    updatedAt: textOf(wire['updatedAt']),
    name: textOf(stored['name']),
  };
}

/** The plan of a row that is about this record, or is new. */
export function planRow(written: SheetRow, recognised: RecognisedRecord | undefined, context: PlanContext): RowPlan {
  const { sheet, onExisting } = context;
  const { same: known, isMarked = false } = recognised ?? {};
  const existing = known ? textOf(known.wire['name']) : null;
  const { row, faults, readings } = inUnit(written, known, isMarked, context);
  const faulty = (...more: RowFault[]): RowPlan => ({
    planned: { outcome: 'fault', existing },
    faults: [...faults, ...more],
    readings,
  });
  const faultOf = (field: string, message: string): RowFault => ({ row: row.number, field, message });
  const skipped: RowPlan = { planned: { outcome: 'skip', existing }, faults, readings };

  if (faults.length > 0) return faulty();
  const otherThanRecord = known && !isMarked ? otherUnit(row, known, sheet) : undefined;
  if (otherThanRecord !== undefined) return faulty(faultOf('unit', otherThanRecord));
  if (known && onExisting === 'skip') return skipped;
  const { categoryName } = row.values;
  const { checked, newCategoryKey, isCategoryUnsure } = bodyOf(row, known, context);
  if (isCategoryUnsure) {
    return faulty(faultOf('categoryName', importTexts.calledTwice('category', String(categoryName))));
  }
  const newCategory =
    newCategoryKey === undefined ? undefined : categoryBody.safeParse({ name: categoryName, status: 1 });
  if (!checked.success || newCategory?.error) {
    return faulty(
      ...faultsOf(row, checked.error, { categoryId: 'categoryName' }),
      ...faultsOf(row, newCategory?.error, { name: 'categoryName' }),
    );
  }
  const fields = known ? changesOf(row, known, checked.data, { newCategoryKey, isMarked }) : checked.data;
  if (fields === undefined) return skipped;
  const fixed = known && fixedUnit(known, fields, sheet);
  if (fixed !== undefined) return faulty(faultOf('unit', fixed));
  const later = known && outdated(row, recordToChange(known), context);
  if (later === 'skip') return skipped;
  if (later) return faulty(later);
  return {
    planned: { outcome: known ? 'update' : 'create', existing },
    faults,
    readings,
    checked: { row, known, fields, newCategoryKey },
  };
}
