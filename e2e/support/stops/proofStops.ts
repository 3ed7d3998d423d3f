/** The stops of what proves: trace, certificates, readiness. */
import { certificateTexts } from '#contract/prove/certificates/certificates.ts';
import type { Page } from '@playwright/test';
import { packStops } from './packStops.ts';
import { chooseFirst, chooseFromMenu } from '../screen.ts';
import { answering, failure, silence, type Stop } from '../tour.ts';

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first();

const trace = { screen: 'trace', path: '/trace', office: 'sample' } as const;
const finder = (page: Page) => page.getByRole('searchbox', { name: 'What to trace' });

async function openTrace(page: Page, code: string): Promise<void> {
  await finder(page).fill(code);
  await page.getByRole('list', { name: 'Found' }).getByRole('button').first().click();
  await page.getByText('Answered in').waitFor();
}

const traceStops: Stop[] = [
  { ...trace, state: 'empty', reach: async (page) => page.getByText('Type or scan a batch').waitFor() },
  {
    ...trace,
    state: 'nothing-found',
    goesOn: true,
    reach: async (page) => {
      await finder(page).fill('TP-99');
      await page.getByText('Nothing here is called TP-99.').waitFor();
    },
  },
  {
    ...trace,
    state: 'found',
    goesOn: true,
    reach: async (page) => {
      await finder(page).fill('TP-');
      await page.getByRole('list', { name: 'Found' }).getByRole('button').nth(2).waitFor();
    },
  },
  { ...trace, state: 'full', goesOn: true, reach: async (page) => openTrace(page, 'GM-9') },
  { ...trace, state: 'gaps', goesOn: true, reach: async (page) => openTrace(page, 'KS-9') },
  {
    ...trace,
    state: 'graph',
    goesOn: true,
    phoneOnly: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Graph' }).click();
      await page.getByRole('img', { name: /^Graph of the trace/ }).waitFor();
    },
  },
  {
    ...trace,
    state: 'scanning',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Scan a label' }).click();
      await page.getByText('There is no camera that may be used here').waitFor();
    },
  },
  {
    ...trace,
    state: 'error',
    path: '/trace?of=goods&id=1',
    arrange: failure,
    reach: async (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
];

const balance = { screen: 'mass-balance', path: '/mass-balance', office: 'sample' } as const;

const balanceStops: Stop[] = [
  {
    ...balance,
    state: 'all',
    reach: async (page) => page.getByText('Each item with all that is made of it.').waitFor(),
  },
  {
    ...balance,
    state: 'full',
    path: '/mass-balance?itemId=1',
    reach: async (page) => {
      await page
        .getByRole('button', { name: /entries$/ })
        .first()
        .click();
      await page.getByRole('list', { name: 'Received' }).waitFor();
    },
  },
  {
    ...balance,
    state: 'drawn',
    path: '/mass-balance?itemId=1',
    reach: async (page) => {
      const [drawing, draw] = [page.getByRole('img', { name: /drawn/ }), page.getByRole('button', { name: /^Draw/ })];
      await drawing.or(draw).waitFor();
      if (await draw.isVisible()) await draw.click();
      await drawing.scrollIntoViewIfNeeded();
    },
  },
  {
    ...balance,
    state: 'error',
    path: '/mass-balance?itemId=1',
    arrange: failure,
    reach: async (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
];

const readiness = { screen: 'readiness', path: '/readiness', office: 'sample' } as const;

const readinessStops: Stop[] = [
  {
    ...readiness,
    state: 'clear',
    office: 'empty',
    reach: async (page) => page.getByText('Nothing an inspector would stop at.').waitFor(),
  },
  {
    ...readiness,
    state: 'loading',
    arrange: silence,
    reach: async (page) => page.getByRole('status').filter({ hasText: 'Loading' }).first().waitFor(),
  },
  {
    ...readiness,
    state: 'error',
    goesOn: true,
    arrange: failure,
    reach: async (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    ...readiness,
    state: 'full',
    goesOn: true,
    arrange: answering,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('main').getByText('to put right').waitFor();
    },
  },
];

const certificates = { screen: 'certificates', path: '/certificates', office: 'sample' } as const;

const certificateStops: Stop[] = [
  {
    ...certificates,
    state: 'form-filled',
    reach: async (page) => {
      await chooseFromMenu(page, /^More for /, 'Edit');
      const form = page.getByRole('form', { name: 'Edit certificate' });
      await form.getByLabel('Covers').and(form.locator('input')).click();
      await page.getByRole('option', { name: 'Named items' }).click();
      await form.getByLabel('Add an item').and(form.locator('input')).fill('tur');
      await page
        .getByRole('option', { name: /Turmeric/ })
        .first()
        .click();
      await form.getByRole('list', { name: 'Items that it covers' }).getByRole('listitem').waitFor();
    },
  },
];

/** A body that is suspended, with its certificates. */
const certificationBodyStop: Stop = {
  screen: 'certification-body',
  path: '/certification-bodies/2',
  office: 'sample',
  state: 'full',
  reach: async (page) => page.getByText('EU/GC/26/000344').waitFor(),
};

const transactionCertificates = {
  screen: 'transaction-certificates',
  path: '/transaction-certificates',
  office: 'sample',
} as const;

const certificateStop: Stop = {
  screen: 'certificate',
  path: '/certificates/1',
  office: 'sample',
  state: 'full',
  reach: async (page) => page.getByText(certificateTexts.noneUncovered).waitFor(),
};

const transactionCertificateStops: Stop[] = [
  {
    ...transactionCertificates,
    state: 'empty',
    office: 'empty',
    reach: async (page) => status(page, 'Showing 0').waitFor(),
  },
  {
    ...transactionCertificates,
    state: 'loading',
    arrange: silence,
    reach: async (page) => page.locator('[aria-busy=true]').first().waitFor({ state: 'attached' }),
  },
  {
    ...transactionCertificates,
    state: 'error',
    goesOn: true,
    arrange: failure,
    reach: async (page) => page.getByRole('button', { name: 'Try again' }).first().waitFor(),
  },
  {
    ...transactionCertificates,
    state: 'full',
    arrange: answering,
    reach: async (page) => page.getByRole('button', { name: /^Add certificate for GD\/.*\/0219$/ }).waitFor(),
  },
  {
    ...transactionCertificates,
    state: 'form-begun',
    goesOn: true,
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^Add certificate for / })
        .first()
        .click();
      await page.getByRole('form', { name: 'Add transaction certificate' }).waitFor();
    },
  },
  {
    ...transactionCertificates,
    state: 'form-errors',
    goesOn: true,
    reach: async (page) => {
      const form = page.getByRole('form', { name: 'Add transaction certificate' });
      await form.getByRole('button', { name: 'Add line' }).click();
      await form.getByRole('button', { name: 'Add', exact: true }).click();
      await form.getByText('Choose the day on which it was issued.').waitFor();
    },
  },
];

const labelStops: Stop[] = [
  {
    screen: 'scan',
    path: '/scan',
    office: 'sample',
    state: 'no-camera',
    reach: async (page) => page.getByText('There is no camera that may be used here').waitFor(),
  },
  {
    screen: 'labels',
    path: '/finishedgoods/1',
    office: 'sample',
    state: 'dialog',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Labels' }).click();
      await page.getByRole('img', { name: /^Label of/ }).waitFor();
    },
  },
];

const recalls = { screen: 'recalls', path: '/recalls', office: 'sample' } as const;

const recallStops: Stop[] = [
  {
    ...recalls,
    state: 'full',
    reach: async (page) => page.getByRole('link', { name: 'Turmeric powder TP-8' }).waitFor(),
  },
  {
    ...recalls,
    state: 'form-filled',
    goesOn: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Begin a recall' }).click();
      const form = page.getByRole('form', { name: 'Begin a recall' });
      await chooseFirst(form, 'Lots', 'GM-9');
      await form.getByText(/^Reaches 1 lot/).waitFor();
    },
  },
  {
    screen: 'recall',
    path: '/recalls/1',
    office: 'sample',
    state: 'drill',
    reach: async (page) => page.getByText('Letters printed and read by two people').waitFor(),
  },
  {
    screen: 'recall',
    path: '/recalls/1',
    office: 'sample',
    state: 'note',
    goesOn: true,
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^Note answer of/ })
        .first()
        .click();
      await page.getByRole('dialog').getByLabel('Answer').waitFor();
    },
  },
];

export const proofStops: Stop[] = [
  // They go on from the form of the list's stops before them.
  ...certificateStops,
  certificateStop,
  certificationBodyStop,
  ...transactionCertificateStops,
  ...traceStops,
  ...balanceStops,
  ...labelStops,
  ...recallStops,
  ...readinessStops,
  ...packStops,
];
