/** The certificates of the sample data; all cover the whole harvest of their suppliers. */
import type { Scheme } from '#contract/stock/claims/schemes.ts';
import type { SupplierKey } from './suppliers.ts';

interface SampleCertificate {
  /** Missing for our own. */
  supplier?: SupplierKey;
  scheme: Scheme;
  number: string;
  body: string;
  /** As printed, where the name of the record has other letters than Latin ones. */
  holderInLatin?: string;
  /** Days before today; below 0 are to come. */
  from: number;
  to: number;
}

export interface SampleBody {
  name: string;
  code: string;
  /** Days before today since when its certificates under the scheme cover nothing. */
  suspended?: { scheme: Scheme; from: number };
}

/** The certification bodies that are records; those of other certificates are known by their names alone. */
export const sampleBodies: readonly SampleBody[] = [
  { name: 'Indocert', code: 'IN-ORG-006' },
  { name: 'Gujarat Certification', code: 'IN-ORG-031', suspended: { scheme: 'EU', from: 40 } },
];

export const sampleCertificates: readonly SampleCertificate[] = [
  { supplier: 'wayanad', scheme: 'NPOP', number: 'ORG/SC/26/002208', body: 'Indocert', from: 210, to: -154 },
  { supplier: 'khasi', scheme: 'NPOP', number: 'ORG/SC/26/001733', body: 'Lacon Quality', from: 200, to: -164 },
  {
    supplier: 'himadri',
    scheme: 'NPOP',
    number: 'ORG/SC/25/000914',
    body: 'Uttarakhand Certification',
    from: 331,
    to: -33,
  },
  // Its renewal hasn't come: the last delivery was received by override.
  { supplier: 'malwa', scheme: 'NPOP', number: 'ORG/SC/25/001462', body: 'Madhya Certification', from: 390, to: 26 },
  {
    supplier: 'konkan',
    scheme: 'PGS-India',
    number: 'PGS/MH/04/0117',
    body: 'Konkan Regional Council',
    holderInLatin: 'Konkan Sendriya Shetkari Utpadak Company',
    from: 180,
    to: -184,
  },
  { supplier: 'kongu', scheme: 'NPOP', number: 'ORG/SC/26/002915', body: 'Indocert', from: 190, to: -174 },
  { supplier: 'chalakudy', scheme: 'NPOP', number: 'ORG/SC/26/003140', body: 'Indocert', from: 170, to: -194 },
  {
    supplier: 'pratapgarh',
    scheme: 'PGS-India',
    number: 'PGS/UP/11/0452',
    body: 'Awadh Regional Council',
    from: 160,
    to: -204,
  },
  {
    supplier: 'saurashtra',
    scheme: 'NPOP',
    number: 'ORG/SC/26/000871',
    body: 'Gujarat Certification',
    from: 185,
    to: -179,
  },
  {
    supplier: 'nilgiri',
    scheme: 'PGS-India',
    number: 'PGS/TN/02/0088',
    body: 'Nilgiri Regional Council',
    from: 300,
    to: 60,
  },
  // Farmers' groups whose harvest goes into products with that of others are certified under NPOP as well.
  {
    supplier: 'konkan',
    scheme: 'NPOP',
    number: 'ORG/SC/26/003377',
    body: 'Indocert',
    holderInLatin: 'Konkan Sendriya Shetkari Utpadak Company',
    from: 180,
    to: -184,
  },
  { supplier: 'pratapgarh', scheme: 'NPOP', number: 'ORG/SC/26/003391', body: 'Lacon Quality', from: 160, to: -204 },
  { supplier: 'nilgiri', scheme: 'NPOP', number: 'ORG/SC/25/001188', body: 'Indocert', from: 300, to: 60 },
  { supplier: 'himadri', scheme: 'EU', number: 'EU/IN/26/000612', body: 'Lacon Quality', from: 200, to: -164 },
  { supplier: 'kongu', scheme: 'EU', number: 'EU/IN/26/000655', body: 'Indocert', from: 190, to: -174 },
  { supplier: 'chalakudy', scheme: 'EU', number: 'EU/IN/26/000671', body: 'Indocert', from: 170, to: -194 },
  { supplier: 'khasi', scheme: 'EU', number: 'EU/IN/26/000587', body: 'Indocert', from: 200, to: -164 },
  { supplier: 'kongu', scheme: 'NOP', number: 'NOP-IN-26/0288', body: 'Indocert', from: 190, to: -174 },
  { scheme: 'NPOP', number: 'ORG/PR/26/004410', body: 'Indocert', from: 200, to: -164 },
  { scheme: 'EU', number: 'EU/IN/26/000703', body: 'Indocert', from: 200, to: -164 },
  { scheme: 'NOP', number: 'NOP-IN-26/0417', body: 'Indocert', from: 286, to: -78 },
  // Its body is suspended for the EU by now: what is delivered rests on the NPOP certificate of this supplier alone.
  {
    supplier: 'saurashtra',
    scheme: 'EU',
    number: 'EU/GC/26/000344',
    body: 'Gujarat Certification',
    from: 185,
    to: -150,
  },
];

/** Reason why deliveries of a supplier without a valid certificate were received as organic. */
export const overrides: Partial<Record<SupplierKey, string>> = { malwa: 'The renewal is on its way' };
