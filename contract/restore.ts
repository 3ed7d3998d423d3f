/** Taking a deletion back: a deleted record is there again as it was, for as long as nothing took its place. */
import { endpoint, idParams, messageAnswer, type Endpoint } from './endpoints.ts';
import { kindLabel, listPaths, masters, type RestorableKind } from './resources.ts';

const { suppliers, buyers, categories, products, materials } = masters;

/** The API path of each kind. */
const paths = {
  suppliers: suppliers.apiPath,
  buyers: buyers.apiPath,
  categories: categories.apiPath,
  products: products.apiPath,
  materials: materials.apiPath,
  inward: '/inward',
  runs: listPaths.runs,
  goods: '/goods',
  recipes: '/recipes',
  dispatches: '/dispatches',
  adjustments: '/adjustments',
  certificates: '/certificates',
  transactionCertificates: '/transaction-certificates',
  users: listPaths.users,
} as const satisfies Record<RestorableKind, string>;

export const restoreTexts = {
  restore: 'Restore',
  restored: (kind: RestorableKind) => `${kindLabel(kind)} restored.`,
  failed: 'This could not be restored.',
  notDeleted: 'This is not deleted.',
  nameTaken: (kind: RestorableKind, name: string) => `Another ${kindLabel(kind).toLowerCase()} is now called ${name}.`,
  /** What it names was deleted too. */
  needs: (missing: readonly string[]) => `It uses deleted records: ${missing.join(', ')}. Restore those first.`,
  lotTaken: (code: string) => `Another lot now has the code ${code}.`,
} as const;

/** The call that restores a record of a kind, for those who may delete it. */
function restoring<const K extends RestorableKind>(kind: K) {
  return endpoint({
    method: 'POST',
    path: `${paths[kind]}/:id/restore`,
    access: [kind, 'delete'],
    params: idParams,
    answer: messageAnswer,
    status: 200,
    errors: ['conflict'],
  });
}

export const restoreEndpoints = {
  suppliers: restoring('suppliers'),
  buyers: restoring('buyers'),
  categories: restoring('categories'),
  products: restoring('products'),
  materials: restoring('materials'),
  inward: restoring('inward'),
  runs: restoring('runs'),
  goods: restoring('goods'),
  recipes: restoring('recipes'),
  dispatches: restoring('dispatches'),
  adjustments: restoring('adjustments'),
  certificates: restoring('certificates'),
  transactionCertificates: restoring('transactionCertificates'),
  users: restoring('users'),
} satisfies Record<RestorableKind, Endpoint>;
