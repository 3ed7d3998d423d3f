import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { billPdf } from '#server/office/sample/billPdf.ts';
import { activePdf, activePdfs } from '#test/activePdfs.ts';
import { jpeg, pdf, png } from '#test/factories.ts';
import { findActiveContent } from './activeContent.ts';

test.each([
  ['a script on opening', ['scripts', 'opening']],
  ['a script on opening, in an object stream', ['scripts', 'opening']],
  ['a script under an escaped name', ['scripts']],
  ['an action of the page', ['opening']],
  ['a start of another program', ['opening', 'programs']],
  ['an attached file', ['files']],
  ['a form that sends itself', ['opening', 'forms', 'sending']],
] as const)('%s is detected', (name, kinds) => {
  expect(findActiveContent(activePdfs[name])).toEqual(kinds);
});

const goTo = '<< /Type /Action /S /GoTo /D [3 0 R /Fit] >>';

test.each([
  ['a page', activePdf({})],
  [
    'a bill of the sample data',
    billPdf({
      supplier: 'Hill Farms',
      letterhead: [],
      invoiceNumber: 'HF/1',
      date: '20-11-2026',
      lines: [],
      subTotal: '0.00',
      gst: '0.00',
      grandTotal: '0.00',
    }),
  ],
  ['the beginning of a PDF', pdf],
  ['a PNG', png],
  ['a JPEG', jpeg],
  ['a JPEG that names a script', Buffer.concat([jpeg, Buffer.from('/JavaScript')])],
  ['a view to begin with', activePdf({ catalogue: '/OpenAction [3 0 R /FitH null]' })],
  ['a page to begin with', activePdf({ catalogue: `/OpenAction ${goTo}` })],
  ['a page to begin with, by its number', activePdf({ catalogue: '/OpenAction 9 0 R', objects: { 9: goTo } })],
  [
    'a page to begin with, in an object stream',
    activePdf({ catalogue: '/OpenAction 9 0 R', objects: { 9: goTo }, packed: [1, 2, 9] }),
  ],
  ['names that only begin alike', activePdf({ catalogue: '/AAA 1 /Launcher 2 /JSON (x)' })],
  ['a short name without its value', activePdf({ catalogue: '/Kind /AA /Other /JS' })],
])('%s has no active content', (_, bytes) => {
  expect(findActiveContent(bytes)).toEqual([]);
});

test('an action on opening that is defined twice is harmless only if both are', () => {
  const once = activePdf({ catalogue: '/OpenAction 9 0 R', objects: { 9: goTo } });
  expect(findActiveContent(Buffer.concat([once, Buffer.from('9 0 obj << /S /URI >> endobj')]))).toEqual(['opening']);
});

test('object streams without a declared type are examined', () => {
  const objects = { 9: '<< /S /JavaScript /JS (app.alert\\(1\\)) >>' };
  expect(findActiveContent(activePdf({ objects, packed: [9], streamType: '' }))).toEqual(['scripts']);
});

function withStream(content: Buffer, dictionary = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode'): Buffer {
  const head = `%PDF-1.7\n9 0 obj << ${dictionary} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\nendstream endobj')]);
}

test.each([
  ['encrypted', withStream(Buffer.from('no deflate stream at all'))],
  ['packed twice', withStream(deflateSync(deflateSync('9 0 << /S /JavaScript >>')))],
  ['cut off by damage', withStream(Buffer.concat([deflateSync('9 0 ').subarray(0, 2), Buffer.alloc(40, 0xff)]))],
  ['unpacked to more than is looked at', withStream(deflateSync(Buffer.alloc(9 * 1024 * 1024, '9 0 ')))],
  ['too many', Buffer.concat([pdf, Buffer.from('/ObjStm stream\n'.repeat(1001))])],
])('objects in a stream that is %s are reported as not checked', (_, bytes) => {
  expect(findActiveContent(bytes)).toEqual(['unchecked']);
});
