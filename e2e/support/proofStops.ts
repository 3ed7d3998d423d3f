/** The stops of what proves: trace, certificates, readiness. */
import type { Page } from '@playwright/test';
import type { PackRecord, PackVerdict } from '#contract/packs.ts';
import { answering, failure, silence, type Stop } from './tour.ts';

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
  { ...balance, state: 'empty', reach: async (page) => page.getByText('Choose an item and a period.').waitFor() },
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
      await page.getByText('to put right').waitFor();
    },
  },
];

const certificates = { screen: 'certificates', path: '/certificates', office: 'sample', goesOn: true } as const;

/** They continue from the list with its form. */
const certificateStops: Stop[] = [
  {
    ...certificates,
    state: 'form-filled',
    reach: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click();
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
  reach: async (page) => page.getByText('Each lot that rested on it is covered on its day.').waitFor(),
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
      await form.getByLabel('Lots').and(form.locator('input')).fill('GM-9');
      await page.getByRole('option', { name: /GM-9/ }).first().click();
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

const packs = { screen: 'inspection-packs', path: '/inspection-packs', office: 'sample' } as const;

const pack = { packId: 4, from: '2026-04-01', to: '2026-11-20', lots: [], createdBy: 'Asha Patil' };
const madePacks: PackRecord[] = [
  {
    ...pack,
    state: 'running',
    step: 'Traces',
    done: 1,
    total: 11,
    size: null,
    sha256: null,
    fileName: null,
    madeAt: null,
    createdAt: '2026-11-20T06:30:00.000Z',
  },
  {
    ...pack,
    packId: 3,
    lots: [{ lotId: 7, code: 'TP-8', itemName: 'Turmeric powder 200 g' }],
    state: 'done',
    step: '',
    done: 11,
    total: 11,
    size: 812_345,
    sha256: 'ab',
    fileName: 'inspection-pack-3.zip',
    madeAt: '2026-11-19T09:12:00.000Z',
    createdAt: '2026-11-19T09:11:00.000Z',
  },
  {
    ...pack,
    packId: 2,
    state: 'failed',
    step: 'Bills',
    done: 3,
    total: 11,
    size: null,
    sha256: null,
    fileName: null,
    madeAt: null,
    createdAt: '2026-11-18T09:11:00.000Z',
  },
];
const changedPack: PackVerdict = {
  isWhole: false,
  isOurs: true,
  fingerprint: 'ab'.repeat(32),
  problem: null,
  files: 42,
  madeAt: '2026-11-19T09:12:00.000Z',
  from: '2026-04-01',
  to: '2026-11-20',
  faults: [
    { name: 'traces.pdf', kind: 'changed' },
    { name: 'bills/5-KOK-114.png', kind: 'missing' },
  ],
};

const packStops: Stop[] = [
  { ...packs, state: 'empty', office: 'empty', reach: async (page) => page.getByText('No pack was made').waitFor() },
  {
    ...packs,
    state: 'loading',
    arrange: silence,
    reach: async (page) => page.locator('[aria-busy=true]').waitFor({ state: 'attached' }),
  },
  {
    ...packs,
    state: 'error',
    goesOn: true,
    arrange: failure,
    reach: async (page) => page.getByRole('button', { name: 'Try again' }).first().waitFor(),
  },
  {
    ...packs,
    state: 'form',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Make a pack' }).click();
      const form = page.getByRole('form', { name: 'Make a pack' });
      await form.getByLabel('Only of a lot or batch').and(form.locator('input')).fill('TP-8');
      await page.getByRole('option', { name: /TP-8/ }).first().click();
      await form.getByRole('list', { name: 'Lots of the pack' }).getByRole('listitem').waitFor();
    },
  },
  {
    ...packs,
    state: 'full',
    arrange: async (page) => {
      await page.route('**/api/inspection-packs', async (route) => route.fulfill({ json: madePacks }));
      await page.route('**/api/inspection-packs/verify', async (route) => route.fulfill({ json: changedPack }));
    },
    reach: async (page) => {
      await page.getByText('Failed', { exact: true }).first().waitFor();
      const file = { name: 'pack.zip', mimeType: 'application/zip', buffer: Buffer.from('a pack') };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByText('This pack was changed.').waitFor();
    },
  },
];

export const proofStops: Stop[] = [
  // They go on from the form of the list's stops before them.
  ...certificateStops,
  certificateStop,
  ...transactionCertificateStops,
  ...traceStops,
  ...balanceStops,
  ...labelStops,
  ...recallStops,
  ...readinessStops,
  ...packStops,
];
