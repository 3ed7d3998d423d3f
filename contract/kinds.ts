/** One row per master: its path, id field, page size and labels. */

interface ResourceOf<Kind extends string> {
  /** Its name in the permission table and the history. */
  resource: Kind;
  screenPath: string;
  apiPath: string;
  idField: string;
  pageSize: number;
  noun: string;
  /** Labels of one record and of the list. */
  label: string;
  title: string;
}

/** A master whose paths and labels follow from its noun: warehouses at /warehouses, by their warehouseId. */
function regular<const Noun extends string>(noun: Noun) {
  const resource: `${Noun}s` = `${noun}s`;
  const path: `/${Noun}s` = `/${resource}`;
  const idField: `${Noun}Id` = `${noun}Id`;
  const label = noun.charAt(0).toUpperCase() + noun.slice(1);
  return { resource, screenPath: path, apiPath: path, idField, pageSize: 15, noun, label, title: `${label}s` } as const;
}

/** In the order of the menu (specification §2). */
export const masters = {
  suppliers: regular('supplier'),
  buyers: regular('buyer'),
  categories: {
    resource: 'categories',
    screenPath: '/categories',
    apiPath: '/Categories',
    idField: 'categoryId',
    pageSize: 15,
    noun: 'category',
    label: 'Category',
    title: 'Categories',
  },
  products: { ...regular('product'), pageSize: 25 },
  materials: {
    ...regular('material'),
    screenPath: '/rawmaterials',
    idField: 'rawMaterialId',
    label: 'Raw material',
    title: 'Raw Materials',
  },
} as const satisfies Record<string, ResourceOf<string>>;

/** Batches of finished goods: recorded like a master, listed with the stock of raw materials. */
export const finishedGoods = {
  resource: 'goods',
  screenPath: '/finishedgoods',
  apiPath: '/goods',
  idField: 'finishedGoodId',
  pageSize: 15,
  noun: 'finished good',
  label: 'Finished good',
  title: 'Finished Goods',
} as const satisfies ResourceOf<'goods'>;

export type MasterKind = keyof typeof masters;
export const masterRows = Object.values(masters);
const masterKinds = masterRows.map(({ resource }) => resource);

/** Records with a history of their own, by their names in the permission table. */
export const recordKinds = [
  ...masterKinds,
  'inward',
  'production',
  'runs',
  'goods',
  'recipes',
  'dispatches',
  'adjustments',
  'lots',
  'items',
  'certificates',
  'transactionCertificates',
  'recalls',
  'company',
  'users',
] as const;
export type RecordKind = (typeof recordKinds)[number];
export type MasterResource = ResourceOf<RestorableKind>;

/** Kinds of records whose deletion can be taken back. */
export const restorableKinds = [
  ...masterKinds,
  'inward',
  'runs',
  'goods',
  'recipes',
  'dispatches',
  'adjustments',
  'certificates',
  'transactionCertificates',
  'users',
] as const;
export type RestorableKind = (typeof restorableKinds)[number];

/** Whether a deletion of this kind can be taken back. */
export function isRestorable(kind: string): kind is RestorableKind {
  return restorableKinds.some((each) => each === kind);
}

/** API paths of the lists other than masters (specification §7). */
export const listPaths = {
  users: '/Auth/users',
  inward: '/inward/get-all-with-rawmaterials',
  production: '/Production',
  stock: '/Production/get-rawmaterial-stock',
  runs: '/production-runs',
  recipes: '/recipes',
  dispatches: '/dispatches',
  adjustments: '/adjustments',
  lots: '/lots',
  items: '/items',
  certificates: '/certificates',
  transactionCertificates: '/transaction-certificates',
  recalls: '/recalls',
} as const;

const { suppliers, buyers, categories, products, materials } = masters;

/** API paths below which a record of each kind is restored. */
export const restorePaths = {
  suppliers: suppliers.apiPath,
  buyers: buyers.apiPath,
  categories: categories.apiPath,
  products: products.apiPath,
  materials: materials.apiPath,
  inward: '/inward',
  runs: listPaths.runs,
  goods: finishedGoods.apiPath,
  recipes: listPaths.recipes,
  dispatches: listPaths.dispatches,
  adjustments: listPaths.adjustments,
  certificates: listPaths.certificates,
  transactionCertificates: listPaths.transactionCertificates,
  users: listPaths.users,
} as const satisfies Record<RestorableKind, string>;

/** What can be traced, by the paths of its calls: /trace/lots/12. */
export const traceRoots = ['lots', 'goods', 'inwards', 'suppliers', 'production-runs', 'dispatches', 'buyers'] as const;
export type TraceRoot = (typeof traceRoots)[number];

/** Page sizes of the lists other than masters (specification §9). */
export const pageSizes = {
  users: 15,
  inward: 15,
  production: 15,
  productionStock: 15,
  stockReport: 25,
  productStock: 25,
  runs: 15,
  recipes: 15,
  dispatches: 15,
  adjustments: 15,
  lots: 25,
  certificates: 15,
  transactionCertificates: 15,
  recalls: 15,
} as const;

/** The kinds of documents that move stock. */
export const documentKinds = ['inward', 'run', 'goods', 'dispatch', 'adjustment'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** What can stand in the way of a change. */
export const blockingKinds = [...documentKinds, 'recall'] as const;

/** Subjects of events: records, sessions (by their user), backups, and the installation as a whole. */
export const historyKinds = [...recordKinds, 'sessions', 'backups', 'packs', 'imports', 'views', 'system'] as const;
export type HistoryKind = (typeof historyKinds)[number];

const otherLabels = {
  inward: 'Inward',
  production: 'Production',
  runs: 'Production run',
  goods: finishedGoods.label,
  recipes: 'Recipe',
  dispatches: 'Dispatch',
  adjustments: 'Adjustment',
  lots: 'Lot',
  items: 'Item',
  certificates: 'Certificate',
  transactionCertificates: 'Transaction certificate',
  recalls: 'Recall',
  company: 'Company',
  users: 'User',
  sessions: 'Session',
  backups: 'Backup',
  packs: 'Inspection pack',
  imports: 'Import',
  views: 'View',
  system: 'Godown',
} as const;
const labels = new Map<string, string>([
  ...masterRows.map(({ resource, label }) => [resource, label] as const),
  ...Object.entries(otherLabels),
]);

/** The label of one record of a kind. */
export function kindLabel(kind: HistoryKind): string {
  return labels.get(kind) ?? kind;
}

/** Kinds that the command menu finds, in the order of its answer. */
export const foundKinds = [
  'inward',
  'goods',
  'lots',
  'dispatches',
  'materials',
  'products',
  'suppliers',
  'buyers',
  'categories',
  'certificates',
  'transactionCertificates',
  'users',
] as const satisfies readonly RecordKind[];
export type FoundKind = (typeof foundKinds)[number];

/** Kinds of spreadsheets that can be imported, in the order in which a new user needs them. */
export const importKinds = [
  'suppliers',
  'buyers',
  'categories',
  'materials',
  'products',
  'recipes',
  'opening-stock',
  'goods',
] as const;
export type ImportKind = (typeof importKinds)[number];

/** The records that an import of a kind makes. */
export function importedResource(kind: ImportKind) {
  return kind === 'opening-stock' ? 'adjustments' : kind;
}

/** The kind of import that makes such records, if there is one. */
export function importKindOf(resource: string): ImportKind | undefined {
  return importKinds.find((kind) => importedResource(kind) === resource);
}

/** Lists that have saved views. */
export const viewedLists = [
  'suppliers',
  'buyers',
  'categories',
  'products',
  'materials',
  'goods',
  'inward',
  'dispatches',
  'lots',
] as const;
export type ViewedList = (typeof viewedLists)[number];

/** Kinds of records that a list can be filtered by. */
export type FilterRecords = MasterKind | 'items' | 'users';

/** Addresses of the lists that have pages of records. */
const recordScreens = [
  ...masterRows.map(({ screenPath }) => screenPath),
  finishedGoods.screenPath,
  '/inward',
  '/production',
  '/recipes',
  '/lots',
  '/adjustments',
  '/dispatches',
  '/recalls',
  '/certificates',
  '/register',
] as const;
export type RecordScreen = (typeof recordScreens)[number];

/** Lists whose records are shown at a glance. */
export const glancedScreens: readonly RecordScreen[] = [
  suppliers.screenPath,
  buyers.screenPath,
  materials.screenPath,
  products.screenPath,
  '/inward',
  '/lots',
  finishedGoods.screenPath,
  '/dispatches',
  '/production',
];

/** Records whose file has a screen of its own. */
export type FileHolder = 'inward' | 'certificates' | 'transaction-certificates';

/** Titles of screens that records of other rooms link to. */
export const screenTitles = {
  trace: 'Trace',
  massBalance: 'Mass balance',
  transactionCertificates: 'Transaction certificates',
} as const;

/** Actions of the history, and how they are shown. */
export const historyActions = [
  'create',
  'update',
  'delete',
  'restore',
  'hold',
  'release',
  'recall',
  'close',
  /** Before migration 17: allocations of a production moved to other lots, because an inward was changed. */
  'move',
  'password-code',
  'password-reset',
  'password-change',
  'sign-in',
  'sign-in-refused',
  'sign-out',
  /** Open sessions of a user were ended by the user or an administrator. */
  'sessions-end',
  'sample-data',
] as const;
export type HistoryAction = (typeof historyActions)[number];

export const actionLabels: Record<HistoryAction, string> = {
  create: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  hold: 'Put on hold',
  release: 'Released',
  recall: 'Recalled',
  close: 'Closed',
  move: 'Moved to other lots',
  'password-code': 'Code for a new password sent',
  'password-reset': 'Password reset with a code',
  'password-change': 'Password changed',
  'sign-in': 'Signed in',
  'sign-in-refused': 'Sign-in refused',
  'sign-out': 'Signed out',
  'sessions-end': 'Sessions ended',
  'sample-data': 'Sample data loaded',
};
