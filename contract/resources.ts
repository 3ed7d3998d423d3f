/** A row per master: where its screen and its calls are, what its id is called, how many rows a page has, its noun. */
import type { Resource } from './permissions.ts';

/** What has a history of its own, by the name that the permission table has for it. */
export const recordKinds = [
  'suppliers',
  'buyers',
  'categories',
  'products',
  'materials',
  'inward',
  'production',
  'goods',
  'users',
] as const satisfies readonly Resource[];
export type RecordKind = (typeof recordKinds)[number];

export interface MasterResource {
  /** The name by which the permission table and the history know it. */
  resource: RecordKind;
  screenPath: string;
  apiPath: string;
  idField: string;
  pageSize: number;
  noun: string;
}

export const masters = {
  suppliers: {
    resource: 'suppliers',
    screenPath: '/suppliers',
    apiPath: '/suppliers',
    idField: 'supplierId',
    pageSize: 15,
    noun: 'supplier',
  },
  materials: {
    resource: 'materials',
    screenPath: '/rawmaterials',
    apiPath: '/materials',
    idField: 'rawMaterialId',
    pageSize: 15,
    noun: 'material',
  },
  buyers: {
    resource: 'buyers',
    screenPath: '/buyers',
    apiPath: '/buyers',
    idField: 'buyerId',
    pageSize: 15,
    noun: 'buyer',
  },
  categories: {
    resource: 'categories',
    screenPath: '/categories',
    apiPath: '/Categories',
    idField: 'categoryId',
    pageSize: 15,
    noun: 'category',
  },
  products: {
    resource: 'products',
    screenPath: '/products',
    apiPath: '/products',
    idField: 'productId',
    pageSize: 25,
    noun: 'product',
  },
  goods: {
    resource: 'goods',
    screenPath: '/finishedgoods',
    apiPath: '/goods',
    idField: 'finishedGoodId',
    pageSize: 15,
    noun: 'finished good',
  },
} as const satisfies Record<string, MasterResource>;

/** The API paths of the lists that are no masters (specification §7). */
export const listPaths = {
  users: '/Auth/users',
  inward: '/inward/get-all-with-rawmaterials',
  production: '/Production',
  stock: '/Production/get-rawmaterial-stock',
} as const;

/** Rows a page on the lists that are no masters (specification §9). */
export const pageSizes = {
  users: 15,
  inward: 15,
  production: 15,
  productionStock: 15,
  stockReport: 25,
  productStock: 25,
} as const;
