/** Content of a delivery note. */
import { addProduct } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { signIn } from '../support/people.ts';
import { isPhone } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const call = office();

test('a delivery note has the claim of each batch, the total, and a line to sign', async ({ page, godown }) => {
  const own = isPhone(page) ? 'P' : 'D';
  const productId = await addProduct(call, { name: `Neem oil ${own}`, unit: 'bottle' });
  const opened = await call('POST', '/adjustments', {
    kind: 'opening',
    date: '2026-11-01',
    reason: '',
    lines: [
      { productId, quantity: 30, code: `NE-1${own}`, claim: 'organic' },
      { productId, quantity: 30, code: `NE-2${own}`, claim: 'madeWithOrganic' },
    ],
  });
  expect(opened.status).toBe(201);
  const lots: { lotId: number }[] = opened.json.lines;
  const buyer = { name: `Signing Stores ${own}`, phone: '9811111112', gstinNumber: '', address: '', status: 1 };
  const { json } = await call('POST', '/buyers', buyer);
  const sent = await call('POST', '/dispatches', {
    buyerId: json.buyerId,
    dispatchDate: '2026-11-15',
    invoiceNumber: `SIGN/${own}`,
    lines: lots.map(({ lotId }, index) => ({ lotId, quantity: index + 0.5 })),
  });
  await signIn(page, godown);
  await page.goto(`/dispatches/${sent.json.dispatchId}`);
  await expect(page.getByRole('button', { name: 'Print delivery note' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const note = page.locator('article');
  await expect(note.getByRole('row', { name: `NE-1${own}` })).toContainText(/Organic.*0\.500 bottle/);
  await expect(note.getByRole('row', { name: `NE-2${own}` })).toContainText(/Made with organic.*1\.500 bottle/);
  await expect(note.getByRole('row', { name: 'Total' })).toContainText('2 bottle');
  await expect(note).toContainText(/Received by.*Date$/);
  await page.emulateMedia({ media: 'screen' });
  // From here to where it came from.
  await page.getByRole('main').getByRole('link', { name: 'Trace', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/trace\\?of=dispatches&id=${sent.json.dispatchId}$`));
  await expect(page.getByText('Answered in')).toBeVisible();
});
