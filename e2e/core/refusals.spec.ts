/**
 * The alerts and logs of failed calls (specification §8): the server's message if there is one, else the screen's. For
 * the masters: masterRefusals.spec.ts.
 */
import { addInward, addMaterial, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { pdfBill } from '../support/bills.ts';
import { begin, goOn } from '../support/desk.ts';
import { administrator, storekeeper } from '../support/people.ts';
import {
  expectAlert,
  foreign,
  logOf,
  openEdit,
  refuse,
  refused,
  remove,
  unavailable,
  wordless,
  type Refusal,
} from '../support/refusals.ts';
import { alert, answer, choose, dismiss, field } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test.use({ goesOn: true });

const call = office(storekeeper);

test.beforeAll(async () => {
  const supplier = await addSupplier(call, { name: 'Hill Farms' });
  await addInward(call, supplier, [[await addMaterial(call, { name: 'Turmeric' }), 100]], { invoiceNumber: 'HF/1' });
  const { categoryId } = (await call('POST', '/Categories', { name: 'Spices', status: 1 })).json;
  const product = { name: 'Turmeric powder', categoryId, price: 90, unit: 'jar' };
  const { productId } = (await call('POST', '/products', product)).json;
  await call('POST', '/goods', { productId, batchNumber: 'B-1', quantity: 5 });
});

test.beforeEach(({ browserErrors }) => {
  browserErrors.expect(/status of \d+|net::ERR_FAILED/);
});

test('login: the message of the server is shown, or else that the password is wrong if that is the cause', async ({
  page,
}) => {
  const tooMany = refused(429, 'too_many_requests', 'Too many attempts. Please wait and try again.');
  const silent = refused(401, 'unauthenticated', '');
  await refuse(
    page,
    'POST',
    '/Auth/checkUserAuthentication',
    tooMany,
    silent,
    wordless(401),
    wordless(403),
    wordless(502),
    'unreached',
  );
  await goOn(page, '/login');
  await field(page, 'Email').fill(administrator.email);
  await page.getByLabel(/^Password/).fill(administrator.password);
  const login = page.getByRole('button', { name: 'Login', exact: true });
  const failure = page.getByRole('form').getByRole('alert');
  for (const text of [
    'Too many attempts. Please wait and try again.',
    'Invalid email or password',
    'Something went wrong on our side. Please try again.',
    'Something went wrong on our side. Please try again.',
    'Something went wrong on our side. Please try again.',
    'Godown cannot be reached. Check the connection and try again.',
  ]) {
    await login.click();
    await expect(failure).toHaveText(text);
  }
  await login.click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('forgotten password: responseMessage is shown, or else the text of the screen', async ({ page }) => {
  const own = (responseMessage: string) => refused(400, 'invalid', 'No.', { responseMessage });
  const said = (responseMessage: string): Refusal => ({ status: 200, json: { responseMessage } });
  await refuse(
    page,
    'GET',
    '/Auth/reset-password-otp?*',
    own('Not to this address.'),
    wordless(500),
    said('On its way.'),
  );
  await refuse(page, 'POST', '/Auth/verify-otp', own('This code is old.'), wordless(500), said('Welcome back!'));
  const form = page.getByRole('form', { name: 'Forgot Password' });
  const [success, failure] = [form.getByRole('status'), form.getByRole('alert')];
  const send = form.getByRole('button', { name: 'Send OTP' });
  const save = form.getByRole('button', { name: 'Reset Password' });
  await goOn(page, '/forgot-password');
  await field(form, 'Email').fill(administrator.email);
  await send.click();
  await expect(failure).toHaveText('Not to this address.');
  await send.click();
  await expect(failure).toContainText('Failed to send OTP');
  await send.click();
  await expect(success).toHaveText('On its way.');
  await field(form, 'Enter OTP').fill('123456');
  await form.getByLabel(/^New Password/).fill('secret');
  await save.click();
  await expect(failure).toHaveText('This code is old.');
  await save.click();
  await expect(failure).toContainText('OTP verification failed');
  await save.click();
  await answer(page, 'Welcome back!', 'OK');

  // A success without a message.
  await refuse(page, 'GET', '/Auth/reset-password-otp?*', said(''));
  await refuse(page, 'POST', '/Auth/verify-otp', said(''));
  await goOn(page, '/forgot-password');
  await field(form, 'Email').fill(administrator.email);
  await send.click();
  await expect(success).toHaveText('OTP sent successfully!');
  await field(form, 'Enter OTP').fill('123456');
  await form.getByLabel(/^New Password/).fill('secret');
  await save.click();
  await answer(page, 'Password reset successful!', 'OK');
  await expect(page).toHaveURL(/\/login$/);
});

test('users: a failed registration, update or deletion is reported', async ({ page, godown }) => {
  await begin(page, godown, '/register');
  await refuse(page, 'PUT', '/Auth/edit-user/*', unavailable);
  const { form, update } = await openEdit(page, storekeeper.fullName, 'Edit User');
  await update.click();
  await expectAlert(page, 'Failed to update user', 'Please wait.');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await refuse(page, 'DELETE', '/Auth/delete-user/*', unavailable);
  await remove(page, storekeeper.fullName, 'Are you sure you want to delete this user?');
  await expectAlert(page, 'Failed to delete user', 'Please wait.');

  await page.getByRole('button', { name: 'Add User' }).click();
  const add = page.getByRole('form', { name: 'Add New User' });
  await field(add, 'Full Name').fill('Leela Das');
  await field(add, 'Email').fill('leela@example.com');
  await field(add, 'Phone').fill('9876543213');
  await add.getByLabel(/^Password/).fill('secret');
  await refuse(page, 'POST', '/Auth/register', wordless(500));
  await add.getByRole('button', { name: 'Register' }).click();
  await expectAlert(page, 'Failed to register user. Please try again.');
});

test('inward: the message of the server is shown, or else that creating or updating failed', async ({
  page,
  godown,
}) => {
  await begin(page, godown, '/inward');
  await refuse(page, 'PUT', '/inward/*', unavailable, wordless(500), 'unreached');
  const { form, update } = await openEdit(page, 'inward HF/1', 'Update Inward');
  for (const text of ['Please wait.', 'Error updating inward', 'Error updating inward']) {
    await update.click();
    await expectAlert(page, text);
  }
  await form.getByRole('button', { name: 'Cancel' }).click();

  await refuse(page, 'POST', '/inward', unavailable, wordless(500));
  await page.getByRole('button', { name: 'Add New Inward' }).click();
  const add = page.getByRole('form', { name: 'Add Inward' });
  await choose(add, 'Supplier', 'Hill Farms');
  await field(add, 'Invoice number').fill('HF/2');
  const line = add.getByRole('group', { name: 'Line 1' });
  await choose(line, 'Raw material', 'Turmeric');
  await field(line, 'Quantity').fill('1');
  await field(line, 'Price per unit (₹)').fill('2');
  await add.getByLabel('Bill', { exact: true }).setInputFiles(pdfBill);
  for (const text of ['Please wait.', 'Error creating inward']) {
    await add.getByRole('button', { name: 'Add', exact: true }).click();
    await expectAlert(page, text);
  }
});

test('finished goods: a line per faulty field is shown, or else the message, or else where to look', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/^(Validation Error:|Error: |Failed to save finished good\.)/);
  const log = logOf(page);
  await begin(page, godown, '/finishedgoods');
  const faulty = { errors: { batchNumber: ['Too long.'], quantity: ['Too much.'] } };
  const refusals = [refused(400, 'invalid', 'No.', faulty), unavailable, wordless(500)];
  await refuse(page, 'PUT', '/goods/*', ...refusals);
  const { update } = await openEdit(page, 'B-1', 'Update Finished Good');
  await update.click();
  const said = alert(page, 'Validation Error: Too long. Too much.');
  await expect(said).toBeVisible();
  expect(await said.innerText()).toBe('Validation Error:\nToo long.\nToo much.');
  await dismiss(page);
  await update.click();
  await expectAlert(page, 'Error: Please wait.');
  await update.click();
  await expectAlert(page, 'Failed to save finished good. Check console for details.');
  expect(log).toContainEqual(expect.stringMatching(/^Failed to save finished good\./));
});

test('production: a line without a date is reported as incomplete', async ({ page, godown }) => {
  await begin(page, godown, '/production');
  const form = page.getByRole('form', { name: 'Add production' });
  const line = form.getByRole('group', { name: 'Material 1' });
  await choose(line, 'Raw material', 'Turmeric');
  await field(line, 'Quantity').fill('1');
  await field(form, 'Production date').fill('');
  await form.getByRole('button', { name: 'Save production' }).click();
  await expectAlert(page, 'Please fill all required fields');
});

test('dashboard: parts that could not be loaded are logged', async ({ page, godown, browserErrors }) => {
  const lines = [/^The count of Suppliers could not be loaded:/, /^The recent buyers could not be loaded:/];
  lines.forEach((line) => browserErrors.expect(line));
  browserErrors.expect(/^The count of Buyers could not be loaded:/);
  const log = logOf(page);
  const gone = refused(400, 'invalid', 'Not today.');
  await refuse(page, 'GET', '/suppliers?*', gone);
  await refuse(page, 'GET', '/buyers?*', gone, gone);
  await begin(page, godown, '/dashboard');
  await expect(page.getByRole('main').getByRole('link', { name: /^Raw Materials\s*1$/ })).toBeVisible();
  for (const line of lines) await expect.poll(() => log).toContainEqual(expect.stringMatching(line));
});

test('an error message of another program is shown like that of the server', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/^(Turmeric is held\.|Validation Error:|Error: )/);
  await refuse(page, 'POST', '/Auth/checkUserAuthentication', foreign(403, { message: 'Closed on Sundays.' }));
  await goOn(page, '/login');
  await field(page, 'Email').fill(administrator.email);
  await page.getByLabel(/^Password/).fill(administrator.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('form').getByRole('alert')).toHaveText('Closed on Sundays.');

  await refuse(page, 'GET', '/Auth/reset-password-otp?*', foreign(500, { responseMessage: 'No mail today.' }));
  await goOn(page, '/forgot-password');
  const forgotten = page.getByRole('form', { name: 'Forgot Password' });
  await field(forgotten, 'Email').fill(administrator.email);
  await forgotten.getByRole('button', { name: 'Send OTP' }).click();
  await expect(forgotten.getByRole('alert')).toHaveText('No mail today.');

  await begin(page, godown, '/rawmaterials');
  await refuse(page, 'DELETE', '/materials/*', foreign(409, { message: 'Turmeric is held.' }));
  await remove(page, 'Turmeric', 'Are you sure you want to delete this material?');
  await expectAlert(page, 'Turmeric is held.');

  await goOn(page, '/finishedgoods');
  const faulty = { title: 'One or more errors.', errors: { quantity: ['Too much.'] } };
  await refuse(page, 'PUT', '/goods/*', foreign(400, faulty), foreign(500, { message: 'The disk is full.' }));
  const { update } = await openEdit(page, 'B-1', 'Update Finished Good');
  await update.click();
  await expectAlert(page, 'Validation Error: Too much.');
  await update.click();
  await expectAlert(page, 'Error: The disk is full.');
});
