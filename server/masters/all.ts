/** Every master, in the order of the menu. */
import type { Master } from '../core/records/crudRoutes.ts';
import { buyers } from './buyers.ts';
import { categories } from './categories.ts';
import { materials } from './materials.ts';
import { products } from './products.ts';
import { suppliers } from './suppliers.ts';

export const allMasters: readonly Master[] = [suppliers, buyers, categories, products, materials];
