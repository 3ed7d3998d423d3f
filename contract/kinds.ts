/**
 * One row for each kind of record and of event: paths, labels, and what can be done with its records. All lists and types
 * below the rows are derived, and so are links, menu, command menu, history and texts of the API elsewhere.
 *
 * The rows are in the order of the history's filter and of the API description. A list with another order reads the
 * `place` of each row in it.
 */
import { master, regular, type KindRow, type RecordKindRow } from './core/kindRow.ts';

export const kinds = {
  suppliers: {
    ...master('supplier', 'suppliers'),
    page: 'glanced',
    icon: 'truck',
    found: { place: 7, label: 'Supplier', opens: 'page' },
    imported: { place: 1, as: 'suppliers' },
    viewed: 1,
  },
  buyers: {
    ...master('buyer', 'buyers'),
    page: 'glanced',
    icon: 'bag',
    found: { place: 8, label: 'Buyer', opens: 'page' },
    imported: { place: 2, as: 'buyers' },
    viewed: 2,
  },
  categories: {
    ...master('category', 'categories'),
    apiPath: '/Categories',
    listPath: '/Categories',
    page: null,
    icon: 'tag',
    found: { place: 9, label: 'Category', opens: 'list' },
    imported: { place: 3, as: 'categories' },
    viewed: 3,
  },
  products: {
    ...master('product', 'products'),
    pageSize: 25,
    page: 'glanced',
    icon: 'box',
    found: { place: 6, label: 'Product', opens: 'page' },
    imported: { place: 5, as: 'products' },
    viewed: 4,
  },
  materials: {
    ...master('material', 'materials'),
    label: 'Raw material',
    title: 'Raw Materials',
    screenPath: '/rawmaterials',
    idField: 'rawMaterialId',
    page: 'glanced',
    icon: 'leaf',
    found: { place: 5, label: 'Raw material', opens: 'page' },
    imported: { place: 4, as: 'materials' },
    viewed: 5,
  },
  inward: {
    ...regular('inward', 'inward'),
    noun: 'purchase invoice',
    listPath: '/inward/get-all-with-rawmaterials',
    page: 'glanced',
    icon: 'arrowDown',
    restorable: true,
    found: { place: 1, label: 'Inward', opens: 'page' },
    imported: null,
    viewed: 7,
    document: 'inward',
    movesStock: true,
    hasFile: true,
  },
  production: {
    ...regular('production', 'production'),
    apiPath: '/Production',
    listPath: '/Production',
    page: null,
    icon: 'factory',
    restorable: false,
    found: null,
    imported: null,
  },
  runs: {
    ...regular('run', 'runs'),
    noun: 'production run',
    label: 'Production run',
    title: 'Production runs',
    screenPath: '/production',
    apiPath: '/production-runs',
    listPath: '/production-runs',
    page: 'glanced',
    icon: null,
    restorable: true,
    found: null,
    imported: null,
    document: 'run',
    movesStock: true,
  },
  goods: {
    ...regular('finished good', 'goods'),
    title: 'Finished Goods',
    screenPath: '/finishedgoods',
    idField: 'finishedGoodId',
    page: 'glanced',
    icon: 'bottle',
    restorable: true,
    found: { place: 2, label: 'Batch', opens: 'page' },
    imported: { place: 8, as: 'goods' },
    viewed: 6,
    document: 'goods',
    movesStock: true,
  },
  recipes: {
    ...regular('recipe', 'recipes'),
    page: null,
    icon: null,
    restorable: true,
    found: null,
    imported: { place: 6, as: 'recipes' },
  },
  dispatches: {
    ...regular('dispatch', 'dispatches'),
    page: 'glanced',
    icon: null,
    restorable: true,
    found: { place: 4, label: 'Dispatch', opens: 'page' },
    imported: null,
    viewed: 8,
    document: 'dispatch',
    movesStock: true,
  },
  adjustments: {
    ...regular('adjustment', 'adjustments'),
    page: 'plain',
    icon: null,
    restorable: true,
    found: null,
    imported: { place: 7, as: 'opening-stock' },
    document: 'adjustment',
    movesStock: true,
  },
  lots: {
    ...regular('lot', 'lots'),
    pageSize: 25,
    page: 'glanced',
    icon: null,
    restorable: false,
    found: { place: 3, label: 'Lot', opens: 'page' },
    imported: null,
    viewed: 9,
  },
  items: {
    ...regular('item', 'items'),
    title: 'Stock Ledger',
    screenPath: '/stock-ledger',
    page: null,
    icon: null,
    restorable: false,
    found: null,
    imported: null,
    filteredBy: 'name',
  },
  certificates: {
    ...regular('certificate', 'certificates'),
    page: 'plain',
    icon: null,
    restorable: true,
    found: { place: 10, label: 'Certificate', opens: 'list' },
    imported: null,
    hasFile: true,
  },
  transactionCertificates: {
    ...regular('transaction certificate', 'transaction-certificates'),
    resource: 'transactionCertificates',
    title: 'Transaction certificates',
    idField: 'transactionCertificateId',
    page: null,
    icon: null,
    restorable: true,
    found: { place: 11, label: 'Transaction certificate', opens: 'list' },
    imported: null,
    hasFile: true,
  },
  certificationBodies: {
    ...regular('certification body', 'certification-bodies'),
    resource: 'certificationBodies',
    title: 'Certification bodies',
    idField: 'certificationBodyId',
    page: 'plain',
    icon: null,
    restorable: true,
    found: { place: 12, label: 'Certification body', opens: 'page' },
    imported: null,
    createdInPlace: true,
    filteredBy: 'name',
  },
  recalls: {
    ...regular('recall', 'recalls'),
    page: 'plain',
    icon: null,
    restorable: false,
    found: null,
    imported: null,
    document: 'recall',
  },
  company: {
    ...regular('company', 'company'),
    page: null,
    icon: null,
    restorable: false,
    found: null,
    imported: null,
  },
  users: {
    ...regular('user', 'users'),
    screenPath: '/register',
    apiPath: '/Auth/users',
    listPath: '/Auth/users',
    page: 'plain',
    icon: 'users',
    restorable: true,
    found: { place: 13, label: 'User', opens: 'page' },
    imported: null,
    filteredBy: 'fullName',
  },
  sessions: { label: 'Session' },
  backups: { label: 'Backup' },
  packs: { label: 'Inspection pack' },
  imports: { label: 'Import' },
  views: { label: 'View' },
  system: { label: 'Godown' },
} as const satisfies Record<string, KindRow>;

type Kinds = typeof kinds;
export type HistoryKind = keyof Kinds;

/** Kinds whose row has a value in the field other than false and null. */
type KindsWith<Field extends keyof RecordKindRow> = {
  [Kind in HistoryKind]: Kinds[Kind] extends Readonly<Record<Field, infer Value>>
    ? Value extends false | null
      ? never
      : Kind
    : never;
}[HistoryKind];

const isKind = (name: string): name is HistoryKind => Object.hasOwn(kinds, name);

/** Subjects of events: records, sessions (by their user), backups, and the installation as a whole. */
export const historyKinds = Object.keys(kinds).filter(isKind);

/** Kinds whose row has a value in the field other than false and null, in the order of the rows. */
function kindsWith<const Field extends keyof RecordKindRow>(field: Field): KindsWith<Field>[] {
  return historyKinds.filter((kind): kind is KindsWith<Field> => {
    const row: KindRow = kinds[kind];
    return Boolean(row[field]);
  });
}

/** The label of one record of a kind. */
export function kindLabel(kind: HistoryKind): string {
  return kinds[kind].label;
}

/** Kinds of records with a history of their own, by their names in the permission table. */
export const recordKinds = kindsWith('resource');
export type RecordKind = KindsWith<'resource'>;

export type MasterKind = KindsWith<'isMaster'>;
export const masterKinds = kindsWith('isMaster');
export const masterRows = masterKinds.map((kind) => kinds[kind]);
/** The rows of masters, for code that names one. */
export const masters: Readonly<Pick<Kinds, MasterKind>> = kinds;
/** Batches of finished goods: recorded like a master, listed with the stock of raw materials. */
export const finishedGoods = kinds.goods;

/** Kinds of which a lookup creates a record that it misses, in a panel beside the form. */
export type CreatableKind = KindsWith<'createdInPlace'>;
/** The row of a kind whose five calls are derived from it. */
export type RecordResource = RecordKindRow & { resource: RestorableKind };

/** Kinds of records whose deletion can be restored. */
export const restorableKinds = kindsWith('restorable');
export type RestorableKind = KindsWith<'restorable'>;

/** Whether a deletion of this kind can be restored. */
export function isRestorable(kind: string): kind is RestorableKind {
  return restorableKinds.some((each) => each === kind);
}

/** The values of a field by kind. The overload declares the value of each kind, which no built object can state. */
function fieldByKind<const Field extends keyof RecordKindRow>(
  field: Field,
): { readonly [Kind in KindsWith<Field>]: Kinds[Kind] extends Readonly<Record<Field, infer Value>> ? Value : never };
function fieldByKind(field: keyof RecordKindRow): object {
  return Object.fromEntries(kindsWith(field).map((kind) => [kind, kinds[kind][field]]));
}

/** API paths of the lists (specification §7), and of the stock of raw materials. */
export const listPaths = { ...fieldByKind('listPath'), stock: '/Production/get-rawmaterial-stock' } as const;

/** Kinds of records that a trace starts at, by the paths of its calls: /trace/lots/12. */
export const traceRoots = ['lots', 'goods', 'inwards', 'suppliers', 'production-runs', 'dispatches', 'buyers'] as const;
export type TraceRoot = (typeof traceRoots)[number];

/** Page sizes of the lists (specification §9), and of reports. */
export const pageSizes = {
  ...fieldByKind('pageSize'),
  productionStock: 15,
  stockReport: 25,
  productStock: 25,
  batchCosts: 25,
} as const;

/** Documents that move stock, and documents that can block a change, as movements and refusals name them. */
export type DocumentKind = Kinds[KindsWith<'movesStock'>]['document'];
export const documentKinds = kindsWith('movesStock').map((kind) => kinds[kind].document);
export type BlockingKind = Kinds[KindsWith<'document'>]['document'];
export const blockingKinds = kindsWith('document').map((kind) => kinds[kind].document);

const byDocument = new Map(kindsWith('document').map((kind) => [kinds[kind].document, kind] as const));

function valueOf<Key, Value>(values: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = values.get(key);
  if (value === undefined) throw new Error(`no kind is called ${String(key)}`);
  return value;
}

/** The kind of record of a document, by its name in movements and refusals. */
export function kindOfDocument(document: BlockingKind): KindsWith<'document'> {
  return valueOf(byDocument, document);
}

/** Kinds that the command menu finds, in the order of its answer. */
export type FindableKind = KindsWith<'found'>;
export const findableKinds = kindsWith('found').toSorted((a, b) => kinds[a].found.place - kinds[b].found.place);

const importedKinds = kindsWith('imported').toSorted((a, b) => kinds[a].imported.place - kinds[b].imported.place);
const byImport = new Map(importedKinds.map((kind) => [kinds[kind].imported.as, kind] as const));

/** Kinds of spreadsheets that can be imported, in the order in which a new user needs them. */
export type ImportKind = Kinds[KindsWith<'imported'>]['imported']['as'];
export const importKinds = [...byImport.keys()];

/** The records that an import of a kind creates. */
export function importedResource(kind: ImportKind): KindsWith<'imported'> {
  return valueOf(byImport, kind);
}

/** The kind of import that creates such records, if there is one. */
export function importKindOf(resource: string): ImportKind | undefined {
  return importKinds.find((kind) => importedResource(kind) === resource);
}

/** Lists that have saved views. */
export type ViewedList = KindsWith<'viewed'>;
export const viewedLists = kindsWith('viewed').toSorted((a, b) => kinds[a].viewed - kinds[b].viewed);

/** Kinds of records that a list can be filtered by. */
export type FilterRecords = KindsWith<'filteredBy'>;
export const filterRecords = kindsWith('filteredBy');

/** Addresses of the screens of records. */
export type ScreenPath = Kinds[RecordKind]['screenPath'];

/** Kinds whose records have a page. */
export type PageKind = KindsWith<'page'>;

/** The address of a record's page. */
export function pageOf(kind: PageKind, id: number): string {
  return `${kinds[kind].screenPath}/${id}`;
}

/** Kinds whose records are shown at a glance. */
export type GlancedKind = { [Kind in PageKind]: Kinds[Kind]['page'] extends 'glanced' ? Kind : never }[PageKind];
const isGlanced = (kind: PageKind): kind is GlancedKind => kinds[kind].page === 'glanced';
export const glancedKinds = kindsWith('page').filter(isGlanced);

/** Records whose file has a screen of its own, by the paths of their calls. */
export type FileHolder = Kinds[KindsWith<'hasFile'>]['apiPath'] extends `/${infer Holder}` ? Holder : never;

/** Names of the icons of the menu. */
export type IconName = NonNullable<Kinds[RecordKind]['icon']>;

/** Titles of screens that records of other rooms link to. */
export const screenTitles = {
  trace: 'Trace',
  massBalance: 'Mass balance',
  transactionCertificates: kinds.transactionCertificates.title,
} as const;
