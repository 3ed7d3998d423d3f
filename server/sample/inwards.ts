/**
 * The purchase invoices of the sample data, oldest first. Prices are rupees per unit; `{year}` in a number stands for
 * the financial year of the invoice, such as 26-27.
 */
import type { InwardStatus } from '#contract/inward.ts';
import type { MaterialKey } from './materials.ts';
import type { SupplierKey } from './suppliers.ts';

export interface SampleInward {
  daysAgo: number;
  supplier: SupplierKey;
  number: string;
  status: InwardStatus;
  bill: 'pdf' | 'photo';
  lines: readonly (readonly [material: MaterialKey, quantity: number, pricePerUnit: number])[];
}

export const sampleInwards: readonly SampleInward[] = [
  {
    daysAgo: 150,
    supplier: 'khasi',
    number: 'JHT/{year}/0412',
    status: 'paid',
    bill: 'pdf',
    lines: [
      ['turmeric', 240, 292],
      ['ginger', 60, 338],
    ],
  },
  {
    daysAgo: 149,
    supplier: 'malwa',
    number: 'MAF-2107',
    status: 'paid',
    bill: 'pdf',
    lines: [
      ['ashwagandha', 180, 438],
      ['shatavari', 90, 572],
    ],
  },
];
