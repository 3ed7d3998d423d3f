import { z } from 'zod';
import { recordEndpoints } from '../core/endpoint.ts';
import {
  activeStatus,
  bodyId,
  limits,
  optionalText,
  requiredName,
  seenUpdatedAt,
  withExample,
} from '../core/fields.ts';
import { statusFilter } from '../core/filters.ts';
import { masters } from '../kinds.ts';

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** Specification §5 and §8, Category. */
export const categoryTexts = {
  nameRequired: 'Name is required.',
  added: 'Category created successfully!',
  updated: 'Category updated successfully!',
  deleted: 'Category deleted successfully!',
  confirmDelete: 'Are you sure you want to delete this category?',
  createFailed: 'Failed to create category.',
  updateFailed: 'Failed to update category.',
  deleteFailed: 'Failed to delete category.',
  loadFailed: 'Failed to load categories',
  inUse: (products: number, materials: number) => {
    const holders = [products && counted(products, 'product'), materials && counted(materials, 'raw material')];
    return `Cannot delete this category because it is used by ${holders.filter(Boolean).join(' and ')}.`;
  },
  notFound: 'Category not found or already deleted.',
} as const;

/** Field labels, on the form and in the history. */
export const categoryLabels = { name: 'Name', description: 'Description', status: 'Status' } as const;

export const categoryBody = withExample(
  z.object({
    categoryId: bodyId,
    name: requiredName(limits.name, categoryTexts.nameRequired),
    description: optionalText(limits.description),
    status: activeStatus(),
    updatedAt: seenUpdatedAt,
  }),
  { name: 'Herbal teas', description: 'Loose leaf and bags', status: 1 },
);

const categoryRecord = z
  .object({
    categoryId: z.int(),
    name: z.string(),
    description: z.string(),
    status: activeStatus(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Category' });

export type CategoryRecord = z.output<typeof categoryRecord>;

export const categorySort = ['categoryId', 'name', 'description', 'status', 'createdAt', 'updatedAt'] as const;
export const categoryEndpoints = recordEndpoints(
  masters.categories,
  { create: categoryBody, update: categoryBody },
  categoryRecord,
  categorySort,
  {
    remove: ['conflict'],
  },
  { status: statusFilter() },
);
