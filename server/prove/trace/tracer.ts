/** Collects the graph of a trace: records by their numbers, and movements between them. */
import { pageOf } from '#contract/kinds.ts';
import { claimsByItself, needsCertificate } from '#contract/stock/claims/claims.ts';
import { isExpiredOn } from '#contract/stock/lots/afterExpiry.ts';
import { formatDate } from '#contract/core/values/format.ts';
import { documentTexts } from '#contract/stock/documentTexts.ts';
import type { Claim } from '#contract/stock/stock.ts';
import { traceTexts } from '#contract/prove/trace.ts';
import type { Trx } from '../../core/db/tables.ts';
import type { SchemeClaim } from '#contract/stock/claims/schemes.ts';
import type { LotClaim } from '../../stock/origins/claims.ts';
import { coveringOf, findCertificates, type Certificate } from '../../stock/origins/coverage.ts';
import { documentKey, findDocumentLabels } from '../../stock/names/documentLabels.ts';
import { runKey, type Flow, type Flows } from '../../stock/origins/flows.ts';
import { Graph, isIngredient, lotNode, massOf, nodeId, nodeOf, runNode, type TraceAnswer } from './graph.ts';
import { findMadeMore } from '../../stock/origins/madeMore.ts';
import type { TracedLot } from '../../stock/origins/tracedLots.ts';
import { findDispatches, findInwards, findParties, findRuns, findOddUses } from './people.ts';

type Gap = TraceAnswer['summary']['gaps'][number];

/** The share of a quantity of a lot, in milligrams; null if it is not known. */
type OfQuantity = (lot: TracedLot, quantity: number) => number | null;
/** The share of a movement between a lot and a run, in milligrams: `into` is the key of its destination. */
type ShareOf = (lot: TracedLot, quantity: number, into: number) => number | null;

/** Marks of a movement out of a lot on a day before its receipt or after its expiry date. */
type DayMarks = Pick<TraceAnswer['edges'][number], 'beforeReceipt' | 'afterExpiry'>;

/** The claims of the lots that a root came from, by lot id. */
export interface WorkedClaims {
  claims: ReadonlyMap<number, LotClaim>;
  bySchemes: ReadonlyMap<number, SchemeClaim[]>;
}

/** The key of a lot's outgoing quantity in a document. */
const wayKey = (lotId: number, document: string): string => `${lotId} ${document}`;

/**
 * The graph of one trace while it is collected, with its gaps; each record is one node, however many ways lead to it. The order
 * of its calls matters, since the first edge between two nodes stays: what requested dispatches sent comes before all else, so
 * that neither a way out of its lots nor a return adds it again; runs come before what they made more than went in, since that
 * is a gap of their nodes; claims come last, since they are added to the lots of all other calls.
 */
export class Tracer {
  readonly graph = new Graph();
  readonly #trx: Trx;
  readonly gaps: Gap[] = [];
  /** Outgoing quantities that are already in the graph, by `wayKey`. */
  readonly #outgoing = new Set<string>();
  /** The buyers of dispatches from lots, without those who only returned something. */
  readonly sentTo = new Set<number>();
  /** The returned lots whose ways are in the graph. */
  readonly #returned = new Set<number>();
  #certificates: readonly Certificate[] = [];

  constructor(trx: Trx) {
    this.#trx = trx;
  }

  #addGap(kind: Gap['kind'], node: string, label: string, link: string): void {
    this.graph.get(node)?.gaps.push(kind);
    this.gaps.push({ kind, label, link });
  }

  /**
   * Adds the lots and runs of flows, with the runs' inputs and outputs. `shareOf` gives the share of a movement's mass.
   */
  async addRuns(flows: Flows, shareOf: ShareOf): Promise<void> {
    const runIds = [...flows.outputs.keys()];
    for (const { id, day } of await findRuns(this.#trx, runIds)) this.graph.addNode(runNode(id, day));
    const odd = await findOddUses(this.#trx, [...flows.lots.keys()]);
    const keysOf = (uses: typeof odd) => new Set(uses.map(({ lotId, runId }) => wayKey(lotId, nodeId('run', runId))));
    const early = keysOf(odd.filter(({ isEarly }) => isEarly === 1));
    const late = keysOf(odd.filter(({ isLate }) => isLate === 1));
    for (const lot of flows.lots.values()) this.graph.addNode(lotNode(lot));
    for (const { runId, lotId, quantity } of flows.consumed) {
      const lot = flows.lots.get(lotId);
      if (!lot) continue;
      const way = wayKey(lotId, nodeId('run', runId));
      const marks = { beforeReceipt: early.has(way) || undefined, afterExpiry: late.has(way) || undefined };
      const share = shareOf(lot, quantity, runKey(runId));
      const isNew = this.#addMovement(nodeId('lot', lotId), nodeId('run', runId), lot, quantity, share, marks);
      const [node, link] = [nodeId('lot', lotId), pageOf('runs', runId)];
      if (isNew && marks.beforeReceipt) this.#addGap('beforeReceipt', node, traceTexts.beforeReceipt(lot.code), link);
      if (isNew && marks.afterExpiry) this.#addGap('afterExpiry', node, traceTexts.afterExpiry(lot.code), link);
    }
    for (const [runId, outputs] of flows.outputs) {
      for (const { lotId, quantity } of outputs) {
        const lot = flows.lots.get(lotId);
        // Backward, other outputs of the run are not part of the way.
        if (lot)
          this.#addMovement(nodeId('run', runId), nodeId('lot', lotId), lot, quantity, shareOf(lot, quantity, lotId));
      }
    }
  }

  /** Names the runs that made more than went in. */
  async addMadeMore(flows: Flows): Promise<void> {
    for (const runId of await findMadeMore(this.#trx, flows)) {
      const node = this.graph.get(nodeId('run', runId));
      if (node && !node.gaps.includes('madeMore'))
        this.#addGap('madeMore', node.id, traceTexts.madeMore(node.label), node.link);
    }
  }

  /** Names the batches of which no run is recorded. */
  addUnmade(flows: Flows): void {
    for (const { lotId, code, origin, runId, finishedGoodId } of flows.lots.values()) {
      if (origin !== 'produced' || runId !== null) continue;
      this.#addGap('noRun', nodeId('lot', lotId), traceTexts.noRun(code), pageOf('goods', finishedGoodId ?? 0));
    }
  }

  #addMovement(
    from: string,
    to: string,
    lot: TracedLot,
    quantity: number,
    shareGrams: number | null,
    marks: DayMarks = {},
  ): boolean {
    const grams = massOf(lot, quantity);
    return this.graph.addEdge({ from, to, quantity, unit: lot.unit, grams, shareGrams, ...marks });
  }

  /** Adds to the edge between a document and its party. */
  #addToParty(from: string, to: string, grams: number | null, shareGrams: number | null): void {
    this.graph.addSum({ from, to, quantity: null, unit: '', grams, shareGrams });
  }

  /** Adds sources of lots: inwards, adjustments and returns, with the suppliers. */
  async addOrigins(flows: Flows, shareOf: OfQuantity): Promise<void> {
    const received = [...flows.lots.values()].filter(({ inwardId }) => inwardId !== null);
    const inwards = await this.addInwards(received.flatMap(({ inwardId }) => inwardId ?? []));
    const opened = [...flows.lots.values()].filter(
      ({ inwardId, supplierId }) => inwardId === null && supplierId !== null,
    );
    await this.addParties('supplier', [
      ...inwards.map(({ supplierId }) => supplierId),
      ...opened.flatMap(({ supplierId }) => supplierId ?? []),
    ]);
    const suppliers = new Map(inwards.map(({ id, supplierId }) => [id, supplierId]));
    const incoming = Map.groupBy(flows.incoming, ({ lotId }) => lotId);
    for (const lot of received) {
      const others = (incoming.get(lot.lotId) ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
      const quantity = lot.quantityIn - others;
      const [inward, supplier] = [
        nodeId('inward', lot.inwardId ?? 0),
        nodeId('supplier', suppliers.get(lot.inwardId ?? 0) ?? 0),
      ];
      const share = shareOf(lot, quantity);
      this.#addMovement(inward, nodeId('lot', lot.lotId), lot, quantity, share);
      this.#addToParty(supplier, inward, massOf(lot, quantity), share);
    }
    // To the lot itself, since one opening stock has lots of several suppliers.
    for (const lot of opened) {
      const [supplier, share] = [nodeId('supplier', lot.supplierId ?? 0), shareOf(lot, lot.opening)];
      this.#addToParty(supplier, nodeId('lot', lot.lotId), massOf(lot, lot.opening), share);
    }
    await this.#addIncoming(flows, flows.incoming, shareOf);
    await this.#addReturnWays(flows, shareOf);
  }

  /** Adds returns of buyers to the lots of a trace. */
  async addReturns(flows: Flows, shareOf: OfQuantity): Promise<void> {
    const adjustments = new Map(flows.returns.map(({ lotId, adjustmentId }) => [lotId, adjustmentId]));
    // Excludes the surplus of later counts: it does not belong to the traced lots.
    const incoming = flows.incoming.filter(({ lotId, documentId }) => adjustments.get(lotId) === documentId);
    await this.#addIncoming(flows, incoming, shareOf);
    await this.#addReturnWays(flows, shareOf);
  }

  async #addIncoming({ lots }: Flows, incoming: readonly Flow[], shareOf: OfQuantity): Promise<void> {
    await this.#addAdjustments(incoming);
    for (const { lotId, documentId, quantity } of incoming) {
      const lot = lots.get(lotId);
      if (lot)
        this.#addMovement(
          nodeId('adjustment', documentId),
          nodeId('lot', lotId),
          lot,
          quantity,
          shareOf(lot, quantity),
        );
    }
  }

  /** Adds the path of a return: from the lot by its dispatch to the return. */
  async #addReturnWays({ returns, lots }: Flows, shareOf: OfQuantity): Promise<void> {
    const buyers = await this.addDispatchNodes(returns.map(({ dispatchId }) => dispatchId));
    for (const { lotId, parentLotId, adjustmentId, dispatchId, quantity } of returns) {
      const lot = lots.get(lotId);
      if (!lot || this.#returned.has(lotId)) continue;
      this.#returned.add(lotId);
      const [grams, shareGrams] = [massOf(lot, quantity), shareOf(lot, quantity)];
      const moved = { quantity, unit: lot.unit, grams, shareGrams };
      const [parent, dispatch, adjustment] = [
        nodeId('lot', parentLotId),
        nodeId('dispatch', dispatchId),
        nodeId('adjustment', adjustmentId),
      ];
      // If the whole dispatch is in the graph, the return is a part of it.
      const isPart = this.#outgoing.has(wayKey(parentLotId, dispatch));
      if (lots.has(parentLotId) && !isPart) this.graph.addSum({ from: parent, to: dispatch, ...moved });
      this.graph.addSum({ from: dispatch, to: adjustment, ...moved });
      const [way, buyerId] = [this.graph.edgeBetween(adjustment, nodeId('lot', lotId)), buyers.get(dispatchId)];
      if (way && buyerId) way.returnedBy = nodeId('buyer', buyerId);
    }
  }

  /** Adds suppliers or buyers, with how they are reached. */
  async addParties(kind: 'supplier' | 'buyer', ids: readonly number[]): Promise<void> {
    for (const { id, name, phone, email, address } of await findParties(this.#trx, kind, [...new Set(ids)])) {
      this.graph.addNode(nodeOf(kind, id, name, { phone, email, address }));
    }
  }

  /** Adds inwards, and returns them. */
  async addInwards(ids: readonly number[]) {
    const inwards = await findInwards(this.#trx, [...new Set(ids)]);
    for (const { id, invoiceNumber, day, hasBill } of inwards) {
      this.graph.addNode(nodeOf('inward', id, invoiceNumber, { day, hasBill: hasBill === 1 }));
    }
    return inwards;
  }

  async #addAdjustments(flows: readonly Flow[]): Promise<void> {
    const labels = await findDocumentLabels(this.#trx, flows);
    for (const flow of flows) {
      this.graph.addNode(nodeOf('adjustment', flow.documentId, labels.get(documentKey(flow)) ?? ''));
    }
  }

  /** The buyers of the dispatches, by dispatch. */
  async addDispatchNodes(ids: readonly number[]): Promise<Map<number, number | null>> {
    const dispatches = await findDispatches(this.#trx, [...new Set(ids)]);
    for (const { id, buyerId, invoiceNumber, day, soldAs } of dispatches) {
      if (this.graph.has(nodeId('dispatch', id))) continue;
      const label = invoiceNumber || documentTexts.dispatch(formatDate(day), '');
      this.graph.addNode(nodeOf('dispatch', id, label, { day, ...(soldAs !== null && { soldAs }) }));
      if (buyerId === null)
        this.#addGap('noBuyer', nodeId('dispatch', id), traceTexts.noBuyer(label), pageOf('dispatches', id));
    }
    await this.addParties(
      'buyer',
      dispatches.flatMap(({ buyerId }) => buyerId ?? []),
    );
    return new Map(dispatches.map(({ id, buyerId }) => [id, buyerId]));
  }

  /** Adds outgoing quantities of lots: dispatches with their buyers, and adjustments. */
  async addOutgoing(flows: Pick<Flows, 'outgoing' | 'lots'>, shareOf: OfQuantity): Promise<void> {
    const sent = flows.outgoing.filter(({ documentKind }) => documentKind === 'dispatch');
    const buyers = await this.addDispatchNodes(sent.map(({ documentId }) => documentId));
    await this.#addAdjustments(flows.outgoing.filter(({ documentKind }) => documentKind === 'adjustment'));
    for (const { lotId, documentKind, documentId, quantity } of flows.outgoing) {
      const lot = flows.lots.get(lotId);
      if (!lot) continue;
      const document = nodeId(documentKind, documentId);
      const way = wayKey(lotId, document);
      if (this.#outgoing.has(way)) continue;
      this.#outgoing.add(way);
      const [grams, shareGrams] = [massOf(lot, quantity), shareOf(lot, quantity)];
      const day = documentKind === 'dispatch' ? this.graph.get(document)?.day : undefined;
      const beforeReceipt = lot.receivedOn > (day ?? lot.receivedOn) || undefined;
      const afterExpiry = (day !== undefined && isExpiredOn(lot.expiresOn, day)) || undefined;
      this.#addMovement(nodeId('lot', lotId), document, lot, quantity, shareGrams, { beforeReceipt, afterExpiry });
      const [node, link] = [nodeId('lot', lotId), pageOf('dispatches', documentId)];
      if (beforeReceipt) this.#addGap('beforeReceipt', node, traceTexts.sentEarly(lot.code), link);
      if (afterExpiry) this.#addGap('afterExpiry', node, traceTexts.sentExpired(lot.code), link);
      const buyerId = documentKind === 'dispatch' ? buyers.get(documentId) : undefined;
      if (!buyerId) continue;
      this.sentTo.add(buyerId);
      this.#addToParty(document, nodeId('buyer', buyerId), grams, shareGrams);
    }
  }

  /** Adds the claims of a trace's lots, the certificates that cover purchases, and gaps for claims without one. */
  async addClaims(lots: readonly TracedLot[], worked: WorkedClaims | undefined): Promise<Set<number>> {
    const suppliers = lots.flatMap(({ supplierId, claim }) => (needsCertificate(claim) ? (supplierId ?? []) : []));
    this.#certificates = await findCertificates(this.#trx, [...new Set(suppliers)]);
    const proved = new Set<number>();
    for (const lot of lots) {
      const node = this.graph.get(nodeId('lot', lot.lotId));
      if (!node) continue;
      const covering = this.#covering(lot);
      const workedClaim = worked?.claims.get(lot.lotId)?.claim;
      node.claim = workedClaim ?? this.#claimOf(lot);
      if (workedClaim) node.claims = worked?.bySchemes.get(lot.lotId) ?? [];
      node.certificateId = covering?.certificateId;
      node.certificateNumber = covering?.number;
      if (covering) proved.add(lot.lotId);
      const isClaiming = claimsByItself(lot.origin) && isIngredient(lot) && needsCertificate(lot.claim);
      if (isClaiming && !covering)
        this.#addGap('noCertificate', node.id, traceTexts.noCertificate(lot.code), pageOf('lots', lot.lotId));
      const isUnderNoScheme =
        lot.origin === 'produced' && needsCertificate(workedClaim ?? null) && !node.claims?.length;
      if (isUnderNoScheme)
        this.#addGap('schemeUnknown', node.id, traceTexts.schemeUnknown(lot.code), pageOf('lots', lot.lotId));
    }
    return proved;
  }

  /** A lot's entered claim; a buyer's return has the claim of its parent lot, which precedes it. */
  #claimOf({ origin, parentLotId, claim }: TracedLot): Claim | undefined {
    if (origin === 'produced') return undefined;
    if (origin === 'returned') return this.graph.get(nodeId('lot', parentLotId ?? 0))?.claim ?? undefined;
    return claim ?? 'conventional';
  }

  #covering({ claim, supplierId, itemId, receivedOn: day, certificateId }: TracedLot): Certificate | undefined {
    if (supplierId === null || !needsCertificate(claim)) return undefined;
    return coveringOf(this.#certificates, { supplierId, itemId, day, certificateId });
  }
}
