/** Questions of an inspector: the certificate behind a claim, the path of a batch, and open gaps. */
import { addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { pdfBill } from '../support/bills.ts';
import { begin, goOn } from '../support/desk.ts';
import { storekeeper } from '../support/people.ts';
import { choose, chooseFromMenu, done, field, isPhone, rowOf, select } from '../support/screen.ts';
import { exported } from '../support/sheets.ts';
import { expect, test } from '../support/test.ts';

const call = office(storekeeper);

test.use({ goesOn: true });

/** Names of their own, since both widths share a server. */
function names(phone: boolean) {
  const own = phone ? ' (phone)' : '';
  return { own, supplier: `Malwa Farmers${own}`, coriander: `Coriander seed${own}` };
}

/** Types as a scanner does: faster than a person, with Enter at the end. */
async function scan(input: HTMLElement | SVGElement, text: string): Promise<void> {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  for (const typed of [text.slice(0, 5), text]) {
    set?.call(input, typed);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve));
  }
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
}

/** Whether a field has the focus at the moment when it is marked as invalid. */
const focusedWhenInvalid = (input: Element) =>
  new Promise<boolean>((resolve) => {
    const marked = new MutationObserver(() => resolve(document.activeElement === input));
    marked.observe(input, { attributes: true, attributeFilter: ['aria-invalid'] });
  });

test('organic without a certificate needs a reason, which Readiness lists until a certificate covers it', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of 400/);
  const { own, supplier, coriander } = names(isPhone(page));
  await addSupplier(call, { name: supplier });
  await addMaterial(call, { name: coriander });
  await begin(page, godown, '/inward');
  await page.getByRole('button', { name: 'Add New Inward' }).click();
  const form = page.getByRole('form', { name: 'Add Inward' });
  await choose(form, 'Supplier', supplier);
  await field(form, 'Invoice number').fill(`MAF-2168${own}`);
  await field(form, 'Invoice date').fill('12-10-2026');
  const line = form.getByRole('group', { name: 'Line 1', exact: true });
  await choose(line, 'Raw material', coriander);
  await field(line, 'Quantity').fill('36');
  await field(line, 'Price per unit (₹)').fill('120');
  await form.locator('input[type=file]').first().setInputFiles(pdfBill);
  await line.getByRole('button', { name: /^Lot/ }).click();
  await select(line, 'Claim', 'Organic');
  const hasFocusWhenMarked = line.getByLabel('Claim').and(line.locator('input')).evaluate(focusedWhenInvalid);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  // A frame later it would be taken from who types into the next field.
  expect(await hasFocusWhenMarked).toBe(true);
  await expect(line.getByText(`No certificate of ${supplier} covers ${coriander} on 12-10-2026`)).toBeVisible();
  await field(line, 'Reason for the override').fill('The renewal is on its way');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(done(page, 'Added successfully!')).toBeVisible();

  await goOn(page, '/readiness');
  const gaps = page.getByRole('region', { name: 'Organic without a certificate' });
  await expect(
    gaps.getByText(`36 kg of ${coriander}, 12-10-2026, ${supplier}: The renewal is on its way`),
  ).toBeVisible();
  await gaps.getByRole('link').first().click();
  await expect(page.getByText('No certificate on the day')).toBeVisible();

  await page.getByRole('link', { name: 'Add certificate' }).click();
  const adding = page.getByRole('form', { name: 'Add certificate' });
  await expect(adding.getByLabel('Supplier').and(adding.locator('input'))).toHaveValue(supplier);
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(adding.getByText('Enter the number of the certificate.')).toBeVisible();
  await field(adding, 'Number').fill(`ORG/SC/25/001462${own}`);
  await field(adding, 'Valid from').fill('01-04-2026');
  await field(adding, 'Valid to').fill('31-03-2027');
  await adding.locator('input[type=file]').setInputFiles(pdfBill);
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(done(page, 'Certificate added successfully!')).toBeVisible();
  await goOn(page, '/readiness');
  await expect(page.getByText('Each organic lot is covered on its day')).toBeVisible();
  await expect(page.getByText(coriander)).toHaveCount(0);
});

test('a withdrawn certificate names the lots that rested on it, and puts them on hold in one step', async ({
  page,
  godown,
}) => {
  const { own } = names(isPhone(page));
  const supplierId = await addSupplier(call, { name: `Wayanad Hills${own}` });
  const material = await addMaterial(call, { name: `Black pepper${own}` });
  const scope = { scheme: 'NPOP', validFrom: '2026-04-01', validTo: '2027-03-31', allItems: true };
  const number = `ORG/SC/26/002208${own}`;
  expect((await call('POST', '/certificates', { holder: 'supplier', supplierId, number, ...scope })).status).toBe(201);
  const rawMaterials = [{ rawMaterialId: material, quantity: 12, pricePerUnit: 680, claim: 'organic' }];
  const { rawMaterials: lines } = await addInward(call, supplierId, [], { inwardDate: '2026-10-27', rawMaterials });

  await begin(page, godown, `/certificates?search=${encodeURIComponent(number)}`);
  await chooseFromMenu(rowOf(page, 'Certificates', number), `certificate ${number}`, 'Edit');
  const form = page.getByRole('form', { name: 'Edit certificate' });
  await field(form, 'Withdrawn on').fill('01-10-2026');
  await form.getByRole('button', { name: 'Update', exact: true }).click();
  const note = page.getByRole('alert').filter({ hasText: '1 lot lost a claim that rested on this certificate.' });
  await note.getByRole('button', { name: 'Put them on hold' }).click();
  await expect(done(page, 'Lots put on hold.')).toBeVisible();
  await goOn(page, `/lots/${lines[0].lotId}`);
  await expect(page.getByText(`Certificate ${number} no longer covers this lot`)).toBeVisible();

  // The next one begins with what the last one covered, and leaves that as it is.
  await goOn(page, `/certificates?search=${encodeURIComponent(number)}`);
  await rowOf(page, 'Certificates', number).getByRole('link', { name: number }).click();
  await page.getByRole('button', { name: 'Add the next one' }).click();
  const next = page.getByRole('form', { name: 'Add certificate' });
  await expect(field(next, 'Valid from')).toHaveValue('01-04-2027');
  await expect(next.getByRole('combobox', { name: 'Supplier' })).toHaveValue(`Wayanad Hills${own}`);
  await field(next, 'Number').fill(`${number}-28`);
  await field(next, 'Valid to').fill('31-03-2028');
  await next.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(rowOf(page, 'Certificates', `${number}-28`)).toContainText('31-03-2028');
});

test(
  'a suspended body names what rested on its certificates, puts it on hold in one step, and is added in place',
  { tag: '@phone' },
  async ({ page, godown }) => {
    const { own } = names(isPhone(page));
    const supplierId = await addSupplier(call, { name: `Idukki Growers${own}` });
    const material = await addMaterial(call, { name: `Cardamom${own}` });
    const number = `EU/IN/26/0041${own}`;
    const scope = { scheme: 'EU', validFrom: '2026-04-01', validTo: '2027-03-31', allItems: true };
    expect((await call('POST', '/certificates', { holder: 'supplier', supplierId, number, ...scope })).status).toBe(
      201,
    );
    const rawMaterials = [{ rawMaterialId: material, quantity: 12, pricePerUnit: 680, claim: 'organic' }];
    const { rawMaterials: lines } = await addInward(call, supplierId, [], { inwardDate: '2026-10-27', rawMaterials });

    // The certificate gets its body, which is no record yet.
    await begin(page, godown, `/certificates?search=${encodeURIComponent(number)}`);
    await chooseFromMenu(rowOf(page, 'Certificates', number), `certificate ${number}`, 'Edit');
    const form = page.getByRole('form', { name: 'Edit certificate' });
    const body = `Periyar Certification${own}`;
    const chosen = form.getByRole('combobox', { name: 'Certification body' });
    await chosen.fill(body);
    await page.getByRole('option', { name: `Create “${body}”` }).click();
    const adding = page.getByRole('form', { name: 'Add certification body' });
    await expect(field(adding, 'Name')).toHaveValue(body);
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(field(form, 'Valid from')).toBeFocused();
    await expect(chosen).toHaveValue(body);
    await form.getByRole('button', { name: 'Update', exact: true }).click();
    await expect(done(page, 'Certificate updated successfully!')).toBeVisible();
    await goOn(page, `/certification-bodies?search=${encodeURIComponent(body)}`);
    await rowOf(page, 'Certification bodies', body).getByRole('link', { name: body }).click();
    await expect(page.getByText('It was never suspended.')).toBeVisible();

    await page.getByRole('button', { name: 'Edit' }).click();
    const editing = page.getByRole('form', { name: 'Edit certification body' });
    await editing.getByRole('button', { name: 'Add suspension' }).click();
    const line = editing.getByRole('group', { name: 'Suspension 1' });
    await select(line, 'Scheme', 'EU');
    await editing.getByRole('button', { name: 'Update', exact: true }).click();
    await expect(field(line, 'Covers nothing from')).toBeFocused();
    await field(line, 'Covers nothing from').fill('01-10-2026');
    await field(line, 'Covers again from').fill('01-09-2026');
    await editing.getByRole('button', { name: 'Update', exact: true }).click();
    await expect(editing.getByText('It ends before it begins.')).toBeVisible();
    await field(line, 'Covers again from').fill('');
    await editing.getByRole('button', { name: 'Update', exact: true }).click();
    await expect(done(page, 'Certification body updated successfully!')).toBeVisible();

    const rested = '1 lot lost a claim that rested on its certificates.';
    const note = page.getByRole('alert').filter({ hasText: rested });
    await note.getByRole('button', { name: 'Put them on hold' }).click();
    await expect(done(page, 'Lots put on hold.')).toBeVisible();
    await expect(page.getByText('Suspended: EU')).toBeVisible();
    await goOn(page, `/lots/${lines[0].lotId}`);
    await expect(page.getByText(`${body} is suspended: its certificate no longer covers this lot`)).toBeVisible();
    await goOn(page, `/certificates?search=${encodeURIComponent(number)}`);
    await expect(rowOf(page, 'Certificates', number)).toContainText('Suspended');
  },
);

test(
  'a batch is traced to its farms and buyers, and its gaps link to where they are corrected',
  { tag: '@phone' },
  async ({ page, godown }) => {
    const { own } = names(isPhone(page));
    const supplierId = await addSupplier(call, { name: `Jaintia Growers${own}` });
    const material = await addMaterial(call, { name: `Turmeric${own}`, unit: 'kg' });
    const product = await addProduct(call, { name: `Turmeric powder${own}`, unit: 'kg' });
    await addInward(call, supplierId, [[material, 60]], { inwardDate: '2026-10-01' });
    const code = `TR-12${own}`;
    const run = await call('POST', '/production-runs', {
      productionDate: '2026-09-20',
      status: 'completed',
      inputs: [{ rawMaterialId: material, quantity: 54.5 }],
      outputs: [{ productId: product, batchNumber: code, quantity: 54 }],
      losses: [{ reason: 'Dust', grams: 500 }],
    });
    const buyer = { name: `Green Basket${own}`, phone: '9811111112', status: 1 };
    const { buyerId } = (await call('POST', '/buyers', buyer)).json;
    const lines = [{ lotId: run.json.outputs[0].lotId, quantity: 20 }];
    const dispatch = { buyerId, dispatchDate: '2026-11-10', invoiceNumber: `GD/0342${own}`, lines };
    expect((await call('POST', '/dispatches', dispatch)).status).toBe(201);
    const spilt = { lotId: run.json.outputs[0].lotId, quantity: 2, reason: 'Spilt' };
    const writeOff = { kind: 'writeOff', date: '2026-11-12', reason: 'Spilt', lines: [spilt] };
    expect((await call('POST', '/adjustments', writeOff)).status).toBe(201);

    await begin(page, godown, '/trace');
    const finder = page.getByRole('searchbox', { name: 'What to trace' });
    await finder.fill('nothing like it');
    await expect(page.getByText('Nothing here is called nothing like it.')).toBeVisible();
    await finder.fill('Green Bas');
    await expect(page.getByRole('list', { name: 'Found' }).getByRole('button').first()).toContainText('Green Basket');
    // As a scanner reads the label: its Enter comes before the answer, and what is still shown is not opened.
    await finder.evaluate(scan, `http://godown.example/l/${encodeURIComponent(code)}`);
    const main = page.getByRole('main');
    await expect(main).toContainText('54.500 kg from 1 supplier in 1 lot made 54 kg');
    await expect(main).toContainText('20 kg with 1 buyer, 32 kg in the store, 2 kg lost or written off.');
    // Longer than the field waits before it searches for what is typed.
    await page.waitForTimeout(200);
    await expect(finder).toHaveValue('');
    await expect(page.getByRole('list', { name: 'Found' })).toHaveCount(0);
    if (isPhone(page)) {
      await page.getByRole('button', { name: 'Graph' }).click();
      await expect(page.getByRole('img', { name: /^Graph/ })).toContainText(code);
      await page.getByRole('button', { name: 'Table' }).click();
    } else {
      await expect(page.getByRole('img', { name: /^Graph/ })).toContainText('Jaintia Growers');
    }
    await expect(main.getByRole('heading', { name: `Trace of batch ${code}, Turmeric powder${own}` })).toBeVisible();
    await expect(rowOf(page, 'Forward to the buyers', code)).toContainText('Green Basket');
    await expect(rowOf(page, 'Lost or written off', code)).toContainText(/Write-off of 12-11-2026|Written off/);
    const { rows: table } = await exported(page);
    const [head, ...rows] = table;
    expect(head?.[0]).toBe('Direction');
    const bought = expect.stringMatching(/^TUR-2610-\d\d$/);
    expect(rows.map(([part, lot, , party]) => [part, lot, party])).toEqual([
      ['Back', bought, `Jaintia Growers${own}`],
      ['Into a run', bought, null],
      ['Run', code, null],
      ['Forward', code, `Green Basket${own}`],
      ['Lost or written off', code, null],
      ['In the store', code, null],
      ['In the store', bought, null],
    ]);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(/direction=backward/);
    await expect(main).not.toContainText('Green Basket');
    await page.reload();
    await main.getByRole('link', { name: /was used before it was received/ }).click();
    await expect(page).toHaveURL(new RegExp(`/production/${run.json.runId}$`));
    // The trace names the same lot, and stands until the run is there.
    await expect(page.getByRole('heading', { name: 'What went in' })).toBeVisible();
    // Sum of the lot: 5.5 kg unchanged, and 32 of the 54 kg that its 54.5 became.
    await page
      .getByRole('link', { name: /^TUR-2610-/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Trace', exact: true }).click();
    await expect(main).toContainText('kg in the store, as it is or in products');
  },
);

test('the mass balance shows whether sales are covered, with the documents of each line', async ({ page, godown }) => {
  const { own } = names(isPhone(page));
  const supplierId = await addSupplier(call, { name: `Kongu Growers${own}` });
  const name = `Moringa leaf${own}`;
  const material = await addMaterial(call, { name, unit: 'kg' });
  const scope = { scheme: 'NPOP', validFrom: '2026-04-01', validTo: '2027-03-31', allItems: true };
  await call('POST', '/certificates', { holder: 'supplier', supplierId, number: `ORG/9${own}`, ...scope });
  const rawMaterials = [{ rawMaterialId: material, quantity: 120, pricePerUnit: 1, claim: 'organic' }];
  const invoiceNumber = `KM-0095${own}`;
  const inward = await addInward(call, supplierId, [], { inwardDate: '2026-10-01', invoiceNumber, rawMaterials });
  const buyer = { name: `Terra${own}`, phone: '9811111112', status: 1 };
  const { buyerId } = (await call('POST', '/buyers', buyer)).json;
  const lines = [{ lotId: inward.rawMaterials[0].lotId, quantity: 90 }];
  const dispatch = { buyerId, dispatchDate: '2026-11-10', invoiceNumber: `GD/9${own}`, lines };
  expect((await call('POST', '/dispatches', dispatch)).status).toBe(201);

  await begin(page, godown, '/mass-balance');
  await choose(page.getByRole('search', { name: 'What is balanced' }), 'Item', name);
  const main = page.getByRole('main');
  await expect(main).toContainText(
    `Covered. 120 kg of organic ${name} in stock or bought: 90 kg sold, 30 kg left, 0 kg short.`,
  );
  const statement = page.getByRole('region', { name });
  await statement.getByRole('button', { name: '1 entry' }).first().click();
  await expect(statement.getByRole('list', { name: 'Received' })).toContainText(invoiceNumber);
  await page.getByRole('button', { name: 'Last financial year' }).click();
  await expect(page).toHaveURL(/from=\d{4}-04-01&to=\d{4}-03-31/);
  await expect(statement).toContainText('Closing, computed0 kg');
});

test('a recall holds all descendants of a lot, records answers of buyers, and reports the quantity still out', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of 400/);
  const { own } = names(isPhone(page));
  const supplierId = await addSupplier(call, { name: `Kodagu Pepper${own}` });
  const material = await addMaterial(call, { name: `Pepper${own}`, unit: 'kg' });
  const product = await addProduct(call, { name: `Pepper, ground${own}`, unit: 'jar' });
  const { rawMaterials } = await addInward(call, supplierId, [[material, 20]], { inwardDate: '2026-10-01' });
  const batch = `BPC-3${own}`;
  const run = await call('POST', '/production-runs', {
    productionDate: '2026-10-05',
    inputs: [{ rawMaterialId: material, quantity: 12 }],
    outputs: [{ productId: product, batchNumber: batch, quantity: 100 }],
  });
  const lotId = run.json.outputs[0].lotId;
  const name = `Organic Haat${own}`;
  const buyer = { name, phone: '9415066120', email: 'haat@example.in', status: 1 };
  const { buyerId } = (await call('POST', '/buyers', buyer)).json;
  const dispatch = {
    buyerId,
    dispatchDate: '2026-10-10',
    invoiceNumber: `R/1${own}`,
    lines: [{ lotId, quantity: 65 }],
  };
  const sent = await call('POST', '/dispatches', dispatch);
  const [{ dispatchLineId }] = sent.json.lines;
  const comesBack = async (quantity: number, reason: string) => {
    const lines = [{ dispatchLineId, quantity }];
    await call('POST', '/adjustments', { kind: 'buyerReturn', date: '2026-11-12', reason, lines });
  };
  // An earlier return for another reason: neither shipped nor recovered.
  await comesBack(5, 'Too many');
  const company = { name: 'Sahyadri Organics', address: 'Sinnar 422103', gstinNumber: '27AAACS1234L1ZF' };
  await call('PUT', '/company', company);

  await begin(page, godown, `/lots/${rawMaterials[0].lotId}`);
  await page.getByRole('link', { name: 'Recall', exact: true }).click();
  const form = page.getByRole('form', { name: 'Begin a recall' });
  await expect(form.getByText('Reaches 3 lots: 8 kg and 40 jar on hand, 60 jar with 1 buyer.')).toBeVisible();
  await select(form, 'Kind', 'Recall');
  await form.getByRole('button', { name: 'Begin recall' }).click();
  await expect(form.getByText('Say why.')).toBeVisible();
  await field(form, 'Reason').fill('Salmonella in a sample');
  await form.getByRole('button', { name: 'Begin recall' }).click();
  const asked = page.getByRole('dialog', { name: 'This recall holds 3 lots at once: 8 kg and 40 jar. Begin?' });
  await asked.getByRole('button', { name: 'Begin recall' }).click();
  await expect(page.getByRole('heading', { name: /^Recall \d+: Pepper/ })).toBeVisible();
  await expect(rowOf(page, 'Affected lots', batch).first()).toContainText('Recalled');
  await expect(rowOf(page, 'Buyers', name)).toContainText('not yet');
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(rowOf(page, 'Buyers', name)).toContainText(`${batch}: 60 jar`);
  await page.setViewportSize(wide ?? { width: 1440, height: 900 });

  await page.getByRole('button', { name: `Note answer of ${name}` }).click();
  const note = page.getByRole('dialog', { name });
  await field(note, 'How').fill('phone');
  await field(note, 'Answer').fill('16 were sold on');
  await field(note, `Destroyed of ${batch}`).fill('61');
  await note.getByRole('button', { name: 'Save' }).click();
  await expect(note.getByText('Only 60 jar still there.')).toBeVisible();
  await field(note, `Destroyed of ${batch}`).fill('14');
  await note.getByRole('button', { name: 'Save' }).click();
  await expect(done(page, 'Noted.')).toBeVisible();
  // The field of the time has no seconds: what is noted keeps its own, and is behind the beginning.
  const noted = async () => (await call('GET', `/recalls/${page.url().split('/').at(-1)}`)).json;
  const first = await noted();
  const [{ notifiedAt }] = first.buyers[0].lines;
  expect(notifiedAt > first.startedAt).toBe(true);
  await page.getByRole('button', { name: `Note answer of ${name}` }).click();
  await note.getByRole('button', { name: 'Save' }).click();
  await expect(note).toBeHidden();
  expect((await noted()).buyers[0].lines[0].notifiedAt).toBe(notifiedAt);
  await comesBack(30, 'Recalled');
  await page.reload();
  await expect(page.getByText('44 jar of 60 jar')).toBeVisible();
  await expect(page.getByText('73.33 %')).toBeVisible();
  await expect(page.getByText(`${name}: 30 jar back`)).toBeVisible();
  await page.getByRole('textbox', { name: 'Add a note' }).fill('Laboratory confirmed');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText(/^Laboratory confirmed \(/)).toBeVisible();

  // Letters stand on paper alone.
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', document.body.textContent);
  });
  await page.getByRole('button', { name: 'Letters' }).click();
  await expect(page.locator('body')).toHaveAttribute(
    'data-printed',
    /Sahyadri OrganicsSinnar 422103GSTIN 27AAACS1234L1ZFOrganic Haat/,
  );

  await goOn(page, `/lots/${lotId}`);
  await page.getByRole('link', { name: 'See the recall' }).click();
  await expect(page.getByRole('heading', { name: /^Recall \d+: Pepper/ })).toBeVisible();

  await page.getByRole('button', { name: 'Close recall' }).click();
  const closing = page.getByRole('dialog', { name: 'Close recall' });
  await expect(closing.getByText('16 jar are not back.')).toBeVisible();
  await field(closing, 'Conclusion').fill('The lot was contaminated at the farm');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(field(closing, 'Conclusion')).toHaveValue('The lot was contaminated at the farm');
  await closing.getByRole('button', { name: 'Close recall' }).click();
  await expect(page.getByText('Closed', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Note answer/ })).toHaveCount(0);
  await goOn(page, `/lots/${lotId}`);
  await expect(page.getByText(/^Recalled since /)).toBeVisible();
  // It stays recalled, and the closed recall is not among those that the list opens with.
  await page.getByRole('link', { name: 'See the recall' }).click();
  await expect(page.getByText('The lot was contaminated at the farm').first()).toBeVisible();
});
