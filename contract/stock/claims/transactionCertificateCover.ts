/** Words and rules of transaction certificates for lots and history (contract/prove/transactionCertificates.ts has the rest). */
import { z } from 'zod';
import { dateAnswer, quantityAnswer } from '../../core/fields.ts';
import { schemeLabels, schemes, type Scheme, type SchemeClaim } from './schemes.ts';
import type { SoldAs } from './soldAs.ts';

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

/** The schemes that a line was bought or sold under: what its dispatch states, else those that its lot claims. */
export function schemesOfLine(soldAs: SoldAs | null, claims: readonly Pick<SchemeClaim, 'scheme'>[]): Scheme[] {
  return soldAs ? [soldAs.scheme] : claims.map(({ scheme }) => scheme);
}

/** Whether a certificate of a scheme may cover a line: of one under other schemes not, of one whose scheme is not known any may. */
export function mayCover(scheme: Scheme, ofLine: readonly Scheme[]): boolean {
  return ofLine.length === 0 || ofLine.includes(scheme);
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

export const coverTexts = {
  noNumber: 'No number yet',
  otherScheme: (ofLine: readonly Scheme[], scheme: Scheme) =>
    `This is under ${ofLine.map((each) => schemeLabels[each]).join(', ')}, not under ${schemeLabels[scheme]}.`,
} as const;

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
