/** Texts of the calls of inwards. */
import type { inwardEndpoints } from './inward.ts';
import type { CallText, CallTexts } from '../core/callText.ts';

const searchedInward = '`search` looks in invoice number, supplier, raw materials, their ids and status.';

export const inwardCallTexts: CallTexts<typeof inwardEndpoints> = {
  list: {
    operationId: 'listInwards',
    tag: 'Inward',
    summary: 'List inwards without their lines',
    description: searchedInward,
  },
  totals: {
    operationId: 'sumInwards',
    tag: 'Inward',
    summary: 'Sum inwards',
    description: `Sums of the inwards that the same filters and \`search\` list. ${searchedInward}`,
  },
  listWithLines: {
    operationId: 'listInwardsWithLines',
    tag: 'Inward',
    summary: 'List inwards with their lines',
    description: `${searchedInward} The bill is left out: \`hasBill\` says whether there is one.`,
  },
  get: { operationId: 'getInward', tag: 'Inward', summary: 'Read one inward with its lines and its bill' },
  bill: {
    operationId: 'getInwardBill',
    tag: 'Inward',
    summary: 'Read the bill of an inward as a file',
    description: 'A PDF, PNG or JPEG; a 404 where the inward has none.',
  },
  lastPrice: {
    operationId: 'getLastPrice',
    tag: 'Raw materials',
    summary: 'Read the last price and quantity of a raw material',
    description:
      'Rupees per unit and quantity on its newest inward by date, up to the day `until`; both null without one. `exceptId` leaves out the inward that is edited.',
  },
  invoiceNumberUse: {
    operationId: 'getInvoiceNumberUse',
    tag: 'Inward',
    summary: 'Check whether a supplier has an inward with an invoice number',
    description:
      'The newest one by date, in small or capital letters; null where there is none. `exceptId` leaves out the inward that is edited.',
  },
  create: {
    operationId: 'createInward',
    tag: 'Inward',
    summary: 'Record a purchase invoice',
    description:
      'Adds stock: each line becomes a lot of its raw material. Quantities are in the unit of the raw material, amounts in rupees. Totals that are sent are ignored; the server computes them. `warnings` says what may be a slip, and refuses nothing.',
  },
  update: {
    operationId: 'updateInward',
    tag: 'Inward',
    summary: 'Change a purchase invoice',
    description:
      'Stock follows: a line with its `id` keeps its lot while it is of the same material, one without keeps a lot of its material that no other line keeps, one with `id` null becomes a new lot, one that is left out leaves the stock. Refused with a 409 where more was taken from a lot than would be left: `documents` lists what took it; where the supplier changes after something went back, and where the day would be after something was written off, counted or returned. Without `billAttachment` the bill stays. `warnings` says what may be a slip, and refuses nothing.',
  },
  remove: {
    operationId: 'deleteInward',
    tag: 'Inward',
    summary: 'Delete a purchase invoice',
    description:
      'Takes its lots out of stock. Refused with a 409 where something was taken from one of them, or counted: `documents` lists what did it.',
  },
};

export const inwardOverviewCallText: CallText = {
  operationId: 'getInwardOverview',
  tag: 'Inward',
  summary: 'Read the remaining stock of the lots of an inward, and the last prices before it',
};
