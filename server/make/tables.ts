/** The tables of production, recipes and finished goods; units as in server/core/db/tables.ts. */
import type { Generated } from 'kysely';
import type { ProductionStatus } from '#contract/documentStatus.ts';
import type { RecordColumns } from '../core/db/recordColumns.ts';

/**
 * A production run with its common inputs, which are the productions of the specification (docs/domain.md, Production).
 */
interface ProductionRunTable extends RecordColumns {
  production_date: string;
  status: ProductionStatus;
  note: string;
  recipe_version_id: Generated<number | null>;
  gain_reason: Generated<string>;
  after_expiry_reason: Generated<string>;
  /** Paise: wages, job work and the like of this run alone. */
  charges: Generated<number>;
  /** Thousandths of an hour; null where they were not entered. */
  hours: Generated<number | null>;
  /** The first day of its inputs, that of its batches, and the last of both. */
  begun_on: Generated<string | null>;
  first_made_on: Generated<string | null>;
  ended_on: Generated<string | null>;
}

/** Loss of a run: a mass, or pieces of one of its inputs. */
interface RunLossTable {
  id: Generated<number>;
  run_id: number;
  position: number;
  reason: string;
  milligrams: number | null;
  raw_material_id: number | null;
  product_id: number | null;
  /** Thousandths. */
  quantity: number | null;
  /** Paise per kg that the lost mass was sold at; null where it was not. */
  scrap_price: Generated<number | null>;
}

/** An input of a run: a raw material, or a product. */
interface ProductionTable extends RecordColumns {
  run_id: number;
  raw_material_id: number | null;
  product_id: number | null;
  quantity: number;
  production_date: string;
  status: ProductionStatus;
}

interface FinishedGoodTable extends RecordColumns {
  product_id: number;
  batch_number: string;
  /** The batch number in lower case; unique among goods that are not deleted. */
  batch_key: string;
  /** Natural sort key of the batch number; see batchOrder.ts. */
  batch_order: string;
  /** Thousandths. */
  quantity: number;
  /** By hand: whether it is sold follows from its lot. */
  status: 'available' | 'expired';
  manufacture_date: string | null;
  expiry_date: string | null;
  /** Its lot; null only for one that was deleted before lots were stored. */
  lot_id: number | null;
  /** Its run, where that is known. */
  run_id: number | null;
  /** Its share of the cost of its run in thousandths of a percent; null where the recipe or the mass decides. */
  cost_share: Generated<number | null>;
  /** Paise per unit that a by-product takes off the cost of the others; null for what is none. */
  by_product_price: Generated<number | null>;
}

/** Recipe of a product; its versions have the content. */
interface RecipeTable extends RecordColumns {
  product_id: number;
}

/** A version of a recipe, which stays as it is once a run has used it. */
interface RecipeVersionTable {
  id: Generated<number>;
  recipe_id: number;
  version: number;
  /** Thousandths. */
  output_quantity: number;
  /** Thousandths of a percent. */
  expected_yield: number | null;
  note: string;
  /** Paise for each run, each kg that comes out and each hour. */
  overhead_per_run: Generated<number>;
  overhead_per_kg: Generated<number>;
  overhead_per_hour: Generated<number>;
  /** The share of its product in the cost of a run, in thousandths of a percent; null where the mass decides. */
  cost_share: Generated<number | null>;
}

interface RecipeLineTable {
  id: Generated<number>;
  recipe_version_id: number;
  position: number;
  raw_material_id: number | null;
  product_id: number | null;
  /** Thousandths. */
  quantity: number;
  /** Thousandths of a percent. */
  planned_loss: number;
}

declare module '../core/db/tables.ts' {
  interface Tables {
    finished_good: FinishedGoodTable;
    production_run: ProductionRunTable;
    production: ProductionTable;
    run_loss: RunLossTable;
    recipe: RecipeTable;
    recipe_version: RecipeVersionTable;
    recipe_line: RecipeLineTable;
  }
}
