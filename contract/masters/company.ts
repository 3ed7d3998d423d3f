/** The company, which papers name as the sender. */
import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import {
  limits,
  optionalEmail,
  optionalGstin,
  optionalName,
  optionalText,
  requiredName,
  seenUpdatedAt,
  withExample,
} from '../core/fields.ts';
import { partyLabels, partyTexts } from './parties.ts';
import { warnings } from '../stock/warnings/warnings.ts';

export const companyTexts = {
  title: 'Company',
  about: 'Printed on delivery notes, recall letters and inspection packs.',
  notNamed: 'Papers name no sender yet.',
  updated: 'Company updated successfully!',
  saveFailed: 'Failed to save the company.',
  loadFailed: 'The company could not be loaded.',
} as const;

/** Field labels, on the form and in the history. */
export const companyLabels = {
  name: partyLabels.name,
  address: partyLabels.address,
  phone: partyLabels.phone,
  email: partyLabels.email,
  gstinNumber: partyLabels.gstinNumber,
  licenceNumber: 'FSSAI licence',
} as const;

/** The id of the company in the history: there is one. */
export const COMPANY_ID = 1;

const companyRecord = z
  .object({
    name: z.string().describe('Empty until somebody has entered it.'),
    address: z.string(),
    phone: z.string(),
    email: z.string(),
    gstinNumber: z.string(),
    licenceNumber: z.string(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Company' });
export type CompanyRecord = z.output<typeof companyRecord>;

export const companyBody = withExample(
  z.object({
    name: requiredName(limits.name, partyTexts.nameRequired),
    address: optionalText(limits.address),
    phone: optionalName(limits.phone),
    email: optionalEmail(partyTexts.emailInvalid),
    gstinNumber: optionalGstin(partyTexts.gstinInvalid),
    licenceNumber: optionalName(limits.phone),
    updatedAt: seenUpdatedAt,
  }),
  {
    name: 'Sahyadri Organics Pvt Ltd',
    address: 'Gat 214, Nashik Road\nSinnar 422103',
    phone: '02551 220 114',
    email: 'office@sahyadri.example',
    gstinNumber: '27AAACS1234L1ZF',
    licenceNumber: '11521034000123',
  },
);

const savedCompany = companyRecord.extend({ warnings }).meta({ id: 'SavedCompany' });

const path = '/company';

export const companyEndpoints = {
  get: endpoint({ method: 'GET', path, access: 'signed-in', answer: companyRecord }),
  update: endpoint({
    method: 'PUT',
    path,
    access: ['company', 'update'],
    body: companyBody,
    answer: savedCompany,
    errors: ['conflict'],
  }),
};

/** The company as the head of a paper, a line each; none before its name is entered. */
export function companyLines({ name, address, phone, email, gstinNumber, licenceNumber }: CompanyRecord): string[] {
  if (name === '') return [];
  const labelled = (label: string, value: string) => (value === '' ? '' : `${label} ${value}`);
  return [
    name,
    ...address.split('\n'),
    [phone, email].filter(Boolean).join(', '),
    labelled(companyLabels.gstinNumber, gstinNumber),
    labelled(companyLabels.licenceNumber, licenceNumber),
  ].filter(Boolean);
}
