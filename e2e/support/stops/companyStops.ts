/** The tour's stops at the company. */
import { companyTexts } from '#contract/masters/company.ts';
import { failure, silence, type Stop } from '../tour.ts';

const at = { screen: 'company', path: '/company', office: 'sample' } as const;

export const company = {
  name: 'Sahyadri Organics Pvt Ltd',
  address: 'Gat 214, Nashik Road\nSinnar 422103',
  phone: '02551 220 114',
  email: 'office@sahyadri.example',
  gstinNumber: '27AAACS1234L1ZF',
  licenceNumber: '11521034000123',
} as const;

export const companyStops: Stop[] = [
  {
    ...at,
    state: 'loading',
    arrange: silence,
    reach: async (page) => page.getByText('Loading...').first().waitFor({ state: 'attached' }),
  },
  {
    ...at,
    state: 'error',
    goesOn: true,
    arrange: failure,
    reach: async (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    ...at,
    state: 'full',
    arrange: async (page) =>
      page.route('**/api/company', async (route) =>
        route.fulfill({ json: { ...company, updatedAt: '2026-11-20T08:30:00.000Z' } }),
      ),
    reach: async (page) => page.getByText(company.name).waitFor(),
  },
  { ...at, state: 'empty', office: 'empty', reach: async (page) => page.getByText(companyTexts.notNamed).waitFor() },
  {
    ...at,
    state: 'form-errors',
    office: 'empty',
    goesOn: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByRole('button', { name: 'Update' }).click();
      await page.locator('[aria-invalid=true]').waitFor();
    },
  },
];
