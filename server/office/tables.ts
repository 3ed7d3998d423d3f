/** The tables of imports and saved views; units as in server/core/db/tables.ts. */
import type { Generated } from 'kysely';
import type { ImportKind, RecordKind, ViewedList } from '#contract/kinds.ts';

interface ImportTable {
  id: Generated<number>;
  kind: ImportKind;
  file_name: string;
  /** CSV. */
  content: string;
  row_total: number;
  created: number;
  updated: number;
  skipped: number;
  user_id: number;
  created_at: string;
  undone_at: string | null;
}

/** A record that an import created or changed. */
interface ImportRecordTable {
  import_id: number;
  position: number;
  resource: RecordKind;
  record_id: number;
  action: 'create' | 'update';
  label: string;
  /** Time of the record after the import. */
  updated_at: string;
  /** JSON of its fields before an update. */
  before: string | null;
}

/** A search, filters and an order of a list under a name; shared with everyone where 1. */
interface SavedViewTable {
  id: Generated<number>;
  user_id: number;
  list: ViewedList;
  name: string;
  query: string;
  shared: number;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

declare module '../core/db/tables.ts' {
  interface Tables {
    import: ImportTable;
    import_record: ImportRecordTable;
    saved_view: SavedViewTable;
  }
}
