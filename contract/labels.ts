import { categoryLabels } from './categories.ts';
import { goodLabels } from './goods.ts';
import { inwardLabels } from './inward.ts';
import { materialLabels } from './materials.ts';
import { partyLabels } from './parties.ts';
import { productionLabels } from './production.ts';
import { productLabels } from './products.ts';
import { userLabels } from './userLabels.ts';

/** How the fields of every kind of record are called: on its form, which takes them from the same place, and in its history. */
export const fieldLabels = {
  suppliers: partyLabels,
  buyers: partyLabels,
  categories: categoryLabels,
  materials: materialLabels,
  products: productLabels,
  goods: goodLabels,
  inward: inwardLabels,
  production: productionLabels,
  users: userLabels,
} as const;
