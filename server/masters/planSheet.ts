/** Plans the import of a sheet of masters row by row, and saves the plan by the writes of their own calls. */
import { CloseNames } from '#contract/core/values/closeNames.ts';
import { recordMark } from '#contract/core/importColumns.ts';
import { categoryBody } from '#contract/masters/categories.ts';
import { importTexts, type RowAlike } from '#contract/stock/importing.ts';
import { masterActions, type Master } from '../core/records/crudRoutes.ts';
import type { Write } from '../core/records/write.ts';
import { eachRow, ofRow, type ImportPlan, type SavedRecord, type SheetRow } from '../stock/documents/importing.ts';
import { categories } from './categories.ts';
import {
  hasValuesOf,
  planRow,
  type CheckedRow,
  type ExistingRecord,
  type PlanContext,
  type RowPlan,
  type Stored,
} from './planRow.ts';
import { recognise, type Keys } from './recognise.ts';
import { fieldOfKey, textOf } from './recordKeys.ts';
import { withUnit } from './recordUnits.ts';

/** The records that the rows are about, and the rows that repeat earlier ones. */
async function recogniseRows(rows: readonly SheetRow[], known: readonly ExistingRecord[], context: PlanContext) {
  const { keysOf } = context.sheet;
  const filled = new Set<string>();
  const keyed: { number: number; keys: Keys; row: SheetRow }[] = [];
  await eachRow(rows, (written) => {
    const row = withUnit(written);
    keyed.push({ number: row.number, row, keys: keysOf(row.values) });
    for (const field of Object.keys(row.values)) filled.add(field);
  });
  const columns = [...filled];
  const byMark = new Map(known.map((record) => [recordMark(record.id, textOf(record.wire['createdAt'])), record]));
  /** Whether a record has nothing where a row has an empty cell. */
  const isEmptyAlike = ({ values }: SheetRow, { stored }: ExistingRecord) =>
    columns.every((field) => values[field] !== undefined || textOf(stored[field]) === '');
  return await recognise(keyed, known, {
    keysOf: ({ wire }) => keysOf(wire),
    markedBy: ({ row: { record } }) => (record === undefined ? undefined : byMark.get(record)),
    isEqual: ({ row }, record) => isEmptyAlike(row, record) && hasValuesOf(row, record, context),
    isSame: ({ row }, record) => hasValuesOf(row, record, context),
  });
}

/** New names that nearly are those of records or of earlier new rows. */
async function alikeNames(checked: readonly CheckedRow[], records: readonly ExistingRecord[]): Promise<RowAlike[]> {
  const names = new CloseNames<{ name: string; ofRow?: number }>();
  await eachRow(records, ({ wire }) => names.add(textOf(wire['name']), { name: textOf(wire['name']) }));
  const alike: RowAlike[] = [];
  await eachRow(checked, ({ row, known, fields }) => {
    const name = textOf(fields['name']);
    if (known) return;
    const close = names.find(name);
    if (close) alike.push({ row: row.number, field: 'name', ...close });
    names.add(name, { name, ofRow: row.number });
  });
  return alike;
}

/** The categories to be created, by the keys of their names. */
function newCategoriesOf(checked: readonly CheckedRow[]): Map<string, string> {
  const created = new Map<string, string>();
  for (const { row, newCategoryKey: key } of checked) {
    if (key !== undefined && !created.has(key)) created.set(key, String(row.values['categoryName']));
  }
  return created;
}

/** Saves the rows, with the categories that they need before them. Throws 400 with the row that is refused. */
async function save(
  write: Write,
  master: Master,
  checked: readonly CheckedRow[],
  newCategories: ReadonlyMap<string, string>,
  next: () => Promise<void>,
): Promise<SavedRecord[]> {
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
  for (const [key, name] of newCategories) {
    const fields = categoryBody.parse({ name, status: 1 });
    const after = await masterActions<Stored>(categories).create(write, fields);
    createdIds.set(key, Number(after['categoryId']));
    recordSaved(categories, after, null);
  }
  const actions = masterActions<Stored>(master);
  for (const { row, known, fields, newCategoryKey } of checked) {
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

/** Plans a sheet against the records that are known; reads nothing itself. */
export async function planSheet(
  rows: readonly SheetRow[],
  known: readonly ExistingRecord[],
  context: PlanContext,
): Promise<ImportPlan> {
  const { master, showsKey, noun } = context.sheet;
  const { existing, repeats } = await recogniseRows(rows, known, context);
  const fault = (row: SheetRow, field: string, message: string, name: string | null): RowPlan => ({
    planned: { outcome: 'fault', existing: name },
    faults: [{ row: row.number, field, message }],
    readings: [],
  });
  const plans: RowPlan[] = [];
  await eachRow(rows, (written) => {
    // A record keeps its unit, in which the quantity of a row without one is read.
    const row = existing.has(written.number) ? written : withUnit(written);
    const repeated = repeats.get(row.number);
    if (repeated) {
      plans.push(fault(row, fieldOfKey(repeated.key, row.values), importTexts.sameRow(noun, repeated.same), null));
      return;
    }
    const recognised = existing.get(row.number);
    const by = recognised && fieldOfKey(recognised.key, row.values);
    if (recognised?.isUnsure && by && context.onExisting === 'update') {
      plans.push(fault(row, by, importTexts.unsure(noun, by), textOf(recognised.same.wire['name'])));
      return;
    }
    const plan = planRow(row, recognised, context);
    const isShown = showsKey || by === 'record';
    plans.push({ ...plan, planned: { ...plan.planned, by: isShown ? by : undefined } });
  });
  const checked = plans.flatMap((plan) => plan.checked ?? []);
  const newCategories = newCategoriesOf(checked);
  return {
    rows: plans.map(({ planned }) => planned),
    alike: await alikeNames(checked, known),
    faults: plans.flatMap(({ faults }) => faults),
    readings: plans.flatMap(({ readings }) => readings),
    made: [...newCategories.values()],
    save: async (write, next) => await save(write, master, checked, newCategories, next),
  };
}
