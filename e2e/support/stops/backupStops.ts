/** The tour's stops at the backups. */
import type { Page } from '@playwright/test';
import { failure, silence, type Stop } from '../tour.ts';

const backups = { screen: 'backups', path: '/backups', office: 'sample' } as const;
const nightly = { reason: 'daily', size: 2_345_678, verifiedAt: '2026-11-20T20:31:00.000Z', fault: null };
export const backupState = {
  engine: 'sqlite',
  folder: '/var/lib/godown/backups',
  making: false,
  failure: { at: '2026-11-20T20:30:00.000Z', message: 'database or disk is full' },
  backups: [
    { ...nightly, backupId: 3, fileName: 'c.db', madeAt: '2026-11-20T20:30:00.000Z' },
    {
      ...nightly,
      backupId: 2,
      fileName: 'b.db',
      madeAt: '2026-11-20T08:30:00.000Z',
      reason: 'by-hand',
      verifiedAt: null,
    },
    {
      ...nightly,
      backupId: 1,
      fileName: 'a.db',
      madeAt: '2026-11-19T20:30:00.000Z',
      reason: 'migration',
      fault: "a.db was damaged or edited after it was made: its checksum doesn't fit.",
    },
  ],
};
const stateIs = (state: object) => async (page: Page) =>
  page.route('**/api/backups', async (route) => route.fulfill({ json: state }));

export const backupStops: Stop[] = [
  {
    ...backups,
    state: 'empty',
    office: 'empty',
    reach: async (page) => page.getByText('The first backup comes by itself').waitFor(),
  },
  {
    ...backups,
    state: 'loading',
    arrange: silence,
    reach: async (page) => page.locator('[aria-busy=true]').waitFor({ state: 'attached' }),
  },
  {
    ...backups,
    state: 'error',
    goesOn: true,
    arrange: failure,
    reach: async (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    ...backups,
    state: 'full',
    arrange: stateIs(backupState),
    reach: async (page) => page.getByText('Damaged', { exact: true }).waitFor(),
  },
  {
    ...backups,
    state: 'postgresql',
    arrange: stateIs({ ...backupState, engine: 'postgres', folder: null, failure: null, backups: [] }),
    reach: async (page) => page.getByText('pg_basebackup').waitFor(),
  },
];
