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
    description: 'The number of the newest dispatch, plus 1.',
  },
  create: {
    operationId: 'createDispatch',
    tag: 'Dispatches',
    summary: 'Record a dispatch to a buyer',
    description: 'A 409 where a lot has too little left, or is on hold or recalled.',
  },
  update: {
    operationId: 'updateDispatch',
    tag: 'Dispatches',
    summary: 'Change a dispatch',
    description:
      'Lines of the same lot stay. A 409 as on creation, and where the buyer returned more of a lot than would be left. Once something came back, the buyer stays, and the day is not after the return. A 409 too where less of a recalled lot would have been dispatched, and for another buyer than the one of whom an open recall has notes.',
  },
  remove: {
    operationId: 'deleteDispatch',
    tag: 'Dispatches',
    summary: 'Delete a dispatch and put its quantities back in stock',
    description: 'A 409 where the buyer returned some of it, or a lot is recalled.',
  },
};
