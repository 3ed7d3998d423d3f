/** What is said of the lots, documents and people of events. */
import { sql } from 'kysely';
import type { Claim } from '#contract/stock.ts';
import { inPieces } from '../db/pieces.ts';
import type { Trx } from '../db/tables.ts';
import { documentKey, findDocumentLabels } from '../stock/documentLabels.ts';
import type { EventDocument, PackEvent } from './events.ts';

export interface LotFacts {
  lotId: number;
  code: string;
  supplierLotNumber: string;
  itemName: string;
  unit: string;
  expiresOn: string | null;
  claim: Claim | null;
}

/** A supplier or buyer. */
export interface Party {
  kind: 'supplier' | 'buyer';
  id: number;
  name: string;
  address: string;
}

/** A certificate of the transaction, an invoice or a transport document. */
export interface DocumentFacts {
  label: string;
  party: Party | null;
  transactionCertificate: string;
}

export interface EventFacts {
  lot(lotId: number): LotFacts;
  document(document: EventDocument): DocumentFacts;
}

async function findLotFacts(trx: Trx, lotIds: readonly number[]): Promise<Map<number, LotFacts>> {
  const rows = await inPieces(
    trx,
    'packed lots',
    lotIds,
    (some) => sql<LotFacts>`
      select l.id as "lotId", l.code, l.supplier_lot_number as "supplierLotNumber",
        coalesce(m.name, p.name) as "itemName", coalesce(m.unit, p.unit) as unit, l.expires_on as "expiresOn", l.claim
      from lot l join item i on i.id = l.item_id left join raw_material m on m.id = i.raw_material_id
        left join product p on p.id = i.product_id
      where l.id in ${some}`,
  );
  return new Map(rows.map((row) => [row.lotId, row]));
}

interface PartyRow {
  documentId: number;
  id: number | null;
  name: string | null;
  address: string | null;
  transactionCertificate: string;
}

const partyStatements = {
  inward: (some: unknown) => sql<PartyRow>`
    select w.id as "documentId", s.id, s.name, s.address, '' as "transactionCertificate"
    from inward w join supplier s on s.id = w.supplier_id where w.id in ${some}`,
  dispatch: (some: unknown) => sql<PartyRow>`
    select d.id as "documentId", b.id, b.name, b.address, d.transaction_certificate as "transactionCertificate"
    from dispatch d left join buyer b on b.id = d.buyer_id where d.id in ${some}`,
  adjustment: (some: unknown) => sql<PartyRow>`
    select a.id as "documentId", s.id, s.name, s.address, '' as "transactionCertificate"
    from adjustment a left join supplier s on s.id = a.supplier_id where a.id in ${some}`,
} as const;

async function findParties(trx: Trx, documents: readonly EventDocument[]): Promise<Map<string, PartyRow>> {
  const found = new Map<string, PartyRow>();
  for (const kind of ['inward', 'dispatch', 'adjustment'] as const) {
    const ids = documents.flatMap((document) => (document.kind === kind ? [document.id] : []));
    const rows = await inPieces(trx, `packed parties ${kind}`, [...new Set(ids)], partyStatements[kind]);
    for (const row of rows) found.set(documentKey({ documentKind: kind, documentId: row.documentId }), row);
  }
  return found;
}

/** The facts of events, read for all of them at once. */
export async function findEventFacts(trx: Trx, events: readonly PackEvent[]): Promise<EventFacts> {
  const lotIds = new Set(events.flatMap(({ into, outOf }) => [...into, ...outOf].map(({ lotId }) => lotId)));
  const documents = [...new Set(events.map(({ document }) => document))];
  const lots = await findLotFacts(trx, [...lotIds]);
  const parties = await findParties(trx, documents);
  const labels = await findDocumentLabels(
    trx,
    documents.map(({ kind, id }) => ({ documentKind: kind, documentId: id })),
  );
  return {
    lot(lotId) {
      const facts = lots.get(lotId);
      if (!facts) throw new Error(`lot ${lotId} of an event is not there`);
      return facts;
    },
    document({ kind, id }) {
      const key = documentKey({ documentKind: kind, documentId: id });
      const { id: partyId, name, address, transactionCertificate = '' } = parties.get(key) ?? {};
      const party: Party | null =
        partyId && name
          ? { kind: kind === 'dispatch' ? 'buyer' : 'supplier', id: partyId, name, address: address ?? '' }
          : null;
      return { label: labels.get(key) ?? '', party, transactionCertificate };
    },
  };
}
