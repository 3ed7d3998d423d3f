/** The tour's stops at sessions: on the profile and on the users' screen. */
import type { Page } from '@playwright/test';
import type { OpenedSession } from '#contract/core/accounts/sessions.ts';
import { chooseFromMenu } from '../screen.ts';
import { answering, failure, silence, type Stop } from '../tour.ts';

const sessions: OpenedSession[] = [
  {
    sessionId: 1,
    device: 'Firefox on Windows',
    address: '192.168.1.20',
    signedInAt: '2026-11-19T03:40:00.000Z',
    lastSeenAt: '2026-11-20T06:30:00.000Z',
    isThis: true,
    keptUntil: '2026-12-19T03:40:00.000Z',
  },
  {
    sessionId: 2,
    device: 'Samsung Internet on Android',
    address: '2401:4900:1c2a:9f3b:8d21:6e5f:17aa:0c4d',
    signedInAt: '2026-11-02T11:05:00.000Z',
    lastSeenAt: '2026-11-20T05:12:00.000Z',
    isThis: false,
    keptUntil: null,
  },
  {
    sessionId: 3,
    device: 'Unknown device',
    address: null,
    signedInAt: '2026-11-01T11:05:00.000Z',
    lastSeenAt: '2026-11-01T11:05:00.000Z',
    isThis: false,
    keptUntil: null,
  },
];

async function known(page: Page): Promise<void> {
  await answering(page);
  await page.route('**/api/sessions', async (route) => route.fulfill({ json: sessions }));
  const others = sessions.map((session) => ({ ...session, isThis: false }));
  await page.route('**/api/Auth/user-sessions/*', async (route) => route.fulfill({ json: others }));
}

const at = { screen: 'profile', path: '/profile', office: 'sample' } as const;

export const profileStops: Stop[] = [
  {
    ...at,
    state: 'loading',
    arrange: silence,
    reach: async (page) => page.locator('[aria-busy=true]').waitFor({ state: 'attached' }),
  },
  {
    ...at,
    state: 'error',
    goesOn: true,
    arrange: failure,
    reach: async (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  { ...at, state: 'full', arrange: known, reach: async (page) => page.getByText('This one').waitFor() },
  {
    ...at,
    state: 'form-errors',
    goesOn: true,
    reach: async (page) => {
      await page.getByLabel(/^New password/).fill('12345');
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.locator('[aria-invalid=true]').nth(1).waitFor();
    },
  },
  {
    ...at,
    state: 'refused',
    goesOn: true,
    arrange: async (page) => {
      const body = { code: 'internal', message: 'Something went wrong on our side. Nothing was saved.' };
      await page.route('**/api/Auth/change-password', async (route) =>
        route.fulfill({ status: 500, json: { ...body, requestId: 'k3f9zq-1a' } }),
      );
    },
    reach: async (page) => {
      await page.getByLabel(/^Current password/).fill('leaf-and-paper');
      await page.getByLabel(/^New password/).fill('paper-and-leaf');
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('Reference: k3f9zq-1a').waitFor();
    },
  },
  {
    ...at,
    state: 'ending',
    goesOn: true,
    reach: async (page) => {
      await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'End all others' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'End' }).waitFor();
    },
  },
  {
    screen: 'register',
    state: 'sessions',
    path: '/register',
    office: 'sample',
    arrange: known,
    reach: async (page) => {
      await chooseFromMenu(page, /^More for /, 'Sessions');
      await page.getByRole('button', { name: 'End all' }).waitFor();
    },
  },
];
