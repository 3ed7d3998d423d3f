/** PDFs with parts that act, written by hand: one page each, on which a text is drawn. */
import { deflateSync } from 'node:zlib';

const content = 'BT /F 48 Tf 60 600 Td (Bill of the farm) Tj ET 0 0.4 0.1 rg 60 400 300 80 re f';

interface ActivePdf {
  /** Entries of the catalogue, such as '/OpenAction 9 0 R'. */
  catalogue?: string;
  /** Further objects by number, from 9 on. */
  objects?: Readonly<Record<number, string>>;
  /** Numbers of objects that are packed into an object stream, with its cross-reference stream. */
  packed?: readonly number[];
  /** Entries of the cross-reference stream, such as '/Encrypt 9 0 R'. */
  trailer?: string;
  /** Type of the object stream, instead of its declaration as one. */
  streamType?: string;
}

function bodies({ catalogue = '', objects = {} }: ActivePdf): Map<number, string> {
  const base: Record<number, string> = {
    1: `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    4: `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...objects,
  };
  return new Map(Object.entries(base).map(([number, body]) => [Number(number), body]));
}

function packedObjects(all: ReadonlyMap<number, string>, packed: readonly number[], type: string): Buffer<ArrayBuffer> {
  let [header, body] = ['', ''];
  for (const number of packed) {
    header += `${number} ${body.length} `;
    body += `${all.get(number) ?? 'null'} `;
  }
  const bytes = deflateSync(Buffer.from(header + body, 'latin1'));
  const dictionary = `<< ${type} /N ${packed.length} /First ${header.length} /Filter /FlateDecode /Length ${bytes.length} >>`;
  return Buffer.concat([Buffer.from(`${dictionary}\nstream\n`), bytes, Buffer.from('\nendstream')]);
}

/** A PDF of one page whose further parts are given. */
export function activePdf(parts: ActivePdf): Buffer<ArrayBuffer> {
  const all = bodies(parts);
  const { packed = [], trailer = '', streamType = '/Type /ObjStm' } = parts;
  const streamNumber = Math.max(...all.keys()) + 1;
  const tableNumber = streamNumber + 1;
  const pieces = [Buffer.from('%PDF-1.7\n')];
  const places = new Map<number, number>();
  const add = (number: number, body: Buffer<ArrayBuffer>) => {
    places.set(number, Buffer.concat(pieces).length);
    pieces.push(Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n'));
  };
  for (const [number, body] of all) if (!packed.includes(number)) add(number, Buffer.from(body, 'latin1'));
  add(streamNumber, packedObjects(all, packed, streamType));
  const begin = Buffer.concat(pieces).length;
  places.set(tableNumber, begin);
  // Cross-reference stream: a kind, a place or an object stream, a generation or an index, in 1, 4 and 2 bytes.
  const table = Buffer.alloc((tableNumber + 1) * 7);
  for (const [number, place] of places) {
    table.writeUInt8(1, number * 7);
    table.writeUInt32BE(place, number * 7 + 1);
  }
  for (const [index, number] of packed.entries()) {
    table.writeUInt8(2, number * 7);
    table.writeUInt32BE(streamNumber, number * 7 + 1);
    table.writeUInt16BE(index, number * 7 + 5);
  }
  const head = `${tableNumber} 0 obj\n<< /Type /XRef /Size ${tableNumber + 1} /W [1 4 2] /Root 1 0 R ${trailer} /Length ${table.length} >>\nstream\n`;
  pieces.push(Buffer.from(head), table, Buffer.from(`\nendstream\nendobj\nstartxref\n${begin}\n%%EOF\n`));
  return Buffer.concat(pieces);
}

const alert = "<< /S /JavaScript /JS (app.alert\\('Type your password'\\)) >>";

/** Each kind of active content, in the ways in which it is hidden. */
export const activePdfs = {
  'a script on opening': activePdf({ catalogue: '/OpenAction 9 0 R', objects: { 9: alert } }),
  'a script on opening, in an object stream': activePdf({
    catalogue: '/OpenAction 9 0 R',
    objects: { 9: alert },
    packed: [1, 2, 9],
  }),
  'a script under an escaped name': activePdf({
    catalogue: '/Names << /#4aavaScript << /Names [(a) << /S /Jav#61Script /J#53 (app.alert\\(1\\)) >>] >> >>',
  }),
  'an action of the page': activePdf({ catalogue: '/AA << /WC << /S /URI /URI (http://127.0.0.1:1/) >> >>' }),
  'a start of another program': activePdf({
    catalogue: '/OpenAction 9 0 R',
    objects: { 9: '<< /S /Launch /F (cmd.exe) >>' },
  }),
  'an attached file': activePdf({
    catalogue: '/Names << /EmbeddedFiles << /Names [(run.js) 9 0 R] >> >>',
    objects: { 9: '<< /Type /Filespec /F (run.js) >>' },
  }),
  'a form that sends itself': activePdf({
    catalogue: '/AcroForm << /Fields [] /XFA 9 0 R >> /OpenAction 10 0 R',
    objects: { 9: '(x)', 10: '<< /S /SubmitForm /F (http://127.0.0.1:1/) >>' },
  }),
} as const;

/** A PDF that is read with a password alone. */
export const lockedPdf = activePdf({
  trailer: '/Encrypt 9 0 R /ID [<00> <00>]',
  objects: { 9: `<< /Filter /Standard /V 1 /R 2 /O (${'o'.repeat(32)}) /U (${'u'.repeat(32)}) /P -4 >>` },
});

/** A PDF of many pages, with their numbers. */
export function manyPages(pages: number): Buffer<ArrayBuffer> {
  const objects: Record<number, string> = {};
  const kids = Array.from({ length: pages }, (_, index) => {
    const [page, text] = [100 + 2 * index, `BT /F 48 Tf 60 600 Td (Sheet ${index + 1}) Tj ET`];
    objects[page] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${page + 1} 0 R /Resources << /Font << /F 5 0 R >> >> >>`;
    objects[page + 1] = `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;
    return `${page} 0 R`;
  });
  objects[2] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`;
  return activePdf({ objects });
}
