import type { viewEndpoints } from '../views.ts';
import type { CallTexts } from './callText.ts';

export const viewCallTexts: CallTexts<typeof viewEndpoints> = {
  list: { operationId: 'listViews', tag: 'Views', summary: 'List the saved views of lists' },
  create: {
    operationId: 'createView',
    tag: 'Views',
    summary: 'Save a view',
    description:
      'A 403 where it is shared by others than admins and managers; a 409 for a name that they have given already, and for one view too many.',
  },
  update: {
    operationId: 'updateView',
    tag: 'Views',
    summary: 'Change a view',
    description: 'Their own; a shared one by admins and managers. A 409 for a name that its owner has given already.',
  },
  remove: {
    operationId: 'deleteView',
    tag: 'Views',
    summary: 'Delete a view',
    description: 'Their own; a shared one by admins and managers.',
  },
};
