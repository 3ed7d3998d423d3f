/** Sentences of refusals by documents, lots and masters; screens show them as the server sends them, so that no screen loads them. */
const NAMED = 5;

/** The first of them, and how many more there are. */
function firstNames(labels: readonly string[]): string {
  const more = labels.length - NAMED;
  return `${labels.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export const stockRefusals = {
  /** Refuses to restore a document whose lot code was reused. */
  lotTaken: (code: string) => `Another lot now has the code ${code}.`,
  /** Refuses to reduce a lot below the quantity that has left it. */
  inUse: (item: string, lot: string, outQty: string, documents: readonly string[], more: number) =>
    `${outQty} of ${item}, lot ${lot}, already taken by ${documents.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  /** Refuses to change a lot with a surplus from a count. */
  counted: (item: string, lot: string, documents: readonly string[]) =>
    `Something was found in lot ${lot} of ${item}: ${documents.join(', ')}.`,
  recalledStays: (codes: readonly string[]) =>
    `${codes.join(', ')} ${codes.length === 1 ? 'is' : 'are'} recalled and cannot be deleted.`,
  takenBy: (document: string, quantity: string) => `${document} (${quantity})`,
  lossTooMuch: 'This is more than went in.',
  /** Refuses a run that makes more than went in. */
  madeMore: (cameOut: string, wentIn: string) =>
    `Outputs and losses are ${cameOut} together, but only ${wentIn} went in. Check the quantities, or have an admin or manager say in the production why it is more.`,
  /** Refuses to change or delete a single input of a run below its losses. */
  lossesStay: (run: string) =>
    `${run} records a larger loss of this material than would be left in it. Change the losses first.`,
  batchOfOffice: (batch: string) =>
    `Batch ${batch} was recorded by itself. Admins and managers can change it, or take it out of a run.`,
  /** Refuses a change of a run that leaves out a held batch. */
  heldStaysInRun: (batch: string) =>
    `Batch ${batch} is on hold and stays in its production. Admins and managers can release or delete it.`,
  /** Refuses a change of inputs that would lift a recall of batches. */
  officeFrees: (batches: readonly string[]) =>
    `${firstNames(batches)} would no longer be recalled. Admins and managers can save that.`,
  /** Refuses a run that would adopt a batch which a recall holds. */
  orphanStays: (batch: string, recalls: readonly string[]) =>
    `Batch ${batch} is held: ${firstNames(recalls)}. The production that made it was deleted: restore that one, or close the recall as a false alarm first.`,
  supplierOpened: 'Cannot delete this supplier because opening stock names it.',
  supplierCertified: 'Cannot delete this supplier because certificates name it.',
  buyerCertified: 'Cannot delete this buyer because transaction certificates name them.',
  materialCertified: 'Cannot delete this material because a certificate names it.',
  /** Refuses to delete a lot that counts refer to. */
  lotCounted: (item: string, lot: string, counts: readonly string[]) =>
    `Lot ${lot} of ${item} was counted: ${firstNames(counts)}. Take it out of there first.`,
  /** Refuses to change a count that later counts build on. */
  countedSince: (code: string, counts: readonly string[]) =>
    `${code} was counted later: ${firstNames(counts)}. Change or delete that first.`,
  /** Refuses to restore a count after earlier counts changed. */
  recounted: (code: string) => `Earlier counts of ${code} were changed since this one was deleted. Enter it again.`,
  /** Refuses to move a count to another day when its surplus is already used. */
  foundIsUsed: (code: string, date: string, documents: readonly string[]) =>
    `Without what this count found in ${code}, more was taken by ${date} than there was: ${firstNames(documents)}. Change that first, or keep the date.`,
  countedBeforeReceipt: (code: string, date: string) =>
    `${code} came in on ${date}: count it on that day or a later one.`,
  /** Refuses a write-off or a return to the supplier before its lot came in. */
  takenBeforeReceipt: (code: string, date: string) => `${code} came in on ${date}. Enter that day or a later one.`,
  /** Refuses to move the day on which a lot came in past what was taken out of it. */
  receivedAfterTaken: (code: string, documents: readonly string[], date: string) =>
    `${code} was taken from: ${firstNames(documents)}. Enter ${date} or an earlier day.`,
  /** Refuses a return dated before its dispatch. */
  returnBeforeDispatch: (code: string, date: string) =>
    `${code} was dispatched on ${date}. Enter that day or a later one.`,
  restoredBeforeDispatch: (dispatch: string, date: string) =>
    `${dispatch} is now dated ${date}, after its return. Change the date of the dispatch first.`,
  restoredWithoutLine: (dispatch: string, item: string) =>
    `${dispatch} was changed since, and what came back of ${item} is no longer in it. Enter the return again.`,
  restoredOfOther: (dispatch: string, buyer: string) =>
    `${dispatch} was to ${buyer} when some of it came back. Change its buyer back first.`,
  /** Refuses another buyer for a dispatch with returns. */
  dispatchBuyerStays: (returns: readonly string[]) =>
    `This buyer has sent some of it back: ${firstNames(returns)}. Delete that first to choose another buyer.`,
  /** Refuses another buyer for a dispatch that a recall has notes about. */
  notedBuyerStays: (recalls: readonly string[]) =>
    `${firstNames(recalls)} notes what this buyer was told or answered. Take those notes back there first to choose another buyer.`,
  /** Refuses to change the dispatched quantity of a recalled lot. */
  sentStays: (code: string, recalls: readonly string[]) =>
    `${code} is recalled: ${firstNames(recalls)}. What was dispatched of it stays; enter what comes back as a return from the buyer.`,
  dispatchAfterReturn: (first: string, date: string) =>
    `Some of it came back: ${first}. Enter ${date} or an earlier day.`,
  /** Refuses another supplier for an inward with returns. */
  supplierStays: (returns: readonly string[]) =>
    `Some of it went back to this supplier: ${firstNames(returns)}. Delete that first to choose another supplier.`,
  productCertified: 'Cannot delete this product because a certificate names it.',
} as const;
