import { z } from 'zod';
import { markets } from '../stock/claims/schemes.ts';
import { soldAs, soldAsAnswer, soldAsText, soldAsTexts } from '../stock/claims/soldAs.ts';
import { recordEndpoints } from '../core/endpoint.ts';
import { activeStatus, bodyId, digitsAtMost, withExample } from '../core/fields.ts';
import { statusFilter } from '../core/filters.ts';
import { partyAnswer, partyFields, partyLabels, partyTexts } from './parties.ts';
import { masters } from '../kinds.ts';
import { warnings } from '../stock/warnings/warnings.ts';

/** Specification §5 and §8, Buyer. */
export const buyerTexts = {
  ...partyTexts,
  phoneTooLong: 'Phone number cannot exceed 10 digits',
  phoneNotDigits: 'Phone number takes digits only.',
  added: 'Buyer added successfully!',
  updated: 'Buyer updated successfully!',
  deleted: 'Buyer deleted successfully!',
  confirmDelete: 'Are you sure you want to delete this buyer?',
  saveFailed: 'Failed to save buyer.',
  deleteFailed: 'Failed to delete buyer.',
  notSet: 'Not set',
  marketAbout: 'Proposes what dispatches are sold as.',
  soldAsAbout: 'Proposed for every dispatch to this buyer.',
  inUse: 'Cannot delete this buyer because something was dispatched to them.',
  notLoaded: 'The buyer could not be loaded.',
  notFound: 'Buyer not found or already deleted.',
} as const;

/** Field labels, on the form and in the history. */
export const buyerLabels = { ...partyLabels, market: 'Market', soldAs: soldAsTexts.label } as const;

const BUYER_PHONE_LENGTH = 10;

export const buyerBody = withExample(
  z.object({
    buyerId: bodyId,
    ...partyFields,
    phone: digitsAtMost(BUYER_PHONE_LENGTH, buyerTexts.phoneTooLong, buyerTexts.phoneNotDigits),
    status: activeStatus(),
    market: z
      .enum(markets, soldAsTexts.marketInvalid)
      .nullish()
      .describe('Where they are, which proposes what is sold to them. A change without it keeps it.'),
    soldAs: soldAs()
      .nullish()
      .describe('The claim that goods are sold to them under, proposed for dispatches. A change without it keeps it.'),
  }),
  {
    name: 'Green Basket Stores',
    phone: '9876501234',
    email: 'orders@greenbasket.example',
    gstinNumber: '07AAACG1234H1Z2',
    address: 'Karol Bagh, New Delhi',
    status: 1,
  },
);

/** A row of a spreadsheet: what is sold to a buyer is one text there. */
export const buyerRowBody = buyerBody.extend({ soldAs: buyerBody.shape.soldAs.or(soldAsText) });

const buyerRecord = z
  .object({
    buyerId: z.int(),
    ...partyAnswer,
    market: z.enum(markets).nullable(),
    soldAs: soldAsAnswer().nullable(),
  })
  .meta({ id: 'Buyer' });

export type BuyerRecord = z.input<typeof buyerRecord>;

export const buyerSort = ['buyerId', 'name', 'email', 'phone', 'status', 'createdAt', 'updatedAt'] as const;
const savedBuyer = buyerRecord.extend({ warnings }).meta({ id: 'SavedBuyer' });

const calls = recordEndpoints(
  masters.buyers,
  { create: buyerBody, update: buyerBody },
  buyerRecord,
  buyerSort,
  { remove: ['conflict'] },
  { status: statusFilter() },
);

export const buyerEndpoints = {
  ...calls,
  create: { ...calls.create, answer: savedBuyer },
  update: { ...calls.update, answer: savedBuyer },
};
