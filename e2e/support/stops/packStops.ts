/** The stops of inspection packs. */
import { packTexts, type PackCheck, type PackRecord } from '#contract/prove/packs.ts';
import { chooseFirst } from '../screen.ts';
import { failure, silence, type Stop } from '../tour.ts';

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
    remarks: [],
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
    remarks: [packTexts.unprintableRow('Bills', 'Konkan Spices, KOK/114', 'Row 7 of bills.xlsx')],
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
    remarks: [packTexts.packTooLarge],
  },
];
const changedPack: PackCheck = {
  isWhole: false,
  origin: 'unrecorded',
  recordedAt: null,
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
  moreFaults: 12,
};

export const packStops: Stop[] = [
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
      await chooseFirst(form, 'Only of a lot or batch', 'TP-8');
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
      await page.getByText('Row 7 of bills.xlsx has it.').waitFor();
      await page.getByText('Choose a shorter period or fewer lots.').waitFor();
      const file = { name: 'pack.zip', mimeType: 'application/zip', buffer: Buffer.from('a pack') };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByText('This pack was changed.').waitFor();
      await page.getByText('and 12 more').waitFor();
    },
  },
];
