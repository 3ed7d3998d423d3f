/** Facts about the lots, documents and parties of events. */
import { sql } from 'kysely';
import type { SchemeClaim } from '#contract/stock/claims/schemes.ts';
import type { Claim } from '#contract/stock/stock.ts';
import { soldAsLabels } from '#contract/stock/claims/soldAs.ts';
import { inPieces } from '../../../core/db/statements.ts';
import type { Trx } from '../../../core/db/tables.ts';
import { findNamedClaims, unclaimed } from '../../../stock/origins/schemeClaims.ts';
import { documentKey, findDocumentLabels } from '../../../stock/names/documentLabels.ts';
import type { EventDocument, PackEvent } from './events.ts';
import { nameOfItem, unitOfItem, withMasters } from '../../../stock/names/itemNames.ts';

export interface LotFacts {
  lotId: number;
  code: string;
  supplierLotNumber: string;
  itemName: string;
  unit: string;
  expiresOn: string | null;
  /** Its claim, and its claims by scheme; for outputs computed from the inputs. */
  claim: Claim;
  claims: readonly SchemeClaim[];
  /** Certificate of the line that received it. */
  transactionCertificate: string;
  /** Set for buyers' returns: one adjustment may have lots of several buyers. */
  returnedBy: Party | null;
  /** Set for opening stock: one adjustment may have lots of several suppliers. */
  boughtFrom: Party | null;
}

interface LotRow extends Omit<LotFacts, 'claim' | 'claims' | 'returnedBy' | 'boughtFrom'> {
  buyerId: number | null;
  buyerName: string | null;
  buyerAddress: string | null;
  supplierId: number | null;
  supplierName: string | null;
  supplierAddress: string | null;
}

/** A supplier or buyer. */
export interface Party {
  kind: 'supplier' | 'buyer';
  id: number;
  name: string;
  address: string;
}

/** Kind of a document's party. */
function partyKindOf({ kind }: EventDocument): Party['kind'] {
  return kind === 'dispatch' ? 'buyer' : 'supplier';
}

function partyOf(kind: Party['kind'], { id, name, address }: Pick<PartyRow, 'id' | 'name' | 'address'>): Party | null {
  return id && name ? { kind, id, name, address: address ?? '' } : null;
}

/** A certificate of the transaction, an invoice or a transport document. */
interface DocumentFacts {
  label: string;
  party: Party | null;
  transactionCertificate: string;
  /** The claim that a dispatch was sold under, in words; empty where none is stated. */
  soldAs: string;
}

export interface EventFacts {
  lot(lotId: number): LotFacts;
  document(document: EventDocument): DocumentFacts;
  /** Sender or recipient of a lot of an event. */
  party(event: PackEvent, lotId: number | undefined): Party | null;
  /** Senders or recipients of all lots of an event. */
  parties(event: PackEvent): Party[];
}

async function findLotFacts(trx: Trx, lotIds: readonly number[]): Promise<Map<number, LotFacts>> {
  const rows = await inPieces(
    trx,
    'packed lots',
    lotIds,
    (chunk) => sql<LotRow>`
      select l.id as "lotId", l.code, l.supplier_lot_number as "supplierLotNumber",
        ${nameOfItem} as "itemName", ${unitOfItem} as unit, l.expires_on as "expiresOn",
        coalesce(n.transaction_certificate, '') as "transactionCertificate",
        b.id as "buyerId", b.name as "buyerName", b.address as "buyerAddress",
        s.id as "supplierId", s.name as "supplierName", s.address as "supplierAddress"
      from lot l join item i on i.id = l.item_id ${withMasters} left join inward_line n on n.lot_id = l.id
        left join adjustment_line j on j.lot_id = l.id and j.dispatch_line_id is not null
        left join dispatch_line x on x.id = j.dispatch_line_id left join dispatch d on d.id = x.dispatch_id
        left join buyer b on b.id = d.buyer_id left join supplier s on s.id = l.supplier_id
      where l.id in ${chunk}`,
  );
  const claims = await findNamedClaims(trx, lotIds);
  return new Map(
    rows.map(({ buyerId, buyerName, buyerAddress, supplierId, supplierName, supplierAddress, ...row }) => {
      const returnedBy = partyOf('buyer', { id: buyerId, name: buyerName, address: buyerAddress });
      const boughtFrom = partyOf('supplier', { id: supplierId, name: supplierName, address: supplierAddress });
      return [row.lotId, { ...row, ...(claims.get(row.lotId) ?? unclaimed), returnedBy, boughtFrom }];
    }),
  );
}

interface PartyRow {
  documentId: number;
  id: number | null;
  name: string | null;
  address: string | null;
  transactionCertificate: string;
  soldAs: string | null;
}

const partyStatements = {
  inward: (chunk: unknown) => sql<PartyRow>`
    select w.id as "documentId", s.id, s.name, s.address, '' as "transactionCertificate", null as "soldAs"
    from inward w join supplier s on s.id = w.supplier_id where w.id in ${chunk}`,
  dispatch: (chunk: unknown) => sql<PartyRow>`
    select d.id as "documentId", b.id, b.name, b.address, d.transaction_certificate as "transactionCertificate",
      d.sold_as as "soldAs"
    from dispatch d left join buyer b on b.id = d.buyer_id where d.id in ${chunk}`,
  adjustment: (chunk: unknown) => sql<PartyRow>`
    select a.id as "documentId", s.id, s.name, s.address, '' as "transactionCertificate", null as "soldAs"
    from adjustment a left join supplier s on s.id = a.supplier_id where a.id in ${chunk}`,
} as const;

type Parties = ReadonlyMap<string, Party>;

const partyKey = (kind: Party['kind'], id: number) => `${kind} ${id}`;

/** Parties of documents before their correction. */
async function findFormerParties(trx: Trx, events: readonly PackEvent[]): Promise<Parties> {
  const parties = new Map<string, Party>();
  for (const kind of ['supplier', 'buyer'] as const) {
    const ids = events.flatMap(({ document, partyId }) => (partyKindOf(document) === kind ? (partyId ?? []) : []));
    const rows = await inPieces(
      trx,
      `packed ${kind}s`,
      [...new Set(ids)],
      (chunk) => sql<Omit<Party, 'kind'>>`select id, name, address from ${sql.table(kind)} where id in ${chunk}`,
    );
    for (const row of rows) parties.set(partyKey(kind, row.id), { kind, ...row });
  }
  return parties;
}

async function findParties(trx: Trx, documents: readonly EventDocument[]): Promise<Map<string, PartyRow>> {
  const parties = new Map<string, PartyRow>();
  for (const kind of ['inward', 'dispatch', 'adjustment'] as const) {
    const ids = documents.flatMap((document) => (document.kind === kind ? [document.id] : []));
    const rows = await inPieces(trx, `packed parties ${kind}`, [...new Set(ids)], partyStatements[kind]);
    for (const row of rows) parties.set(documentKey({ documentKind: kind, documentId: row.documentId }), row);
  }
  return parties;
}

/** The facts of events, read for all of them at once. */
export async function findEventFacts(trx: Trx, events: readonly PackEvent[]): Promise<EventFacts> {
  const lotIds = new Set(events.flatMap(({ into, outOf }) => [...into, ...outOf].map(({ lotId }) => lotId)));
  const documents = [...new Set(events.map(({ document }) => document))];
  const lots = await findLotFacts(trx, [...lotIds]);
  const parties = await findParties(trx, documents);
  const former = await findFormerParties(trx, events);
  const labels = await findDocumentLabels(
    trx,
    documents.map(({ kind, id }) => ({ documentKind: kind, documentId: id })),
  );
  const facts: EventFacts = {
    lot(lotId) {
      const lot = lots.get(lotId);
      if (!lot) throw new Error(`lot ${lotId} of an event not found`);
      return lot;
    },
    document(document) {
      const key = documentKey({ documentKind: document.kind, documentId: document.id });
      const row = parties.get(key);
      const party = row ? partyOf(partyKindOf(document), row) : null;
      const { transactionCertificate = '', soldAs } = row ?? {};
      return { label: labels.get(key) ?? '', party, transactionCertificate, soldAs: soldAsLabels[soldAs ?? ''] ?? '' };
    },
    party({ document, step, partyId }, lotId) {
      if (partyId !== undefined) return former.get(partyKey(partyKindOf(document), partyId ?? 0)) ?? null;
      const { party } = facts.document(document);
      if (party || lotId === undefined) return party;
      if (step === 'returnedByBuyer') return facts.lot(lotId).returnedBy;
      return step === 'opening' ? facts.lot(lotId).boughtFrom : null;
    },
    parties(event) {
      const own = [...event.into, ...event.outOf].flatMap(({ lotId }) => facts.party(event, lotId) ?? []);
      return [...new Map(own.map((each) => [each.id, each])).values()];
    },
  };
  return facts;
}
