/** The tables of masters and of the company; units as in server/core/db/tables.ts. */
import type { Generated } from 'kysely';
import type { MergeableKind } from '#contract/masters/merging.ts';
import type { RecordColumns } from '../core/db/recordColumns.ts';

interface SupplierTable extends RecordColumns {
  name: string;
  email: string;
  gstin_number: string;
  phone: string;
  address: string;
  status: 0 | 1;
}

interface CategoryTable extends RecordColumns {
  name: string;
  description: string;
  status: 0 | 1;
}

interface BuyerTable extends RecordColumns {
  name: string;
  email: string;
  gstin_number: string;
  phone: string;
  address: string;
  status: 0 | 1;
  market: string | null;
  /** The claim that goods are sold to them under (contract/stock/claims/soldAs.ts). */
  sold_as: string | null;
}

interface ProductTable extends RecordColumns {
  name: string;
  description: string;
  category_id: number;
  /** Paise. */
  price: number;
  unit: string;
}

interface RawMaterialTable extends RecordColumns {
  name: string;
  description: string;
  unit: string;
  category_id: number | null;
  /** Thousandths: the minimum of a production. */
  min_production_quantity: Generated<number>;
}

/** One row. */
interface CompanyTable {
  id: number;
  name: string;
  address: string;
  phone: string;
  email: string;
  gstin_number: string;
  licence_number: string;
  updated_at: string;
}

/** A merge of two records of a master. */
interface RecordMergeTable {
  id: Generated<number>;
  kind: MergeableKind;
  kept_id: number;
  merged_id: number;
  /** JSON: the fields of the kept record before and after, by API name. */
  kept_before: string;
  kept_after: string;
  /** JSON: the rows that were moved (server/masters/merging.ts). */
  moved: string;
  merged_at: string;
  merged_by: number;
  undone_at: string | null;
}

declare module '../core/db/tables.ts' {
  interface Tables {
    supplier: SupplierTable;
    buyer: BuyerTable;
    category: CategoryTable;
    product: ProductTable;
    raw_material: RawMaterialTable;
    company: CompanyTable;
    record_merge: RecordMergeTable;
  }
}
