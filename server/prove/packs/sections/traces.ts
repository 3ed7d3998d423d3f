/** The section of a pack with the trace of each batch. */
import { fromThousandths } from '#contract/core/values/numbers.ts';
import { packSentences } from '#contract/prove/packSentences.ts';
import { tracedClaim, traceTexts } from '#contract/prove/trace.ts';
import { soldAsOf } from '#contract/stock/claims/soldAs.ts';
import { afterExpiryTexts } from '#contract/stock/lots/afterExpiry.ts';
import { findTraced } from '../scope.ts';
import { amountText, kilogramsText } from './sectionParts.ts';
import type { Cell, Features, Section } from './section.ts';

type Trace = NonNullable<Awaited<ReturnType<Features['trace']>>>;

/** Quantity with buyers and their number; empty if not requested. */
function dispatchedText({ dispatchedQty, buyers, unit }: Trace['summary']): string {
  if (dispatchedQty === null) return '';
  return dispatchedQty === 0 && buyers === 0
    ? traceTexts.notDispatched
    : packSentences.withBuyers(amountText(dispatchedQty, unit), buyers);
}

function traceSentence({ summary }: Trace): string {
  const { lots, suppliers, broughtGrams, certifiedPercent, onHandQty, lostQty, unit, gaps } = summary;
  const parts = [
    lots === 0
      ? packSentences.noOrigin
      : packSentences.origin(broughtGrams === null ? null : kilogramsText(broughtGrams), suppliers, lots),
    certifiedPercent === null ? '' : packSentences.certified(fromThousandths(certifiedPercent)),
    dispatchedText(summary),
    onHandQty === null ? '' : packSentences.inStore(amountText(onHandQty, unit)),
    lostQty === null || lostQty === 0 ? '' : packSentences.lost(amountText(lostQty, unit)),
  ];
  return `${parts.filter(Boolean).join('; ')}. ${packSentences.gaps(gaps.map(({ label }) => label))}`;
}

/** A row for each edge of the graph. */
function traceRows({ nodes, edges, root }: Trace): Cell[][] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const rootLabel = byId.get(root)?.label ?? '';
  return edges.map(({ from, to, quantity, unit, grams, shareGrams, beforeReceipt, afterExpiry }): Cell[] => {
    const [first, second] = [byId.get(from), byId.get(to)];
    const lot = [first, second].find((node) => node?.kind === 'lot');
    const dispatch = [first, second].find((node) => node?.kind === 'dispatch');
    const marks = [
      beforeReceipt ? packSentences.usedEarly : '',
      afterExpiry ? afterExpiryTexts.taken : '',
      lot ? tracedClaim(lot, soldAsOf(dispatch?.soldAs ?? null)) : '',
      lot?.certificateNumber ? packSentences.certificate(lot.certificateNumber) : '',
      lot?.supplierLotNumber ? packSentences.supplierLot(lot.supplierLotNumber) : '',
    ];
    const day = [second, first].find((node) => node?.kind !== 'lot' && node?.day)?.day;
    return [
      rootLabel,
      first?.label ?? null,
      second?.label ?? null,
      lot?.itemName ?? null,
      day ? { day } : null,
      quantity === null ? null : { quantity },
      unit,
      grams === null ? null : { quantity: Math.round(fromThousandths(grams)) },
      shareGrams === null ? null : { quantity: Math.round(fromThousandths(shareGrams)) },
      marks.filter(Boolean).join('; '),
    ];
  });
}

export const traces: Section = {
  name: 'traces',
  title: 'Traces',
  about: 'Origin and destination of each batch: a row for each step between lots, documents and people.',
  columns: [
    { title: 'Traced', width: 3 },
    { title: 'From', width: 5 },
    { title: 'To', width: 5 },
    { title: 'Item', width: 4 },
    { title: 'Date', width: 2 },
    { title: 'Quantity', width: 2, isNumber: true },
    { title: 'Unit', width: 1.5 },
    { title: 'kg', width: 2, isNumber: true },
    { title: 'Of the traced, kg', width: 2, isNumber: true },
    { title: 'Remarks', width: 5 },
  ],
  async *blocks(source) {
    let [all, withGaps] = [0, 0];
    for (const lotId of await findTraced(source.trx, source.scope)) {
      const traced = await source.features.trace(source.trx, lotId);
      if (!traced) continue;
      all += 1;
      if (traced.summary.gaps.length > 0) withGaps += 1;
      const root = traced.nodes.find(({ id }) => id === traced.root);
      const heading = [root?.label, root?.itemName].filter(Boolean).join(', ');
      yield { heading, sentence: traceSentence(traced), rows: traceRows(traced) };
    }
    return packSentences.traces(all, withGaps);
  },
};
