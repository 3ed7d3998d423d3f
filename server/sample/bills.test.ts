import { crc32, inflateSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { formatAmount, formatDate } from '#contract/format.ts';
import type { InwardRecord } from '#contract/inward.ts';
import { buildTestApp, type TestApp } from '#test/buildTestApp.ts';
import { inTransaction } from '../db/transaction.ts';
import { billPdf } from './billPdf.ts';
import { loadSampleData } from './sample.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
  const { userId } = await app.person('admin');
  await inTransaction(app.store.db, async (trx) => await loadSampleData(trx, userId, app.clock.now, 'Asia/Kolkata'));
});

test('every invoice has a bill that opens and says what the invoice says', async () => {
  const admin = await app.as('admin');
  const inwards: InwardRecord[] = (await admin('GET', '/inward/get-all-with-rawmaterials')).json;
  const kinds: string[] = [];
  for (const { inwardId, invoiceNumber, inwardDate, supplierName, grandTotal, rawMaterials } of inwards) {
    const { json } = await admin('GET', `/inward/${inwardId}`);
    const [head = '', encoded = ''] = String(json.billAttachment).split(',');
    kinds.push(head);
    const file = Buffer.from(encoded, 'base64');
    if (head === 'data:application/pdf;base64') {
      const names = rawMaterials.map((line) => line.rawMaterialName);
      const expected = [supplierName, `Invoice no.  ${invoiceNumber}`, formatAmount(grandTotal), ...names];
      expect(pdfText(file)).toEqual(expect.arrayContaining([...expected, `Date  ${formatDate(inwardDate)}`]));
    } else {
      expect(pngGreys(file)).toEqual(new Set([0x5a, 0xb4, 0xff]));
    }
  }
  expect(new Set(kinds)).toEqual(new Set(['data:application/pdf;base64', 'data:image/png;base64']));
});

test('a PDF is refused for signs that its fonts do not have', () => {
  const bill = { supplier: 'कोकण', letterhead: [], invoiceNumber: '1', date: '', lines: [], subTotal: '', gst: '' };
  expect(() => billPdf({ ...bill, grandTotal: '' })).toThrow('कोकण');
});

/** Reads a PDF as a viewer does, from its end over its table to its objects; returns the page's texts. */
function pdfText(file: Buffer): string[] {
  const text = file.toString('latin1');
  expect(text.startsWith('%PDF-1.4\n')).toBe(true);
  const table = text.slice(Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]));
  const head = /^xref\n0 (\d+)\n/.exec(table);
  const count = Number(head?.[1]);
  const entries = table.slice(head?.[0].length).match(/.{18} \n|.{18}\r\n/g) ?? [];
  expect(count).toBe(7);
  expect(table).toContain(`/Size ${count} /Root 1 0 R`);
  for (let id = 1; id < count; id += 1) {
    expect(entries[id]).toMatch(/^\d{10} 00000 n \n$/);
    expect(text.slice(Number(entries[id]?.slice(0, 10)))).toMatch(new RegExp(`^${id} 0 obj\n`));
  }
  const stream = /\/Length (\d+) >>\nstream\n/.exec(text);
  const start = (stream?.index ?? 0) + (stream?.[0].length ?? 0);
  const end = start + Number(stream?.[1]);
  expect(text.slice(end)).toMatch(/^\nendstream\nendobj\n/);
  return [...text.slice(start, end).matchAll(/\((.*)\) Tj/g)].map(([, shown = '']) => shown);
}

/** Decodes and validates a greyscale PNG; returns the greys it contains. */
function pngGreys(file: Buffer): Set<number> {
  expect(file.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    const end = at + 8 + file.readUInt32BE(at);
    expect(file.readUInt32BE(end)).toBe(crc32(file.subarray(at + 4, end)));
    chunks.set(file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, end));
  }
  expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND']);
  const header = chunks.get('IHDR') ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  expect([...header.subarray(8)]).toEqual([8, 0, 0, 0, 0]);
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  expect(rows).toHaveLength((width + 1) * height);
  const greys = new Set<number>();
  for (let y = 0; y < height; y += 1) {
    const row = rows.subarray(y * (width + 1), (y + 1) * (width + 1));
    expect(row[0]).toBe(0);
    for (const grey of row.subarray(1)) greys.add(grey);
  }
  return greys;
}
