import { z } from 'zod';
import { recordEndpoints } from '../core/endpoint.ts';
import {
  bodyId,
  flagAnswer,
  limits,
  optionalName,
  optionalText,
  quantity,
  quantityAnswer,
  reference,
  requiredName,
  seenUpdatedAt,
  withExample,
} from '../core/fields.ts';
import { recordFilter, stockFilter } from '../core/filters.ts';
import { changeTexts } from '../core/sharedTexts.ts';
import { masters } from '../kinds.ts';
import { unknownTexts } from '../stock/referenceTexts.ts';

/** Specification §5 and §8, Raw material. */
export const materialTexts = {
  empty: 'No raw materials found.',
  nameRequired: 'Name is required.',
  added: 'Material added successfully!',
  updated: 'Material updated successfully!',
  deleted: 'Material deleted successfully!',
  confirmDelete: 'Are you sure you want to delete this material?',
  createFailed: 'Failed to create material.',
  updateFailed: 'Failed to update material.',
  deleteFailed: 'Failed to delete material. Please try again.',
  inUse: 'Cannot delete this material because it is linked in Inward.',
  inStock: 'Cannot delete this material because it has lots.',
  inRecipes: (product: string, more: number) =>
    `Cannot delete this material because the recipe of ${product}${more > 0 ? ` and ${more} more` : ''} uses it.`,
  categoryUnknown: unknownTexts.category,
  unitAsked: 'What all its quantities are counted in.',
  unitFixed: (unit: string) =>
    `The unit can no longer be changed: stock or recipes of this material are recorded in ${unit}.`,
  notFound: 'Material not found or already deleted.',
} as const;

/** Field labels, on the form and in the history. */
export const materialLabels = {
  name: 'Name',
  description: 'Description',
  unit: 'Unit',
  minProductionQuantity: 'Smallest quantity for production',
  categoryId: 'Category',
} as const;

/** In units (specification §5, Production). */
export const DEFAULT_MIN_PRODUCTION = 1;

const categoryId = reference(materialTexts.categoryUnknown).nullish();
// Decoded to thousandths.
const minProductionQuantity = quantity().describe('Production takes no less of it at once.');

const materialFields = z.object({
  rawMaterialId: bodyId,
  name: requiredName(limits.name, materialTexts.nameRequired),
  description: optionalText(limits.description),
  unit: optionalName(limits.unit),
  updatedAt: seenUpdatedAt,
});

const materialExample = { name: 'Lemongrass, dried', description: 'Cut leaves', unit: 'kg' };

export const materialBody = withExample(
  materialFields.extend({
    // Null on creation unless a category is given (specification §3).
    categoryId: categoryId.transform((id) => id ?? null),
    minProductionQuantity: minProductionQuantity.prefault(DEFAULT_MIN_PRODUCTION),
  }),
  materialExample,
);

/** The specification's client sends neither category nor smallest quantity: a missing field stays unchanged. */
export const materialUpdateBody = withExample(
  materialFields.extend({
    categoryId: categoryId.describe(`${changeTexts.keepsStored} Null removes it.`),
    minProductionQuantity: minProductionQuantity.optional(),
  }),
  { ...materialExample, minProductionQuantity: 0.25 },
);

const materialRecord = z
  .object({
    rawMaterialId: z.int(),
    itemId: z.int().describe('Id under which its stock, lots and stock settings are stored.'),
    name: z.string(),
    description: z.string(),
    unit: z.string(),
    categoryId: z.int().nullable(),
    categoryName: z.string().nullable(),
    minProductionQuantity: quantityAnswer(),
    unitFixed: flagAnswer().describe(
      'Whether stock or recipes are recorded in the unit, which can then no longer be changed.',
    ),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'RawMaterial' });

/** A raw material on the wire. */
export type MaterialRecord = z.input<typeof materialRecord>;

export const materialSort = ['rawMaterialId', 'name', 'description', 'unit', 'createdAt', 'updatedAt'] as const;
export const materialEndpoints = recordEndpoints(
  masters.materials,
  { create: materialBody, update: materialUpdateBody },
  materialRecord,
  materialSort,
  { remove: ['conflict'] },
  {
    categoryId: recordFilter('categoryId', 'categories', materialLabels.categoryId),
    hasStock: stockFilter('Only raw materials of which something is on hand, or only those that are used up.'),
  },
);
