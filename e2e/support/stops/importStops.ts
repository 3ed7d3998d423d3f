/** The tour's stops at imports, and where a lookup's missing record is made. */
import type { Page } from '@playwright/test';
import type { Stop } from '../tour.ts';

const vendors = [
  'Party name,Mobile,GST No,Mail ID,Place,Cr. days',
  'Kodagu Pepper Growers,94480 44510,29AAAAK4510F1ZZ,office@kodagu.example,Madikeri,30',
  'Aravali Roots and Herbs,58111 11112,08AAATT1290C1ZQ,hello@aravali.example,Alwar,30',
  'Konkan Kokum Works,94230 71850,27AABCK7185M1Z,sales@konkan.example,Devgad,15',
  'Araku Valley Growers,94930 55602,37AAAAA5602E1ZB,araku@growers.example,Araku,30',
];

async function choose(page: Page): Promise<void> {
  const file = { name: 'vendors.csv', mimeType: 'text/csv', buffer: Buffer.from(vendors.join('\n')) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('heading', { name: '2 cells to put right' }).waitFor();
}

const imports = { screen: 'imports', office: 'sample', path: '/import/suppliers' } as const;

export const importStops: Stop[] = [
  {
    ...imports,
    state: 'opened',
    reach: async (page) => page.getByRole('button', { name: 'Choose a file' }).waitFor(),
  },
  { ...imports, state: 'with faults', reach: choose },
  {
    screen: 'create-in-place',
    office: 'sample',
    path: '/inward',
    state: 'opened',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add New Inward' }).click();
      const form = page.getByRole('form', { name: 'Add Inward' });
      await form.getByLabel('Supplier').and(form.locator('input')).fill('Wayanad Hill');
      await page.getByRole('option', { name: /^Create/ }).click();
      await page.getByRole('form', { name: 'Add Supplier' }).waitFor();
      await page.getByText('Already there:').waitFor();
    },
  },
];
