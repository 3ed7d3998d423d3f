import type { SavedImport } from '#contract/office/imports.ts';
import type { Database } from '../../core/db/tables.ts';

const SHOWN = 50;

/** The newest imports. */
export async function newestImports(db: Database): Promise<SavedImport[]> {
  return await db
    .selectFrom('import as i')
    .innerJoin('app_user as u', 'u.id', 'i.user_id')
    .select([
      'i.id as importId',
      'i.kind',
      'i.file_name as fileName',
      'i.row_total as rows',
      'i.created',
      'i.updated',
      'i.skipped',
      'u.full_name as userName',
      'i.created_at as createdAt',
      'i.undone_at as undoneAt',
    ])
    .orderBy('i.id', 'desc')
    .limit(SHOWN)
    .execute();
}

/** The sheet of an import, as CSV. */
export async function findImportFile(db: Database, id: number): Promise<{ content: string } | undefined> {
  return await db.selectFrom('import').select('content').where('id', '=', id).executeTakeFirst();
}
