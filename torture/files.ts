/** Attack 15: bills that are more than they say, and texts that a spreadsheet program would carry out. */
import { normalizeName } from '#contract/names.ts';
import { ensureScreens } from '../scripts/screens.ts';
import type { Dice } from '#server/seed/dice.ts';
import { addInward, addMaterial, addSupplier, inwardFields } from '#test/factories.ts';
import type { Attack, Context, Outcome } from './attack.ts';
import { type Caller, callerAt, expectStatus, signIn, sureCaller } from './caller.ts';
import { prepareGround } from './checking.ts';
import { formulas, hasOffice, sheetFaults } from './sheets.ts';

/** From how many bills on the spreadsheets are opened as well: that takes a browser and LibreOffice. */
const WITH_SHEETS_FROM = 500;
const MEGA = 1024 * 1024;
const MAX_BYTES = 10 * MEGA;

const heads = {
  'application/pdf': Buffer.from('%PDF-'),
  'image/png': Buffer.from('89504e470d0a1a0a', 'hex'),
  'image/jpeg': Buffer.from('ffd8ff', 'hex'),
};

const scripts = [
  '<html><script>alert(document.cookie)</script></html>',
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  '<?php system($_GET["c"]); ?>',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  '1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj',
  '1.7\n1 0 obj<</OpenAction<</S/Launch/F(cmd.exe)>>>>endobj',
  'MZ\u0090\u0000this program cannot be run in DOS mode',
  '\u007fELF\u0002\u0001\u0001',
  '#!/bin/sh\nid\n',
  'PK\u0003\u0004\u0014\u0000xl/vbaProject.bin',
  '/*\\xff\\xd8*/alert(1)//',
  'GIF89a/*<svg/onload=alert(1)>*/=1',
];

/** A PNG that says it is 60,000 × 60,000, and a PDF whose streams say they unpack to gigabytes. */
const bombs = [
  Buffer.concat([heads['image/png'], Buffer.from('0000000d494844520000ea600000ea600806000000', 'hex')]),
  Buffer.from(`%PDF-1.7\n1 0 obj<</Filter[${'/FlateDecode '.repeat(2000)}]/Length 9>>stream\nxxxxxxxxx\nendstream`),
];

const claims = [
  'data:application/pdf;base64,',
  'data:image/png;base64,',
  'data:text/html;base64,',
  'data:image/svg+xml;base64,',
  'data:application/x-msdownload;name=bill.pdf.exe;base64,',
  `data:application/pdf;name=${'x'.repeat(5000)}.pdf;base64,`,
  'data:application/pdf;name="../../../../etc/cron.d/x\\r\\nSet-Cookie: a=b";base64,',
  'data:;base64,',
  'DATA:APPLICATION/PDF;BASE64,',
  'data:application/pdf,',
  'data:application/pdf;charset=utf-16;base64,',
  'application/pdf;base64,',
  '',
];

function made(dice: Dice): Buffer {
  const script = Buffer.from(dice.pick(scripts));
  const head = heads[dice.pick(['application/pdf', 'image/png', 'image/jpeg'] as const)];
  const bytes = Buffer.from(Array.from({ length: dice.whole(0, 300) }, () => dice.whole(0, 255)));
  const size = dice.pick([MAX_BYTES - 1, MAX_BYTES, MAX_BYTES + 1]);
  const ways: (() => Buffer)[] = [
    () => script,
    () => Buffer.concat([head, script]),
    () => Buffer.concat([head, bytes, script]),
    () => Buffer.concat([Buffer.from(' '), head, script]),
    () => Buffer.concat([Buffer.from('\ufeff'), head, script]),
    () => Buffer.concat([script, head]),
    () => head.subarray(0, -1),
    () => dice.pick(bombs),
    () => bytes,
  ];
  // A large one now and then: it takes as long as a hundred small ones.
  return dice.chance(0.01) ? Buffer.concat([head, Buffer.alloc(size - head.length, 'x')]) : dice.pick(ways)();
}

/** What the bytes are, by their beginning alone. */
function typeOf(bytes: Buffer): string | undefined {
  return Object.entries(heads).find(([, head]) => bytes.subarray(0, head.length).equals(head))?.[0];
}

interface Totals {
  bills: number;
  taken: number;
  refused: number;
  faults: string[];
}

interface Office {
  address: string;
  token: string;
  call: Caller;
  supplierId: number;
  materialId: number;
}

async function sendBill(office: Office, dice: Dice, totals: Totals): Promise<void> {
  const { address, token, call, supplierId, materialId } = office;
  const bytes = made(dice);
  const claim = dice.pick(claims);
  const encoded = dice.chance(0.95) ? bytes.toString('base64') : bytes.toString('base64url').concat(' \n%');
  const fields = inwardFields(supplierId, [[materialId, 1]], { billAttachment: claim + encoded });
  const answer = await call('POST', '/inward', fields);
  const type = typeOf(bytes);
  const isReadable = /^data:.*;base64,$/s.test(claim) && /^[A-Za-z0-9+/]*={0,2}$/.test(encoded) && encoded !== '';
  const isFine = isReadable && type !== undefined && bytes.length <= MAX_BYTES;
  const where = `${claim.slice(0, 60)} with ${bytes.length} bytes, ${bytes.toString('latin1', 0, 40)}`;
  totals.bills += 1;
  totals[isFine ? 'taken' : 'refused'] += 1;
  const expected = isFine ? [201] : bytes.length > MAX_BYTES && isReadable ? [413] : [400];
  if (!answer || !expected.includes(answer.status)) {
    totals.faults.push(`${answer?.status ?? 'no answer'}, not ${expected.join(' or ')}: ${where}`);
    return;
  }
  if (!isFine) return;
  const id = Number(answer.json.inwardId);
  const extension = type === 'image/jpeg' ? 'jpg' : type.replace(/.*\//, '');
  const bill = await fetch(`${address}/api/inward/${id}/bill`, { headers: { authorization: `Bearer ${token}` } });
  const headers = Object.fromEntries(bill.headers);
  const wanted = {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'content-disposition': `inline; filename="inward-${id}.${extension}"`,
  };
  for (const [name, value] of Object.entries(wanted)) {
    if (headers[name] !== value) totals.faults.push(`${name}: ${headers[name]}, not ${value}: ${where}`);
  }
  if (!Buffer.from(await bill.arrayBuffer()).equals(bytes)) totals.faults.push(`other bytes came back: ${where}`);
}

/** Puts the formulas into every text field that ends in a spreadsheet; answers the texts that must be there. */
async function addFormulas(call: Caller, materialId: number): Promise<string[]> {
  const sure = sureCaller(call);
  const { categoryId } = await expectStatus(201, call('POST', '/Categories', { name: '=1+1', status: 1 }));
  for (const [index, text] of formulas.entries()) {
    await addMaterial(sure, { name: text, unit: text.slice(0, 20), description: text });
    const supplierId = await addSupplier(sure, { name: text, address: text });
    await expectStatus(
      201,
      call('POST', '/inward', inwardFields(supplierId, [[materialId, 1]], { invoiceNumber: text })),
    );
    await expectStatus(201, call('POST', '/buyers', { name: text, address: text, phone: '9811111112', status: 1 }));
    const user = { fullName: text, email: `${index}@example.in`, phone: '9876543210', userRole: 'user' };
    await expectStatus(201, call('POST', '/Auth/register', { ...user, password: 'correct horse battery' }));
    const product = { name: text, description: text, categoryId, price: 1, unit: text.slice(0, 20) };
    const { productId } = await expectStatus(201, call('POST', '/products', product));
    // Two of them are one batch number: a full-width sign is the usual one.
    const good = { productId, batchNumber: `${text} ${index}`, quantity: index + 1, status: 'available' };
    await expectStatus(201, call('POST', '/goods', good));
  }
  return formulas.map(normalizeName);
}

async function run(context: Context): Promise<Outcome> {
  const isOpened = context.rounds >= WITH_SHEETS_FROM && hasOffice();
  // A server looks for the screens when it starts.
  if (isOpened) await ensureScreens();
  const place = await context.makePlace();
  const server = await context.startServer(place);
  const token = await signIn(server);
  const call = callerAt(server.address, token);
  const { supplierId, materialIds } = await prepareGround(call);
  const [materialId = 0] = materialIds;
  await addInward(sureCaller(call), supplierId, [[materialId, 1]]);
  const totals: Totals = { bills: 0, taken: 0, refused: 0, faults: [] };
  while (totals.bills < context.rounds && context.hasTime()) {
    await sendBill({ address: server.address, token, call, supplierId, materialId }, context.dice, totals);
    context.progress(totals.bills);
  }
  const texts = await addFormulas(call, materialId);
  const sheets = isOpened ? await sheetFaults(server, texts) : undefined;
  return {
    rounds: totals.bills,
    figures: {
      'taken and served inert': totals.taken,
      refused: totals.refused,
      'kinds of formulas in text fields': formulas.length,
      'texts of spreadsheets opened in LibreOffice': sheets
        ? sheets.cells
        : 'none, it is not installed or not the long form',
    },
    faults: [...totals.faults, ...(sheets?.faults ?? [])],
  };
}

export const files: Attack = {
  name: 'files',
  promise: 'An uploaded or exported file cannot run.',
  engines: ['sqlite', 'postgres'],
  unit: 'bills',
  rounds: { long: 3000, short: 60 },
  broken: [
    {
      what: 'a bill is what it claims to be',
      edits: [
        {
          file: 'server/inward/bill.ts',
          from: 'if (!type) throw refused;',
          to: "if (!type) return { mediaType: 'application/pdf', bytes };",
        },
      ],
    },
    {
      what: 'a bill is served without its sandbox',
      edits: [
        {
          file: 'server/inward/routes.ts',
          from: ".header('content-security-policy', \"sandbox; default-src 'none'\")",
          to: '',
        },
      ],
    },
  ],
  run,
};
