/** Texts and labels of inwards. */

import { referenceTexts, unknownTexts } from '../stock/referenceTexts.ts';
import { attachmentTexts } from '../core/attachments.ts';
import { formatPercent, formatQuantity, formatRupees } from '../core/values/format.ts';
import { fieldTexts } from '../core/sharedTexts.ts';

/** Specification §5 and §8, Inward. */
export const inwardTexts = {
  title: 'Inward',
  searchPlaceholder: 'Search supplier, material or status',
  addNew: 'Add New Inward',
  addFirst: 'Add the first inward',
  add: 'Add Inward',
  edit: 'Update Inward',
  empty: 'No inward found.',
  noLines: 'Add at least one valid raw material with quantity.',
  billRequired: 'Please upload the bill before saving.',
  billTooLarge: attachmentTexts.billTooLarge,
  billMissing: 'Missing',
  billOf: (invoiceNumber: string) => `Bill of ${invoiceNumber}`,
  billFollowsReason: 'Why there is no bill yet',
  noBillYet: (reason: string) => (reason === '' ? 'No bill yet' : `No bill yet: ${reason}`),
  billShrinking: 'Making the photo smaller…',
  takePhoto: 'Take photo',
  chooseFile: 'Choose a file',
  supplierRequired: 'Choose a supplier.',
  supplierUnknown: unknownTexts.supplier,
  invoiceNumberRequired: 'Invoice number is required.',
  dateRequired: 'Choose a valid invoice date.',
  statusRequired: 'Choose a status.',
  idRequired: 'Updating an inward takes its inwardId.',
  gstInvalid: 'GST must be a number from 0 with at most 2 decimals.',
  materialRequired: referenceTexts.materialRequired,
  materialUnknown: unknownTexts.rawMaterial,
  quantityInvalid: fieldTexts.quantityInvalid,
  priceInvalid: fieldTexts.priceInvalid,
  expiryInvalid: fieldTexts.dateInvalid,
  totalTooLarge: 'The total is larger than what can be kept.',
  added: 'Added successfully!',
  updated: 'Updated successfully!',
  deleted: 'Deleted successfully!',
  confirmDelete: 'Are you sure do you want to delete?',
  createFailed: 'Error creating inward',
  updateFailed: 'Error updating inward',
  deleteFailed: 'Error deleting inward',
  markPaid: 'Mark Paid',
  notLoaded: 'The inward could not be loaded.',
  lotDestinations: 'What became of it',
  notOpened: 'The inward could not be opened.',
  materialUnknownName: (name: string) => `No raw material is called “${name}”.`,
  pastedBeyond: (numbers: number) =>
    `${numbers === 1 ? '1 number was' : `${numbers} numbers were`} left out: there are no lines for ${numbers === 1 ? 'it' : 'them'}.`,
  saveAnyway: 'Save it like this?',
  lineLeftOut: (line: number) => `Line ${line} has no quantity and is left out.`,
  lineWithoutPrice: (line: number) => `Line ${line} has no price, which counts as ${formatRupees(0)}.`,
  costChanges: (name: string, consumed: string, batches: readonly string[], rupees: number) =>
    `Production has used ${consumed} of ${name}: the cost of ${batches.length === 0 ? 'its runs' : batches.join(', ')} ${rupees < 0 ? 'falls' : 'rises'} by ${formatRupees(Math.abs(rupees))}.`,
  paidChanges: (before: number, after: number, gst: number) =>
    `It is marked as paid: its grand total changes from ${formatRupees(before)} to ${formatRupees(after)}, with GST of ${formatRupees(gst)}.`,
  pasteFailed: 'The lines could not be pasted.',
  fileFailed: 'The lines could not be read.',
  cellsLeft: 'These cells cannot be taken, and their fields stay empty:',
  discountInvalid: (text: string) => `A discount of ${text} is none from 0 to 100 %.`,
  discountUnclear: (text: string) =>
    `A discount of ${text} may be in percent or in rupees. Write ${text} %, or the price less the discount.`,
  discountTooFine: (price: number, percent: number) =>
    `${formatRupees(price)} less ${formatPercent(percent)} is no whole paisa: it would have to be rounded. Type the price for one unit.`,
  lessDiscount: (price: string, percent: number) => `${price} less ${formatPercent(percent)}`,
  amountDiffers: (quantity: number, price: string, ours: number, amount: number) =>
    `${formatQuantity(quantity)} × ${price} is ${formatRupees(ours)}, and the amount of the sheet is ${formatRupees(amount)}.`,
  amountAlone: (amount: number) =>
    `The amount of the sheet is ${formatRupees(amount)}, and there is no quantity or no price to compare.`,
  notAmount: (heading: string) => `“${heading}” is something else: do not compare it`,
  notUsed: (headings: readonly string[]) => `Not used: ${headings.join(', ')}.`,
  cellLeft: (row: number, message: string) => `Row ${row}: ${message}`,
  takeLines: (lines: number) => (lines === 1 ? 'Take 1 line' : `Take ${lines} lines`),
  leaveLines: 'Take none',
  fromFile: 'Lines from a file',
  lineTemplate: 'Template',
  notFound: 'Inward not found or already deleted.',
} as const;

/** Texts of a line's lot. */
export const inwardLotTexts = {
  proposed: 'proposed',
  lotFields: 'Code, supplier lot, expiry and claim',
  lotFieldsKey: 'Code, supplier lot, expiry and claim (Alt+L)',
  expires: (date: string) => `expires ${date}`,
} as const;

/** Field labels, on the form and in the history. */
export const inwardLabels = {
  supplierId: 'Supplier',
  invoiceNumber: 'Invoice number',
  inwardDate: 'Invoice date',
  status: 'Status',
  bill: 'Bill',
  billFollows: 'The bill follows',
  rawMaterials: 'Raw material',
  totalGst: 'GST (₹)',
  grandTotal: 'Grand total',
} as const;

/** Field labels of a line. */
export const inwardLineLabels = { quantity: 'Quantity', pricePerUnit: 'Price per unit (₹)' } as const;
/** Labels of the amounts that are computed from the lines. */
export const inwardTotalLabels = {
  lineTotal: 'Line total (₹)',
  subTotal: 'Sub-total',
  totalGst: 'GST',
  notPaid: 'of which not paid',
} as const;
