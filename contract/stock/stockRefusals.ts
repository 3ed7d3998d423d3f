/** Sentences of refusals by documents, lots and masters; screens show them as the server sends them, so that no screen loads them. */
const NAMED = 5;

/** The first of them, and how many more there are. */
function listOf(labels: readonly string[]): string {
  const more = labels.length - NAMED;
  return `${labels.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export const stockRefusals = {
  /** Of a document that is restored. */
  lotTaken: (code: string) => `Another lot now has the code ${code}.`,
  lossTooMuch: 'This is more than went in.',
  /** Of an input that is changed or deleted by itself. */
  lossesStay: (run: string) =>
    `${run} records a larger loss of this material than would be left in it. Change the losses first.`,
  batchOfOffice: (batch: string) =>
    `Batch ${batch} was recorded by itself. Admins and managers can change it, or take it out of a run.`,
  /** Of a batch that a change of its run leaves out. */
  heldStaysInRun: (batch: string) =>
    `Batch ${batch} is on hold and stays in its production. Admins and managers can release or delete it.`,
  /** Of batches that a change of what went in would free. */
  officeFrees: (batches: readonly string[]) =>
    `${listOf(batches)} would no longer be recalled. Admins and managers can save that.`,
  /** Of a batch that a recall holds, for a production that would take it up. */
  orphanStays: (batch: string, recalls: readonly string[]) =>
    `Batch ${batch} is held: ${listOf(recalls)}. The production that made it was deleted: restore that one, or close the recall as a false alarm first.`,
  supplierOpened: 'Cannot delete this supplier because opening stock names it.',
  supplierCertified: 'Cannot delete this supplier because certificates name it.',
  buyerCertified: 'Cannot delete this buyer because transaction certificates name them.',
  materialCertified: 'Cannot delete this material because a certificate names it.',
  /** Of a lot whose counts found what was there. */
  lotCounted: (item: string, lot: string, counts: readonly string[]) =>
    `Lot ${lot} of ${item} was counted: ${listOf(counts)}. Take it out of there first.`,
  /** Of a count before others of the lot. */
  countedSince: (code: string, counts: readonly string[]) =>
    `${code} was counted later: ${listOf(counts)}. Change or delete that first.`,
  /** Of a count that is restored. */
  recounted: (code: string) => `Earlier counts of ${code} were changed since this one was deleted. Enter it again.`,
  /** Of a count whose day changes. */
  foundIsUsed: (code: string, date: string, documents: readonly string[]) =>
    `Without what this count found in ${code}, more was taken by ${date} than there was: ${listOf(documents)}. Change that first, or keep the date.`,
  countedBeforeReceipt: (code: string, date: string) =>
    `${code} came in on ${date}: count it on that day or a later one.`,
  /** Of a buyer's return. */
  returnBeforeDispatch: (code: string, date: string) =>
    `${code} was dispatched on ${date}. Enter that day or a later one.`,
  restoredBeforeDispatch: (dispatch: string, date: string) =>
    `${dispatch} is now dated ${date}, after its return. Change the date of the dispatch first.`,
  restoredWithoutLine: (dispatch: string, item: string) =>
    `${dispatch} was changed since, and what came back of ${item} is no longer in it. Enter the return again.`,
  restoredOfOther: (dispatch: string, buyer: string) =>
    `${dispatch} was to ${buyer} when some of it came back. Change its buyer back first.`,
  /** Of a dispatch of which something came back. */
  dispatchBuyerStays: (returns: readonly string[]) =>
    `This buyer has sent some of it back: ${listOf(returns)}. Delete that first to choose another buyer.`,
  /** Of a dispatch about which a recall asked its buyer. */
  notedBuyerStays: (recalls: readonly string[]) =>
    `${listOf(recalls)} notes what this buyer was told or answered. Take those notes back there first to choose another buyer.`,
  /** Of what was dispatched of a recalled lot. */
  sentStays: (code: string, recalls: readonly string[]) =>
    `${code} is recalled: ${listOf(recalls)}. What was dispatched of it stays; enter what comes back as a return from the buyer.`,
  dispatchAfterReturn: (first: string, date: string) =>
    `Some of it came back: ${first}. Enter ${date} or an earlier day.`,
  /** Of an inward of which something went back to its supplier. */
  supplierStays: (returns: readonly string[]) =>
    `Some of it went back to this supplier: ${listOf(returns)}. Delete that first to choose another supplier.`,
  productCertified: 'Cannot delete this product because a certificate names it.',
} as const;
