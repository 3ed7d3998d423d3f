/** Texts of the calls that follow from the kind of a record: its five calls, restoring and its history. */
import type { MergeableKind, mergeEndpoints, undoMergeEndpoints } from './merging.ts';
import type { partyOverviewEndpoints } from './partyOverviews.ts';
import type { CallTexts, CallText } from '../core/callText.ts';
import { finishedGoods, kinds, masterRows, restorableKinds, type RecordKind, type RestorableKind } from '../kinds.ts';
import type { RecordKindRow } from '../core/kindRow.ts';
import type { Endpoint } from '../core/endpoint.ts';

interface RecordWords {
  /** The text of its section. */
  about?: string;
  /** The fields that are searched. */
  searched?: string;
  /** Notes for adding and changing. */
  saving?: string;
  /** Condition that blocks deletion. */
  refusedWhile?: string;
}

const gstinWarned = 'A GSTIN whose check character is wrong is saved, and `warnings` says so.';

const words: Partial<Record<RestorableKind, RecordWords>> = {
  suppliers: {
    about: 'Parties from whom raw materials are bought.',
    searched: 'name, email and phone',
    saving: gstinWarned,
    refusedWhile: 'an inward names it',
  },
  buyers: { about: 'Parties to whom products are sold.', searched: 'name, email and phone', saving: gstinWarned },
  categories: {
    about: 'Groups of products and raw materials.',
    searched: 'name and description',
    refusedWhile: 'a product or a raw material is in it',
  },
  products: {
    about: 'Goods that are produced and sold.',
    searched: 'name, description, unit and the name of the category',
    saving:
      'The price is in rupees for one unit. Another unit is refused with a 409 once finished goods or a recipe were recorded in it.',
    refusedWhile: 'there are finished goods of it',
  },
  materials: {
    about: 'Materials that are bought and used in production.',
    searched: 'name, description and unit',
    saving:
      'All quantities of the raw material are in its unit. Once stock or a recipe was recorded in it, another unit is refused with a 409. Production takes no less than `minProductionQuantity` at once: 1 unless something else is sent. A change without it, or without `categoryId`, keeps it.',
    refusedWhile: 'an inward names it',
  },
  goods: {
    about: 'Batches of products.',
    searched: 'batch number, name of the product and status',
    saving:
      'The quantity is in units of the product. A batch number that reads like that of another finished good, in small or capital letters, is refused with a 409. A batch that is not sold reads as expired once its expiry date is past. The run that made it gets a new `updatedAt`.',
  },
};

const rows = [...masterRows, finishedGoods];
const allRows = restorableKinds.map((kind) => kinds[kind]);

/** The section of a kind's calls: 'Raw materials'. */
function sectionOf({ title }: RecordKindRow): string {
  return title.charAt(0) + title.slice(1).toLowerCase();
}

/** One record in generated clients: 'RawMaterial'. */
function oneOf({ idField }: RecordKindRow): string {
  return idField.charAt(0).toUpperCase() + idField.slice(1, -'Id'.length);
}

function sectionsOf(some: readonly (typeof allRows)[number][]): readonly (readonly [section: string, about: string])[] {
  return some.map((row) => [sectionOf(row), words[row.resource]?.about ?? `The ${row.title.toLowerCase()}.`]);
}

/** The sections of all masters, and of all records that can be restored, with their texts. */
export const masterSections = sectionsOf(rows);
export const recordSections = sectionsOf(allRows);

/** The text of a record's call; undefined if it is none of the five. */
export function recordCallText({ method, path }: Endpoint): CallText | undefined {
  const row = allRows.find(({ apiPath }) => path === apiPath || path === `${apiPath}/:id`);
  if (!row) return undefined;
  const { searched, saving, refusedWhile } = words[row.resource] ?? {};
  const [tag, one, { noun }] = [sectionOf(row), oneOf(row), row];
  const note = saving === undefined ? {} : { description: saving };
  const held = refusedWhile === undefined ? '' : ` Refused with a 409 while ${refusedWhile}.`;
  if (method === 'POST') return { operationId: `create${one}`, tag, summary: `Add a ${noun}`, ...note };
  if (method === 'PUT') return { operationId: `update${one}`, tag, summary: `Change a ${noun}`, ...note };
  if (method === 'DELETE') {
    return { operationId: `delete${one}`, tag, summary: `Delete a ${noun}`, description: `Its history stays.${held}` };
  }
  if (path !== row.apiPath) return { operationId: `get${one}`, tag, summary: `Read one ${noun}` };
  const searchedIn = searched === undefined ? {} : { description: `\`search\` looks in ${searched}.` };
  return {
    operationId: `list${row.title.replaceAll(' ', '')}`,
    tag,
    summary: `List ${tag.toLowerCase()}`,
    ...searchedIn,
  };
}

/** The texts of the call that restores a deleted record. */
export function restoreCallText(kind: RestorableKind): CallText {
  const row = kinds[kind];
  return {
    operationId: `restore${oneOf(row)}`,
    tag: sectionOf(row),
    summary: `Restore a deleted ${row.noun}`,
    description:
      'It is there again under its id, as it was. A 409 says what took its place, or what it needs and is now deleted or used up.',
  };
}

/** Their calls are named by the kind from the first version on, and a name in generated clients stays. */
const namedByKind: readonly RecordKind[] = [
  ...(['runs', 'recipes', 'dispatches', 'adjustments', 'lots', 'items'] as const),
  ...(['certificates', 'transactionCertificates', 'recalls'] as const),
];

/** The text of the call that answers the history of a record. */
export function historyCallText(kind: RecordKind): CallText {
  const row = kinds[kind];
  const noun = 'isMaster' in row ? row.label.toLowerCase() : row.noun;
  const name = namedByKind.includes(kind) ? kind : oneOf(row);
  const article = /^[aeio]/.test(noun) ? 'an' : 'a';
  return {
    operationId: `list${name}History`,
    tag: 'History',
    summary: `List what was done to ${article} ${noun}`,
    description:
      'The newest first, also for a deleted record. Without `page` and `pageSize` the newest 200; the header `X-Total-Count` says how many there are in all.',
  };
}

export const partyOverviewCallTexts: CallTexts<typeof partyOverviewEndpoints> = {
  supplier: {
    operationId: 'getSupplierOverview',
    tag: 'Suppliers',
    summary: 'Read the amount owed to a supplier, and the purchases from there',
  },
  buyer: {
    operationId: 'getBuyerOverview',
    tag: 'Buyers',
    summary: 'Read the quantities that a buyer holds, batch by batch',
  },
};

/** The texts of the calls that merge two records of a kind. */
export function mergeCallTexts(kind: MergeableKind): CallTexts<(typeof mergeEndpoints)[MergeableKind]> {
  const row = kinds[kind];
  const [tag, one, { noun }] = [sectionOf(row), oneOf(row), row];
  return {
    preview: {
      operationId: `preview${one}Merge`,
      tag,
      summary: `Read what merging another ${noun} into this one would move`,
    },
    merges: {
      operationId: `list${one}Merges`,
      tag,
      summary: `List what was merged into a ${noun}`,
      description: 'The newest first, each with why it can not be undone any more.',
    },
    merge: {
      operationId: `merge${one}`,
      tag,
      summary: `Merge another ${noun} into this one`,
      description: `Records that refer to the merged ${noun} refer to this one afterwards, which gets the fields that are sent. The merged one is deleted, and comes back by undoing the merge.`,
    },
  };
}

export const undoMergeCallTexts: CallTexts<typeof undoMergeEndpoints> = {
  undo: {
    operationId: 'undoMerge',
    tag: 'Suppliers',
    summary: 'Undo a merge of two records',
    description:
      'The merged record is there again, with what was moved from it; fields of the kept one that were not changed since are those before. A 409 names what refers to it since.',
  },
};
