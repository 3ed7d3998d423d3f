/** How people call the documents that move stock. */
import { adjustmentKindLabels } from '#contract/documentStatus.ts';
import type { BlockingDocument } from '#contract/core/errors.ts';
import { formatDate } from '#contract/core/values/format.ts';
import { documentTexts } from '#contract/stock/documentTexts.ts';
import type { DocumentKind } from '#contract/kinds.ts';
import type { Database, Trx } from '../../core/db/tables.ts';

type Db = Database | Trx;

interface Document {
  documentKind: DocumentKind;
  documentId: number;
}

/** The labels of the documents of one kind by their ids. */
type Find = (db: Db, ids: readonly number[]) => Promise<{ id: number; label: string }[]>;

const finders: Readonly<Record<DocumentKind, Find>> = {
  inward: async (db, ids) =>
    await db.selectFrom('inward').select(['id', 'invoice_number as label']).where('id', 'in', ids).execute(),
  goods: async (db, ids) =>
    await db.selectFrom('finished_good').select(['id', 'batch_number as label']).where('id', 'in', ids).execute(),
  run: async (db, ids) => {
    const rows = await db
      .selectFrom('production_run as r')
      .leftJoin('finished_good as g', (join) => join.onRef('g.run_id', '=', 'r.id').on('g.deleted_at', 'is', null))
      .select(['r.id', 'r.production_date as day', 'g.batch_number as batch'])
      .where('r.id', 'in', ids)
      .orderBy('g.id')
      .execute();
    return [...Map.groupBy(rows, ({ id }) => id)].map(([id, outputs]) => {
      const batches = outputs.flatMap(({ batch }) => (batch === null ? [] : [batch]));
      return { id, label: documentTexts.run(formatDate(outputs[0]?.day ?? ''), batches) };
    });
  },
  dispatch: async (db, ids) => {
    const rows = await db
      .selectFrom('dispatch as d')
      .leftJoin('buyer as b', 'b.id', 'd.buyer_id')
      .select(['d.id', 'd.invoice_number', 'd.dispatch_date', 'b.name'])
      .where('d.id', 'in', ids)
      .execute();
    return rows.map(({ id, invoice_number: number, dispatch_date: day, name }) => ({
      id,
      label: documentTexts.dispatch(number || formatDate(day), name ?? ''),
    }));
  },
  adjustment: async (db, ids) => {
    const rows = await db
      .selectFrom('adjustment')
      .select(['id', 'kind', 'adjustment_date'])
      .where('id', 'in', ids)
      .execute();
    return rows.map(({ id, kind, adjustment_date: day }) => ({
      id,
      label: documentTexts.adjustment(adjustmentKindLabels[kind], formatDate(day)),
    }));
  },
};

/** The label of each document, by `documentKey`; deleted ones too. One statement for each kind. */
export async function findDocumentLabels(db: Db, documents: readonly Document[]): Promise<Map<string, string>> {
  const labels = new Map<string, string>();
  for (const [documentKind, some] of Map.groupBy(documents, (document) => document.documentKind)) {
    const ids = [...new Set(some.map(({ documentId }) => documentId))];
    for (const { id, label } of await finders[documentKind](db, ids)) {
      labels.set(documentKey({ documentKind, documentId: id }), label);
    }
  }
  return labels;
}

/** The key of a document in maps: its kind and id. */
export function documentKey({ documentKind, documentId }: Document): string {
  return `${documentKind} ${documentId}`;
}

/** Documents with their labels, to name the blockers in a refusal. */
export async function findBlocking(db: Db, documents: readonly Document[]): Promise<BlockingDocument[]> {
  const labels = await findDocumentLabels(db, documents);
  return documents.map(({ documentKind: kind, documentId: id }) => {
    return { kind, id, label: labels.get(documentKey({ documentKind: kind, documentId: id })) ?? '' };
  });
}
