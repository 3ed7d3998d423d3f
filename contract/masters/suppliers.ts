import { z } from 'zod';
import { recordEndpoints } from '../core/endpoint.ts';
import { activeStatus, bodyId, phone, withExample } from '../core/fields.ts';
import { statusFilter } from '../core/filters.ts';
import { partyAnswer, partyFields, partyTexts } from './parties.ts';
import { masters } from '../kinds.ts';
import { warnings } from '../stock/warnings/warnings.ts';

/** Specification §5 and §8, Supplier. */
export const supplierTexts = {
  required: 'Please fill all required fields: Name and Phone.',
  ...partyTexts,
  phoneRequired: 'Phone number is required.',
  phoneInvalidInline: 'Enter a valid 10-digit number starting with 6–9.',
  phoneInvalid: 'Invalid phone number. Must be 10 digits starting with 6–9.',
  added: 'Supplier added successfully!',
  updated: 'Supplier updated successfully!',
  deleted: 'Supplier deleted successfully!',
  confirmDelete: 'Are you sure you want to delete this supplier?',
  validationErrors: 'Validation Errors:',
  saveFailed: 'Failed to save supplier. Check all fields.',
  updateFailed: 'Failed to update supplier.',
  notLoaded: 'The supplier could not be loaded.',
  deleteFailed: 'Failed to delete supplier.',
  inUse: 'Cannot delete this supplier because it is linked in Inward.',
  notFound: 'Supplier not found or already deleted.',
} as const;

export const SUPPLIER_PHONE = /^[6-9][0-9]{9}$/;
export const SUPPLIER_PHONE_LENGTH = 10;

const supplierFields = z.object({
  supplierId: bodyId,
  ...partyFields,
  phone: phone(SUPPLIER_PHONE, supplierTexts.phoneRequired, supplierTexts.phoneInvalidInline),
  status: activeStatus(),
});

const supplierExample = {
  name: 'Kumaon Growers Producer Company',
  phone: '9412345678',
  email: 'office@kumaongrowers.example',
  gstinNumber: '05AAACK1234L1ZT',
  address: 'Mall Road, Ranikhet',
  status: 1,
} as const;

// A new supplier defaults to active (specification §4); an update must send the status.
export const supplierBody = withExample(supplierFields.extend({ status: activeStatus().default(1) }), supplierExample);
export const supplierUpdateBody = withExample(supplierFields, supplierExample);

const supplierRecord = z
  .object({
    supplierId: z.int(),
    ...partyAnswer,
  })
  .meta({ id: 'Supplier' });

export type SupplierRecord = z.output<typeof supplierRecord>;

export const supplierSort = ['supplierId', 'name', 'email', 'phone', 'status', 'createdAt', 'updatedAt'] as const;
const savedSupplier = supplierRecord.extend({ warnings }).meta({ id: 'SavedSupplier' });

const calls = recordEndpoints(
  masters.suppliers,
  { create: supplierBody, update: supplierUpdateBody },
  supplierRecord,
  supplierSort,
  { remove: ['conflict'] },
  { status: statusFilter() },
);

export const supplierEndpoints = {
  ...calls,
  create: { ...calls.create, answer: savedSupplier },
  update: { ...calls.update, answer: savedSupplier },
};
