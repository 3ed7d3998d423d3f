import type { ViewRecord } from '#contract/core/views.ts';
import type { ViewedList } from '#contract/kinds.ts';
import type { Database, Trx } from '../../core/db/tables.ts';

type Db = Database | Trx;

function views(db: Db) {
  return db
    .selectFrom('saved_view')
    .where('deleted_at', 'is', null)
    .select([
      'id as viewId',
      'list',
      'name',
      'query',
      'shared',
      'user_id as userId',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ]);
}

/** As a person sees it. */
function seenBy(
  userId: number,
  { userId: ownerId, shared, ...view }: Awaited<ReturnType<ReturnType<typeof views>['executeTakeFirstOrThrow']>>,
): ViewRecord {
  return { ...view, shared: shared === 1, isOwn: ownerId === userId };
}

/** The views that a person sees: their own and the shared ones, by name. */
export async function findViews(db: Db, userId: number, list: ViewedList | undefined): Promise<ViewRecord[]> {
  const seen = views(db).where((view) => view.or([view('user_id', '=', userId), view('shared', '=', 1)]));
  const rows = await (list === undefined ? seen : seen.where('list', '=', list)).orderBy('id').execute();
  return rows.map((row) => seenBy(userId, row)).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** One view that a person sees; undefined if there is none. */
export async function findView(db: Db, userId: number, id: number): Promise<ViewRecord | undefined> {
  const row = await views(db).where('id', '=', id).executeTakeFirst();
  const view = row && seenBy(userId, row);
  return view && (view.isOwn || view.shared) ? view : undefined;
}

/** Name of a view's owner. */
export async function findOwnerName(db: Db, id: number): Promise<string> {
  const { name } = await db
    .selectFrom('saved_view as v')
    .innerJoin('app_user as u', 'u.id', 'v.user_id')
    .where('v.id', '=', id)
    .select('u.full_name as name')
    .executeTakeFirstOrThrow();
  return name;
}

/** How many views a person has. */
export async function countViews(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('saved_view')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .select((view) => view.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
