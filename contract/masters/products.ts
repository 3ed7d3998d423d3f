import { z } from 'zod';
import { recordEndpoints } from '../core/endpoint.ts';
import {
  bodyId,
  flagAnswer,
  limits,
  money,
  moneyAnswer,
  optionalText,
  reference,
  requiredName,
  seenUpdatedAt,
  withExample,
} from '../core/fields.ts';
import { recordFilter, stockFilter } from '../core/filters.ts';
import { masters } from '../kinds.ts';
import { fieldTexts } from '../core/sharedTexts.ts';
import { unknownTexts } from '../stock/referenceTexts.ts';

/** Specification §5 and §8, Product. */
export const productTexts = {
  nameRequired: 'Name is required.',
  categoryRequired: 'Category is required.',
  categoryUnknown: unknownTexts.category,
  priceInvalid: fieldTexts.priceInvalid,
  unitRequired: 'Unit is required.',
  unitFixed: (unit: string) =>
    `The unit can no longer be changed: finished goods or recipes of this product are recorded in ${unit}.`,
  added: 'Product added successfully!',
  updated: 'Product updated successfully!',
  deleted: 'Product deleted successfully!',
  confirmDelete: 'Are you sure you want to delete this product?',
  saveFailed: 'Failed to save product. Please try again.',
  deleteFailed: 'Failed to delete product. Please try again.',
  inUse: 'Cannot delete this product because it exists in Finished Goods.',
  inStock: 'Cannot delete this product because it has lots.',
  hasRecipe: 'Cannot delete this product because it has a recipe.',
  inRecipes: (product: string, more: number) =>
    `Cannot delete this product because the recipe of ${product}${more > 0 ? ` and ${more} more` : ''} uses it.`,
  notFound: 'Product not found or already deleted.',
} as const;

/** Field labels, on the form and in the history. */
export const productLabels = {
  name: 'Name',
  description: 'Description',
  categoryId: 'Category',
  price: 'Price (₹)',
  unit: 'Unit',
} as const;

export const productBody = withExample(
  z.object({
    productId: bodyId,
    name: requiredName(limits.name, productTexts.nameRequired),
    description: optionalText(limits.description),
    categoryId: reference(productTexts.categoryRequired),
    price: money(productTexts.priceInvalid),
    unit: requiredName(limits.unit, productTexts.unitRequired),
    updatedAt: seenUpdatedAt,
  }),
  { name: 'Lemongrass tea', description: '50 g of loose leaf', categoryId: 1, price: 185.5, unit: 'pouch' },
);

const productRecord = z
  .object({
    productId: z.int(),
    itemId: z.int().describe('Id under which its stock, lots and stock settings are stored.'),
    name: z.string(),
    description: z.string(),
    categoryId: z.int(),
    categoryName: z.string(),
    price: moneyAnswer(),
    unit: z.string(),
    unitFixed: flagAnswer().describe(
      'Whether finished goods or recipes are recorded in the unit, which can then no longer be changed.',
    ),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Product' });

/** A product on the wire: its price in rupees. */
export type ProductRecord = z.input<typeof productRecord>;

export const productSort = ['productId', 'name', 'categoryName', 'price', 'unit', 'createdAt', 'updatedAt'] as const;
export const productEndpoints = recordEndpoints(
  masters.products,
  { create: productBody, update: productBody },
  productRecord,
  productSort,
  {
    remove: ['conflict'],
  },
  {
    categoryId: recordFilter('categoryId', 'categories', productLabels.categoryId),
    hasStock: stockFilter('Only products of which something is on hand, or only those that are sold out.'),
  },
);
