/**
 * The sortable spreadsheet that FSMA 204 requires: a row for each critical tracking event and lot; for a transformation
 * a row for each pair of input and output lots, with the same event id.
 */
import { claimsText } from '#contract/stock/claims/schemes.ts';
import { eventStates, eventStepLabels, replacedTexts } from '#contract/prove/packs.ts';
import type { EventFacts } from './eventFacts.ts';
import type { EpcisNames } from './epcis.ts';
import type { Amount, PackEvent } from './events.ts';
import type { Cell, Column } from '../sections/section.ts';

export const sortableColumns: Column[] = [
  { title: 'Event ID', width: 7 },
  { title: 'Critical tracking event', width: 4 },
  { title: 'Date', width: 2 },
  { title: 'Traceability lot code', width: 3 },
  { title: 'Product', width: 4 },
  { title: 'Quantity', width: 2, isNumber: true },
  { title: 'Unit', width: 1.5 },
  { title: 'New traceability lot code', width: 3 },
  { title: 'New product', width: 4 },
  { title: 'New quantity', width: 2, isNumber: true },
  { title: 'New unit', width: 1.5 },
  { title: 'Supplier lot', width: 3 },
  { title: 'Previous source', width: 4 },
  { title: 'Next recipient', width: 4 },
  { title: 'Their address', width: 5 },
  { title: 'Reference document', width: 5 },
  { title: 'Transaction certificate', width: 3 },
  { title: 'Claim', width: 4 },
  { title: 'New claim', width: 4 },
  { title: 'Recorded at', width: 4 },
  { title: 'Status', width: 3 },
  { title: 'Corrected by', width: 7 },
  { title: 'Why', width: 8 },
];

/** Lots of one row: the traced one, and the one made from it. */
type Pair = readonly [Amount | undefined, Amount | undefined];

/** A run recorded in several steps has separate input and output events: a row pairs its own with all valid others. */
function pairsOf(event: PackEvent, counting: readonly PackEvent[]): Pair[] {
  const { step, into, outOf, wrong } = event;
  if (step !== 'transformed') return [...into, ...outOf].map((amount): Pair => [amount, undefined]);
  const run = wrong ? [event] : counting;
  const inputs = run.flatMap((other) => other.outOf);
  const outputs = run.flatMap((other) => other.into);
  if (outOf.length > 0) {
    return outOf.flatMap((input) =>
      outputs.length > 0 ? outputs.map((output): Pair => [input, output]) : [[input, undefined] as const],
    );
  }
  // Its rows are those of the event with the inputs, where there is one.
  return inputs.length > 0 ? [] : into.map((output): Pair => [undefined, output]);
}

/** The rows of all events of one document. */
export function sortableRows(events: readonly PackEvent[], facts: EventFacts, names: EpcisNames): Cell[][] {
  const counting = events.filter(({ wrong }) => wrong === null);
  const side = (amount: Amount | undefined): Cell[] => {
    if (!amount) return [null, null, null, null];
    const { code, itemName, unit } = facts.lot(amount.lotId);
    return [code, itemName, { quantity: amount.quantity }, unit];
  };
  return events.flatMap((event) => {
    const { document, step, day, recordedAt, into, wrong } = event;
    const { label, transactionCertificate, soldAs } = facts.document(document);
    const comesIn = into.length > 0;
    const rowOf = ([input, output]: Pair): Cell[] => {
      const [lot, made] = [input && facts.lot(input.lotId), output && facts.lot(output.lotId)];
      const party = facts.party(event, input?.lotId);
      return [
        names.event(event),
        eventStepLabels[step],
        { day },
        ...side(input),
        ...side(output),
        lot?.supplierLotNumber ?? null,
        comesIn ? (party?.name ?? null) : null,
        comesIn ? null : (party?.name ?? null),
        party?.address ?? null,
        label,
        step === 'received' ? (lot?.transactionCertificate ?? null) : transactionCertificate,
        (step === 'dispatched' && soldAs) || (lot ? claimsText(lot.claims, lot.claim) : null),
        made ? claimsText(made.claims, made.claim) : null,
        recordedAt,
        wrong ? eventStates.wrong : eventStates.counts,
        wrong ? wrong.correctedBy.map((other) => names.event(other)).join(' ') : null,
        wrong ? replacedTexts[wrong.reason] : null,
      ];
    };
    return pairsOf(event, counting).map(rowOf);
  });
}
