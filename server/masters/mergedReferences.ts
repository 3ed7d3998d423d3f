/** The records that refer to a master of which two can be merged, each by a column. */
import { sql, type RawBuilder } from 'kysely';
import type { MergeableKind } from '#contract/masters/merging.ts';
import type { RecordKind } from '#contract/kinds.ts';

export interface Reference {
  table: string;
  column: string;
  /** The key of a row. */
  key: string;
  /** The record that a row is of, and its id, from the row called `r`. */
  kind: RecordKind;
  recordId: RawBuilder<number>;
  /** Whether the row is not deleted. */
  isUndeleted: RawBuilder<boolean>;
  /** Tables with the version of a record: its fields in the history name the master, by its id and its name. */
  versioned?: { id: string; name: string };
  /** Whether rows refer to the item of the master. */
  byItem?: true;
  /** Whether a key has a row of a master at most once. */
  onePerKey?: true;
}

const isUndeleted = sql<boolean>`r.deleted_at is null`;
const always = sql<boolean>`1 = 1`;
const own = { key: 'id', recordId: sql<number>`r.id`, isUndeleted };

const ofSupplier = { column: 'supplier_id', ...own, versioned: { id: 'supplierId', name: 'supplierName' } };
const ofBuyer = { column: 'buyer_id', ...own, versioned: { id: 'buyerId', name: 'buyerName' } };

const recipeOfLine = sql<number>`(select y.recipe_id from recipe_version y where y.id = r.recipe_version_id)`;

/** Rows of production, recipes and losses, which refer to raw materials and products alike. */
const ofEither = (column: 'raw_material_id' | 'product_id') =>
  [
    { table: 'production', kind: 'runs', column, key: 'id', recordId: sql<number>`r.run_id`, isUndeleted },
    { table: 'run_loss', kind: 'runs', column, key: 'id', recordId: sql<number>`r.run_id`, isUndeleted: always },
    { table: 'recipe_line', kind: 'recipes', column, key: 'id', recordId: recipeOfLine, isUndeleted: always },
  ] as const;

const ofItem = [
  { table: 'lot', kind: 'lots', column: 'item_id', ...own, byItem: true },
  {
    table: 'certificate_item',
    kind: 'certificates',
    column: 'item_id',
    key: 'certificate_id',
    recordId: sql<number>`r.certificate_id`,
    isUndeleted: always,
    byItem: true,
    onePerKey: true,
  },
  {
    table: 'waiting_line',
    kind: 'adjustments',
    column: 'item_id',
    key: 'id',
    recordId: sql<number>`r.adjustment_id`,
    isUndeleted: always,
    byItem: true,
  },
] as const;

/** In the order in which they are shown. */
export const mergedReferences: Record<MergeableKind, readonly Reference[]> = {
  suppliers: [
    { table: 'inward', kind: 'inward', ...ofSupplier },
    { table: 'lot', kind: 'lots', ...ofSupplier },
    { table: 'certificate', kind: 'certificates', ...ofSupplier },
    { table: 'transaction_certificate', kind: 'transactionCertificates', ...ofSupplier },
    { table: 'adjustment', kind: 'adjustments', ...ofSupplier },
  ],
  buyers: [
    { table: 'dispatch', kind: 'dispatches', ...ofBuyer },
    { table: 'transaction_certificate', kind: 'transactionCertificates', ...ofBuyer },
  ],
  materials: [
    {
      table: 'inward_line',
      kind: 'inward',
      column: 'raw_material_id',
      key: 'lot_id',
      recordId: sql<number>`r.inward_id`,
      isUndeleted,
    },
    ...ofEither('raw_material_id'),
    ...ofItem,
  ],
  products: [
    { table: 'finished_good', kind: 'goods', column: 'product_id', ...own },
    { table: 'recipe', kind: 'recipes', column: 'product_id', ...own },
    ...ofEither('product_id'),
    ...ofItem,
  ],
};
