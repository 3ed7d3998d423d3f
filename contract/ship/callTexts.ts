/** Texts of the calls of dispatches. */
import type { dispatchEndpoints } from './dispatches.ts';
import type { CallTexts } from '../core/callText.ts';

export const dispatchCallTexts: CallTexts<typeof dispatchEndpoints> = {
  list: {
    operationId: 'listDispatches',
    tag: 'Dispatches',
    summary: 'List dispatches',
    description: '`search` looks in buyer, invoice number and lot codes.',
  },
  get: { operationId: 'getDispatch', tag: 'Dispatches', summary: 'Read one dispatch with its lines' },
  nextInvoiceNumber: {
    operationId: 'getNextInvoiceNumber',
    tag: 'Dispatches',
    summary: 'Propose the next invoice number of a dispatch',
    description:
      'The number of the newest dispatch of the financial year of `dispatchDate`, plus 1, past those that are used. The first dispatch of a year begins its series with 1 where the numbers name their year, else it continues that of the year before.',
  },
  invoiceNumberUse: {
    operationId: 'getDispatchInvoiceNumberUse',
    tag: 'Dispatches',
    summary: 'Check whether a dispatch has an invoice number',
    description:
      'The newest one of the financial year of `dispatchDate`, in small or capital letters; null where there is none. `exceptId` leaves out the dispatch that is edited.',
  },
  claims: {
    operationId: 'getDispatchClaims',
    tag: 'Dispatches',
    summary: 'Check what lots may be sold as',
    description:
      'The claims of each lot by scheme, and with `soldAs` the record that keeps it from being sold under that claim. `lotId` is repeated for several; lots that do not exist are left out.',
  },
  create: {
    operationId: 'createDispatch',
    tag: 'Dispatches',
    summary: 'Record a dispatch to a buyer',
    description:
      'A 409 where a lot has too little left, or is on hold or recalled, where one does not hold the claim of `soldAs` and no `soldAsReason` is given, where one is past its expiry date and `afterExpiry` of its item is `refuse`, or `reason` and there is no `afterExpiryReason`, or where a proposed invoice number was taken meanwhile. `warnings` says what may be a slip, and refuses nothing.',
  },
  update: {
    operationId: 'updateDispatch',
    tag: 'Dispatches',
    summary: 'Change a dispatch',
    description:
      'Lines of the same lot stay. A 409 as on creation, and where the buyer returned more of a lot than would be left. Once something came back, the buyer stays, and the day is not after the return. A 409 too where less of a recalled lot would have been dispatched, and for another buyer than the one of whom an open recall has notes. `warnings` says what may be a slip, and refuses nothing.',
  },
  remove: {
    operationId: 'deleteDispatch',
    tag: 'Dispatches',
    summary: 'Delete a dispatch and put its quantities back in stock',
    description: 'A 409 where the buyer returned some of it, or a lot is recalled.',
  },
};
