import { readSheet } from 'read-excel-file/node';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import writeXlsxFile from 'write-excel-file/node';
import { expect, test } from 'vitest';
import { textsOfWorkbook } from './percentCells.ts';

const read = async (file: Blob) => await readSheet(Buffer.from(await file.arrayBuffer()));

test('a cell that is formatted as a percentage is read as shown', async () => {
  const numbers: [value: number, format?: string][] = [
    [0.95, '0%'],
    [0.285, '0.00%'],
    [0.125, '0.0"%" %'],
    [0.5, '0.0" %"'],
    [1.02, '#,##0.0%;[Red]-#,##0.0%'],
    [0.95],
    [12.5, '0.00'],
  ];
  const date = { value: new Date('2026-11-03T00:00:00Z'), type: Date, format: 'dd-mm-yyyy' };
  const cells = numbers.map(([value, format]) => ({ value, type: Number, ...(format ? { format } : {}) }));
  const written = await writeXlsxFile([
    [{ value: 'Yield' }, { value: 'Made on' }],
    [...cells, date],
  ]).toBuffer();
  // Excel has numbers of its own for 0% and 0.00%, and others for those that people write.
  const files = unzipSync(new Uint8Array(written));
  const styles = strFromU8(files['xl/styles.xml'] ?? new Uint8Array());
  const own = /numFmtId="(\d+)" formatCode="0%"/.exec(styles)?.[1] ?? '';
  const builtIn = styles.replaceAll(new RegExp(`(<xf [^>]*numFmtId=")${own}"`, 'g'), '$19"');
  expect(builtIn).not.toBe(styles);
  const bytes = zipSync({ ...files, 'xl/styles.xml': strToU8(builtIn) });
  const [, row] = await textsOfWorkbook(bytes, read);
  expect(row).toEqual(['95%', '28.5%', '12.5%', '0.5', '102%', '0.95', '12.5', '03-11-2026']);
});

test('a workbook without percentages is read once', async () => {
  const written = await writeXlsxFile([[{ value: 0.95, type: Number }]]).toBuffer();
  let reads = 0;
  const counting = async (file: Blob) => {
    reads += 1;
    return await read(file);
  };
  expect(await textsOfWorkbook(new Uint8Array(written), counting)).toEqual([['0.95']]);
  expect(reads).toBe(1);
});

test('empty rows that a workbook leaves out count as rows', async () => {
  const written = await writeXlsxFile([[{ value: 'a' }], [{ value: 'b' }]]).toBuffer();
  const files = unzipSync(new Uint8Array(written));
  const name = 'xl/worksheets/sheet1.xml';
  const xml = strFromU8(files[name] ?? new Uint8Array());
  // As Excel writes two rows with empty ones above and between them.
  const moved = xml
    .replace('<row r="1"', '<row r="3"')
    .replace('r="A1"', 'r="A3"')
    .replace('<row r="2"', '<row r="6"')
    .replace('r="A2"', 'r="A6"');
  expect(moved).not.toBe(xml);
  const bytes = zipSync({ ...files, [name]: strToU8(moved) });
  const rows = await textsOfWorkbook(bytes, read);
  expect(rows.map((row) => row.join())).toEqual(['', '', 'a', '', '', 'b']);
});
