/** Texts and labels of dispatches and their delivery notes. */
import { afterExpiryTexts } from '../stock/lots/afterExpiry.ts';
import { fieldTexts } from '../core/sharedTexts.ts';
import { soldAsTexts } from '../stock/claims/soldAs.ts';
import { heldText, lotStateLabels } from '../stock/lots/lotTexts.ts';
import { unknownTexts } from '../stock/referenceTexts.ts';
import type { LotState } from '../stock/stock.ts';

export const dispatchTexts = {
  title: 'Dispatches',
  buyerRequired: 'Choose a buyer.',
  buyerUnknown: unknownTexts.buyer,
  dateRequired: 'Choose a valid dispatch date.',
  invoiceRequired: 'Enter the invoice number.',
  numberTaken: (invoiceNumber: string) =>
    `Another dispatch has got the proposed number ${invoiceNumber} meanwhile. Save with the next one.`,
  productRequired: 'Choose a product.',
  linesRequired: 'Add at least one batch with its quantity.',
  lotRequired: 'Choose a batch.',
  lotUnknown: 'This batch does not exist.',
  quantityInvalid: fieldTexts.quantityInvalid,
  lotShort: (code: string, left: string) => `${code} has ${left} left now.`,
  onlyLeft: (left: string, product: string, more: string) => `Only ${left} left of ${product}: ${more} too few`,
  notSplit: (missing: string, quantityText: string) => `${missing} of ${quantityText} not taken from a batch yet`,
  tooMuchSplit: (more: string, quantityText: string) => `${more} more than ${quantityText} taken`,
  nothingLeft: (code: string) => `${code} has nothing left`,
  nothingOfHeld: (code: string, state: LotState) =>
    `${code} is ${lotStateLabels[state].toLowerCase()}: nothing of it can be sent`,
  claimLoading: 'The claim to propose is still being read. Try again in a moment, or choose one.',
  lotsLoading: 'The batches are still loading. Try again in a moment.',
  lotHeld: heldText,
  beforeLeaving: 'Needed before the goods leave.',
  noBuyer: 'Buyer not recorded',
  notFound: 'Dispatch not found or already deleted.',
  added: 'Dispatch added successfully!',
  updated: 'Dispatch updated successfully!',
  deleted: 'Dispatch deleted successfully!',
  confirmDelete: 'Are you sure you want to delete this dispatch?',
  saveFailed: 'Failed to save the dispatch.',
  loadFailed: 'The dispatches could not be loaded.',
  notLoaded: 'The dispatch could not be loaded.',
  deleteFailed: 'Failed to delete the dispatch.',
  takeReturn: 'Take a return',
  empty: 'No dispatches found.',
  searchPlaceholder: 'Search buyer, invoice or batch',
  addNew: 'Add dispatch',
  addFirst: 'Add the first dispatch',
  add: 'New dispatch',
  edit: 'Update dispatch',
} as const;

/** Labels of a line, on the form, the page, the spreadsheet and the delivery note. */
export const dispatchLineLabels = {
  product: 'Product',
  batch: 'Batch',
  expiresOn: 'Expires',
  quantity: 'Quantity',
  returnedQty: 'Returned',
} as const;

/** Texts of a delivery note that its dispatch lacks. */
export const deliveryNoteTexts = {
  title: 'Delivery note',
  /** At the head of each page. */
  runningHead: (number: string, to: string) => [`Delivery note ${number}`.trim(), to].join(', '),
  total: 'Total',
  receivedBy: 'Received by',
  date: 'Date',
  noSender: 'The delivery note has no sender.',
  fillIn: 'Fill in the company',
} as const;

/** Field labels, on the form and in the history. */
export const dispatchLabels = {
  buyerId: 'Buyer',
  dispatchDate: 'Dispatch date',
  invoiceNumber: 'Invoice number',
  vehicle: 'Vehicle',
  transportDocument: 'Transport document',
  transactionCertificate: 'Transaction certificate',
  inspectionCertificate: 'Certificate of inspection (EU)',
  importCertificate: 'Import certificate (US)',
  soldAs: soldAsTexts.label,
  soldAsReason: soldAsTexts.reason,
  afterExpiryReason: afterExpiryTexts.reason,
  note: 'Note',
} as const;

/** The label of the lines, in the history. */
export const dispatchLinesLabel = 'Batches';
