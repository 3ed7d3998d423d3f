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
