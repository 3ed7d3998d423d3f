/** Attack 15: bills, certificates and packs with active content, and texts that a spreadsheet, browser or scanner would run. */
import { deflateSync } from 'node:zlib';
import type { ActiveContent } from '#contract/core/attachments.ts';
import { normalizeName } from '#contract/core/values/names.ts';
import type { SeededRandom } from '#seed/seededRandom.ts';
import { activePdfs } from '#test/activePdfs.ts';
import { addInward, addMaterial, addSupplier, dataUrl, inwardFields, pdf } from '#test/factories.ts';
import { ensureScreens } from '../../scripts/screens.ts';
import { type Caller, expectStatus, startServers, sureCaller } from '../clients/caller.ts';
import { personFields } from '../clients/people.ts';
import { prepareGround } from '../clients/writer.ts';
import type { Attack, Findings } from '../runner/attack.ts';
import type { Server } from '../runner/server.ts';
import { checkFaults, hostileNames, labelFaults, packFaults } from './packFiles.ts';
import { formulas, hasOffice, sheetFaults } from './spreadsheets.ts';

/** Spreadsheets are checked from so many bills on: that takes a browser and LibreOffice. */
const WITH_SHEETS_FROM = 500;
const MAX_BYTES = 10 * 1024 * 1024;

const signatures = {
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

/** Objects that unpack to a thousand times their size. */
const packedObjects = Buffer.concat([
  Buffer.from('%PDF-1.7\n1 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>stream\n'),
  deflateSync(Buffer.alloc(MAX_BYTES, '9 0 ')),
]);

/** PDFs that act when other programs open them, with their expected kinds of active content. */
const acting: readonly [bytes: Buffer, kinds: readonly ActiveContent[]][] = [
  [activePdfs['a script on opening'], ['scripts', 'opening']],
  [activePdfs['a script on opening, in an object stream'], ['scripts', 'opening']],
  [activePdfs['a script under an escaped name'], ['scripts']],
  [activePdfs['a start of another program'], ['opening', 'programs']],
  [activePdfs['an attached file'], ['files']],
  [activePdfs['a form that sends itself'], ['opening', 'forms', 'sending']],
  [packedObjects, ['unchecked']],
];

/** A PNG of 60,000 × 60,000 pixels, and a PDF whose streams unpack to gigabytes. */
const bombs = [
  Buffer.concat([signatures['image/png'], Buffer.from('0000000d494844520000ea600000ea600806000000', 'hex')]),
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

function randomFile(random: SeededRandom): Buffer {
  const script = Buffer.from(random.pick(scripts));
  const signature = random.pick(Object.values(signatures));
  const bytes = random.bytes(random.whole(0, 300));
  // Rarely a large one: it costs as much as a hundred small ones.
  if (random.chance(0.01)) {
    const size = random.pick([MAX_BYTES - 1, MAX_BYTES, MAX_BYTES + 1]);
    return Buffer.concat([signature, Buffer.alloc(size - signature.length, 'x')]);
  }
  return random.pick([
    script,
    Buffer.concat([signature, script]),
    Buffer.concat([signature, bytes, script]),
    Buffer.concat([Buffer.from(' '), signature, script]),
    Buffer.concat([Buffer.from('\ufeff'), signature, script]),
    Buffer.concat([script, signature]),
    signature.subarray(0, -1),
    random.pick(bombs),
    bytes,
  ]);
}

function typeOf(bytes: Buffer): string | undefined {
  return Object.entries(signatures).find(([, start]) => bytes.subarray(0, start.length).equals(start))?.[0];
}

interface Sender {
  server: Server;
  token: string;
  call: Caller;
  supplierId: number;
  materialId: number;
}

/** Where files are sent to, and read from. */
interface Place {
  path: string;
  body(sender: Sender, file: string): object;
  idName: string;
  filePath: string;
  fileName: string;
}

const places: readonly Place[] = [
  {
    path: '/inward',
    body: ({ supplierId, materialId }, billAttachment) =>
      inwardFields(supplierId, [[materialId, 1]], { billAttachment }),
    idName: 'inwardId',
    filePath: 'bill',
    fileName: 'inward',
  },
  {
    path: '/certificates',
    body: ({ supplierId }, file) => ({ ...certificateOf(supplierId), file }),
    idName: 'certificateId',
    filePath: 'file',
    fileName: 'certificate',
  },
];

const certificateOf = (supplierId: number, number = 'ORG/1') => ({
  holder: 'supplier',
  supplierId,
  scheme: 'NPOP',
  number,
  allItems: true,
  validFrom: '2026-04-01',
  validTo: '2027-03-31',
});

interface SentFile {
  place: Place;
  bytes: Buffer;
  claim: string;
  encoded: string;
}

function randomSent(random: SeededRandom): SentFile {
  const place = random.pick(places);
  const bytes = randomFile(random);
  const claim = random.pick(claims);
  const encoded = random.chance(0.95) ? bytes.toString('base64') : bytes.toString('base64url').concat(' \n%');
  return { place, bytes, claim, encoded };
}

async function sendFile(sender: Sender, { place, bytes, claim, encoded }: SentFile, found: Findings): Promise<void> {
  const { server, token, call } = sender;
  const answer = await call('POST', place.path, place.body(sender, claim + encoded));
  const type = typeOf(bytes);
  const isReadable = /^data:.*;base64,$/s.test(claim) && /^[A-Za-z0-9+/]*={0,2}$/.test(encoded) && encoded !== '';
  const isFine = isReadable && type !== undefined && bytes.length <= MAX_BYTES;
  const where = `${place.path}: ${claim.slice(0, 60)} with ${bytes.length} bytes, ${bytes.toString('latin1', 0, 40)}`;
  found.count(isFine ? 'taken and served inert' : 'refused');
  const expected = isFine ? 201 : bytes.length > MAX_BYTES && isReadable ? 413 : 400;
  if (answer?.status !== expected) {
    found.faults.push(`${answer?.status ?? 'no answer'}, not ${expected}: ${where}`);
    return;
  }
  if (!isFine) return;
  const id = Number(answer.json[place.idName]);
  const extension = type === 'image/jpeg' ? 'jpg' : type.replace(/.*\//, '');
  const file = await fetch(`${server.address}/api${place.path}/${id}/${place.filePath}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const wanted = {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'content-disposition': `inline; filename="${place.fileName}-${id}.${extension}"`,
  };
  for (const [name, value] of Object.entries(wanted)) {
    const sent = file.headers.get(name);
    if (sent !== value) found.faults.push(`${name}: ${sent}, not ${value}: ${where}`);
  }
  if (!Buffer.from(await file.arrayBuffer()).equals(bytes)) found.faults.push(`other bytes came back: ${where}`);
  const kinds = acting.find(([known]) => known === bytes)?.[1];
  if (kinds === undefined) return;
  found.count('PDFs that act, noted as such');
  const { json } = await sureCaller(call)('GET', `${place.path}/${id}`);
  if (String(json.activeContent) !== String(kinds))
    found.faults.push(`noted ${json.activeContent}, not ${kinds.join()}`);
}

/** Puts formulas into every text field that is exported; returns the expected texts. */
async function addFormulas(call: Caller, materialId: number): Promise<string[]> {
  const sure = sureCaller(call);
  const add = async (path: string, fields: object) => await expectStatus(201, call('POST', path, fields));
  const { categoryId } = await add('/Categories', { name: '=1+1', status: 1 });
  for (const [index, text] of formulas.entries()) {
    await addMaterial(sure, { name: text, unit: text.slice(0, 20), description: text });
    const supplierId = await addSupplier(sure, { name: text, address: text });
    await add('/inward', inwardFields(supplierId, [[materialId, 1]], { invoiceNumber: text }));
    await add('/buyers', { name: text, address: text, phone: '9811111112', status: 1 });
    await add('/Auth/register', personFields(`${index}@example.in`, 'user', { fullName: text }));
    const product = { name: text, description: text, categoryId, price: 1, unit: text.slice(0, 20) };
    const { productId } = await add('/products', product);
    // Two of them are the same batch number: full-width signs are normalized.
    await add('/goods', { productId, batchNumber: `${text} ${index}`, quantity: index + 1, status: 'available' });
  }
  return formulas.map(normalizeName);
}

/** Gives papers and lots names that mean something elsewhere: a pack has files and a page of them. */
async function addHostileNames(call: Caller, supplierId: number, rawMaterialId: number): Promise<number[]> {
  const lotIds: number[] = [];
  for (const text of [...hostileNames, ...formulas]) {
    const over = {
      invoiceNumber: text,
      rawMaterials: [
        { rawMaterialId, quantity: 1, pricePerUnit: 1, code: `${text} ${lotIds.length}`, supplierLotNumber: text },
      ],
    };
    const { rawMaterials } = await expectStatus(201, call('POST', '/inward', inwardFields(supplierId, [], over)));
    lotIds.push(rawMaterials[0].lotId);
    const file = dataUrl(pdf);
    await expectStatus(201, call('POST', '/certificates', { ...certificateOf(supplierId, text), file }));
  }
  return lotIds;
}

export const files: Attack = {
  name: 'files',
  promise: 'An uploaded or exported file cannot run.',
  unit: 'files',
  rounds: { long: 3000, short: 6 },
  broken: {
    'a bill is what it claims to be': [
      [
        'server/core/records/attachments.ts',
        'if (!type) throw refused;',
        "if (!type) return { mediaType: 'application/pdf', bytes };",
      ],
    ],
    'the page of a pack says texts as they are': [
      [
        'server/core/escapeHtml.ts',
        'return text.replaceAll(/[&<>"\']/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`);',
        'return text;',
      ],
    ],
    'scripts in object streams are not looked for': [
      [
        'server/core/records/activeContent.ts',
        "if (word.startsWith('end') || !objectStream.test(dictionary)) continue;",
        "if (word.startsWith('end') || objectStream.test(dictionary)) continue;",
      ],
    ],
    'a bill is served without its sandbox': [
      ['server/core/records/attachments.ts', ".header('content-security-policy', \"sandbox; default-src 'none'\")", ''],
    ],
  },
  async run(context) {
    const { found, random } = context;
    const withSheets = context.rounds >= WITH_SHEETS_FROM && hasOffice();
    // A server looks for the screens at its start.
    if (withSheets) await ensureScreens();
    const { server, token, call } = await startServers(context, { count: 1 });
    const { supplierId, materialIds } = await prepareGround(call);
    const [materialId = 0] = materialIds;
    await addInward(sureCaller(call), supplierId, [[materialId, 1]]);
    const sender = { server, token, call, supplierId, materialId };
    for (const place of places) {
      for (const [bytes] of acting) {
        const sent = { place, bytes, claim: 'data:application/pdf;base64,', encoded: bytes.toString('base64') };
        await sendFile(sender, sent, found);
      }
    }
    while (context.goesOn()) {
      await sendFile(sender, randomSent(random), found);
      found.add('scanned texts that lead elsewhere', await labelFaults(server, random));
      if (random.chance(0.2)) {
        found.count('files that are no packs');
        found.faults.push(...(await checkFaults({ server, token, call }, random)));
      }
      context.countRound();
    }
    const lotIds = await addHostileNames(call, supplierId, materialId);
    const texts = await addFormulas(call, materialId);
    found.count('kinds of formulas in text fields', formulas.length);
    if (withSheets) {
      const { cells, faults } = await sheetFaults(server, texts);
      found.count('texts of spreadsheets opened in LibreOffice', cells);
      found.faults.push(...faults);
    }
    const made = await packFaults({ server, token, call }, lotIds);
    found.count('files of a pack', made.files);
    found.faults.push(...made.faults);
  },
};
