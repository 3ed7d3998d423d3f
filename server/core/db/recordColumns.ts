import type { Generated } from 'kysely';

/** The columns that every table of records has. */
export interface RecordColumns {
  id: Generated<number>;
  created_at: string;
  updated_at: string;
  /** Soft delete, so that references from history stay valid. */
  deleted_at: string | null;
}
