/** Texts of the calls of imports, find, saved views, backups, the company, the dashboard and the activity. */
import type { morningEndpoints } from './morning.ts';
import type { companyEndpoints } from '../masters/company.ts';
import type { backupEndpoints } from './backups.ts';
import type { viewEndpoints } from '../core/views.ts';
import { importSheets } from './importSheets.ts';
import type { ImportKind } from '../kinds.ts';
import type { importEndpoints } from './imports.ts';
import type { CallText, CallTexts } from '../core/callText.ts';

export const importCallTexts: CallTexts<typeof importEndpoints> = {
  list: { operationId: 'listImports', tag: 'Imports', summary: 'List the newest imports' },
  file: { operationId: 'downloadImport', tag: 'Imports', summary: 'Download what an import had in its sheet' },
  undo: {
    operationId: 'undoImport',
    tag: 'Imports',
    summary: 'Undo an import',
    description: 'A 409 where one of its records was changed since, or something refers to one.',
  },
};

/** Describes the import of one kind of sheet. */
export function importCallText(kind: ImportKind): CallText {
  const { title } = importSheets[kind];
  return {
    operationId: title.toLowerCase().replaceAll(/ (.)/g, (_, letter: string) => letter.toUpperCase()),
    tag: 'Imports',
    summary: `${title} from a sheet`,
    description:
      'The columns are taken for fields by their headings unless `mapping` says otherwise. `check` says what each row would do and what is wrong with it; `save` does it all or nothing, and with any fault it is a 400.',
  };
}

export const findCallText: CallText = {
  operationId: 'findRecords',
  tag: 'Find',
  summary: 'Find records of every kind by a part of their name or number',
  description:
    'A part of a name, number, batch, lot code, phone or GSTIN, or the whole amount of an inward. Up to six of each kind that ' +
    'the role may see; what is called exactly so comes first.',
};

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

export const backupCallTexts: CallTexts<typeof backupEndpoints> = {
  state: { operationId: 'getBackups', tag: 'Backups', summary: 'List the backups, and how the last one went' },
  create: {
    operationId: 'createBackup',
    tag: 'Backups',
    summary: 'Make a backup now',
    description: 'It is in the list once it is complete. Not there on PostgreSQL, which has tools of its own.',
  },
  file: {
    operationId: 'downloadBackup',
    tag: 'Backups',
    summary: 'Download a backup',
    description: 'The file holds every record and the hashes of all passwords. Not there on PostgreSQL.',
  },
};

export const companyCallTexts: CallTexts<typeof companyEndpoints> = {
  get: { operationId: 'getCompany', tag: 'Company', summary: 'Read the company as papers name it' },
  update: { operationId: 'updateCompany', tag: 'Company', summary: 'Change the company as papers name it' },
};

export const morningCallTexts: CallTexts<typeof morningEndpoints> = {
  read: {
    operationId: 'getMorning',
    tag: 'Dashboard',
    summary: 'Read what waits to be done, and the figures of the dashboard',
    description:
      'Low stock, expiring lots, unpaid inwards, the number of gaps by kind, runs in progress, and use, purchases and yield by week, from one snapshot. Blocks that the role may not see are left out.',
  },
};

export const activityCallText: CallText = {
  operationId: 'listActivity',
  tag: 'History',
  summary: 'List what was done, by whom and when',
  description:
    'The newest first. Can be narrowed to a person, a kind of record and days, which begin at midnight in the time zone of the installation.',
};
