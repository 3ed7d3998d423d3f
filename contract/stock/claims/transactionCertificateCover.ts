/** Transaction certificates in the words that lots and history share with `contract/prove/transactionCertificates.ts`, which rests on them. */
import { z } from 'zod';
import { dateAnswer, quantityAnswer } from '../../core/fields.ts';
import { schemes } from './schemes.ts';

/** A purchase: issued to the supplier. A sale: issued to us, for a dispatch to a buyer. */
export const directions = ['purchase', 'sale'] as const;
export type Direction = (typeof directions)[number];
export const directionLabels: Readonly<Record<Direction, string>> = { purchase: 'Purchase', sale: 'Sale' };

export const transactionCertificateStatuses = ['applied', 'issued', 'refused'] as const;
export type TransactionCertificateStatus = (typeof transactionCertificateStatuses)[number];
export const transactionCertificateStatusLabels: Readonly<Record<TransactionCertificateStatus, string>> = {
  applied: 'Applied for',
  issued: 'Issued',
  refused: 'Refused',
};

/** Whether a certificate covers anything: one that was refused doesn't. */
export function isCovering(status: TransactionCertificateStatus): boolean {
  return status !== 'refused';
}

export const lotCover = z
  .object({
    transactionCertificateId: z.int(),
    direction: z.enum(directions),
    partyName: z.string(),
    scheme: z.enum(schemes),
    number: z.string(),
    status: z.enum(transactionCertificateStatuses),
    issuedOn: dateAnswer().nullable(),
    quantity: quantityAnswer().describe('Quantity of the lot that it covers.'),
  })
  .meta({ id: 'LotCover' });

/** A transaction certificate of a lot, on the wire. */
export type LotCover = z.input<typeof lotCover>;

export const coverTexts = { noNumber: 'No number yet' } as const;

/** Field labels, on the form and in the history. */
export const transactionCertificateLabels = {
  direction: 'For a',
  supplierId: 'Supplier',
  buyerId: 'Buyer',
  scheme: 'Scheme',
  number: 'Number',
  body: 'Certification body',
  status: 'Status',
  issuedOn: 'Issued on',
  lines: 'Covers',
  note: 'Note',
  file: 'File',
} as const;
