/** Fields shared by suppliers and buyers: GSTIN, address, status. */
import { z } from 'zod';
import {
  activeStatus,
  limits,
  optionalEmail,
  optionalGstin,
  optionalText,
  requiredName,
  seenUpdatedAt,
} from '../core/fields.ts';

export const partyTexts = {
  nameRequired: 'Name is required.',
  emailInvalid: 'Please enter a valid email address.',
  gstinInvalid: 'GSTIN must be exactly 15 alphanumeric characters (A-Z, a-z, 0-9).',
} as const;

/** Field labels, on the form and in the history. */
export const partyLabels = {
  name: 'Name',
  email: 'Email',
  gstinNumber: 'GSTIN',
  phone: 'Phone',
  address: 'Address',
  status: 'Status',
} as const;

export const partyFields = {
  name: requiredName(limits.name, partyTexts.nameRequired),
  email: optionalEmail(partyTexts.emailInvalid),
  gstinNumber: optionalGstin(partyTexts.gstinInvalid),
  address: optionalText(limits.address),
  updatedAt: seenUpdatedAt,
};

/** The fields of both answers, without the id. */
export const partyAnswer = {
  name: z.string(),
  email: z.string(),
  gstinNumber: z.string(),
  phone: z.string(),
  address: z.string(),
  status: activeStatus(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

const partyRecord = z.object(partyAnswer);
export type PartyRecord = z.output<typeof partyRecord>;
