import { z } from 'zod';
import { masterEndpoints } from './endpoints.ts';
import {
  activeStatus,
  digitsAtMost,
  limits,
  optionalEmail,
  optionalGstin,
  optionalText,
  requiredText,
  seenUpdatedAt,
} from './fields.ts';
import { masters } from './resources.ts';

/** Specification §5 and §8, Buyer. */
export const buyerTexts = {
  nameRequired: 'Name is required.',
  emailInvalid: 'Please enter a valid email address.',
  phoneTooLong: 'Phone number cannot exceed 10 digits',
  phoneNotDigits: 'Phone number takes digits only.',
  gstinInvalid: 'GSTIN must be exactly 15 alphanumeric characters (A-Z, a-z, 0-9).',
  added: 'Buyer added successfully!',
  updated: 'Buyer updated successfully!',
  deleted: 'Buyer deleted successfully!',
  confirmDelete: 'Are you sure you want to delete this buyer?',
  saveFailed: 'Failed to save buyer.',
  deleteFailed: 'Failed to delete buyer.',
  notFound: 'Buyer not found or already deleted.',
} as const;

export const BUYER_PHONE_LENGTH = 10;

export const buyerBody = z.object({
  name: requiredText(limits.name, buyerTexts.nameRequired),
  email: optionalEmail(buyerTexts.emailInvalid),
  gstinNumber: optionalGstin(buyerTexts.gstinInvalid),
  phone: digitsAtMost(BUYER_PHONE_LENGTH, buyerTexts.phoneTooLong, buyerTexts.phoneNotDigits),
  address: optionalText(limits.address),
  status: activeStatus(),
  updatedAt: seenUpdatedAt,
});

const buyerRecord = z
  .object({
    buyerId: z.int(),
    name: z.string(),
    email: z.string(),
    gstinNumber: z.string(),
    phone: z.string(),
    address: z.string(),
    status: activeStatus(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Buyer' });

export type BuyerRecord = z.output<typeof buyerRecord>;

export const buyerSort = ['buyerId', 'name', 'email', 'phone', 'status', 'createdAt', 'updatedAt'] as const;
export const buyerEndpoints = masterEndpoints(masters.buyers, buyerBody, buyerRecord, buyerSort);
