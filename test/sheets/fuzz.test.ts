/**
 * Random tables in random formats, styles and damage, written by the library and read back against what was meant: the
 * reader agrees, refuses or asks, and never differs. SHEETS_SEED repeats a run, SHEETS_TABLES makes it longer (20000).
 */
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { SeededRandom } from '#seed/seededRandom.ts';
import { ASK, FAULT, imported, inwardLines, pasted, pastedLines, type Entered } from './doors.ts';
import { bytesOf, utf16, workbook, type TestCell } from './workbooks.ts';

const seed = Number(process.env['SHEETS_SEED'] ?? Date.now() % 2 ** 31);
const tables = Number(process.env['SHEETS_TABLES'] ?? 400);

/** Units by what they measure, in milligrams, millilitres and pieces. */
const units: Readonly<Record<string, readonly [kind: string, size: bigint]>> = {
  mg: ['mass', 1n],
  gm: ['mass', 1000n],
  g: ['mass', 1000n],
  kg: ['mass', 1_000_000n],
  'Kgs.': ['mass', 1_000_000n],
  Qtl: ['mass', 100_000_000n],
  MT: ['mass', 1_000_000_000n],
  ml: ['volume', 1n],
  Ltr: ['volume', 1000n],
  litre: ['volume', 1000n],
  KL: ['volume', 1_000_000n],
  pcs: ['count', 1n],
  Nos: ['count', 1n],
  dozen: ['count', 12n],
};
const itemUnits: readonly (readonly [item: string, unit: string])[] = [
  ['Amla', 'kg'],
  ['Saffron', 'kg'],
  ['Tincture', 'g'],
  ['Neem oil', 'litre'],
  ['Label', 'pcs'],
];

/** A number of thousandths as text, without zeros at its end. */
function decimals(thousandths: bigint): string {
  const text = String(thousandths).padStart(4, '0');
  return `${text.slice(0, -3)}.${text.slice(-3)}`.replace(/\.?0+$/, '');
}

/** Thousandths of one unit in another; undefined where they are no whole ones, or other things are measured. */
function converted(thousandths: bigint, from: string, to: string): number | undefined {
  const [[kind, size], [other, base]] = [units[from] ?? ['', 1n], units[to] ?? ['', 1n]];
  const exact = thousandths * size;
  return kind === other && exact % base === 0n ? Number(exact / base) / 1000 : undefined;
}

/** A cell of a workbook and as text, with what it means; undefined where it must be refused. */
interface Written {
  cell: TestCell;
  text: string;
  means: string | number | undefined;
}

const indian = (whole: string) => whole.replace(/\B(?=(?:\d\d)+\d$)/g, ',');

class Table {
  readonly random: SeededRandom;
  /** Where the unit of quantities stands. */
  readonly unitPlace: 'cell' | 'heading' | 'column' | 'none';
  readonly headingUnit: string;
  readonly decimalComma: boolean;
  readonly monthFirst: boolean;
  #hasComma = false;

  constructor(random: SeededRandom) {
    this.random = random;
    this.unitPlace = random.pick(['cell', 'heading', 'column', 'none'] as const);
    this.headingUnit = random.pick(Object.keys(units));
    this.decimalComma = random.whole(1, 8) === 1;
    this.monthFirst = random.whole(1, 4) === 1;
  }

  #isOneOf(chances: number): boolean {
    return this.random.whole(1, chances) === 1;
  }

  quantity(itemUnit: string): Written & { unit: string } {
    const { random } = this;
    const own = Object.keys(units).filter((unit) => units[unit]?.[0] === units[itemUnit]?.[0]);
    const unit =
      this.unitPlace === 'heading'
        ? this.headingUnit
        : this.unitPlace === 'none'
          ? itemUnit
          : random.pick(this.#isOneOf(6) ? Object.keys(units) : own);
    const drawn = BigInt(random.whole(1, this.#isOneOf(3) ? 99_999_999 : 250_000));
    // One cell of a column shows that its commas are before decimals.
    const isFirstComma = this.decimalComma && !this.#hasComma;
    this.#hasComma = true;
    const thousandths = isFirstComma ? drawn * 1000n + 250n : drawn;
    const plain = decimals(thousandths);
    const [whole = '', fraction] = plain.split('.');
    const inCell = this.unitPlace === 'cell' ? ` ${unit}` : '';
    const means = converted(thousandths, unit, itemUnit);
    const text = this.decimalComma
      ? `${whole},${fraction ?? '00'}${inCell}`
      : `${random.pick([plain, fraction === undefined ? indian(whole) : `${indian(whole)}.${fraction}`])}${inCell}`;
    const format = random.pick(['0.000', '#,##0.000', '#,##,##0.000', '"" 0.000']);
    const number = Number(thousandths) / 1000;
    const isText = isFirstComma || this.#isOneOf(3);
    const shown = { v: number, z: inCell === '' ? format : `${format}"${inCell}"` };
    const cell = isText ? text : inCell === '' && this.#isOneOf(2) ? number : shown;
    return { cell, text, means, unit };
  }

  lot(): Written {
    const { random } = this;
    const number = random.whole(1, 99_999);
    const zeros = String(number).padStart(6, '0');
    const kind = random.whole(1, 6);
    if (kind === 1) return { cell: { v: number, z: '000000' }, text: zeros, means: zeros };
    if (kind === 2) return { cell: { v: number, z: '"TUR-"0' }, text: `TUR-${number}`, means: `TUR-${number}` };
    if (kind === 3) return { cell: number, text: String(number), means: String(number) };
    if (kind === 4) return { cell: { e: '#REF!' }, text: '#REF!', means: undefined };
    if (kind === 5) return { cell: '2.5261E+14', text: '2.5261E+14', means: undefined };
    const code = `L/${number} "A", b`;
    return { cell: code, text: code, means: code };
  }

  expiry(): Written {
    const { random } = this;
    const [year, month, day] = [random.whole(2026, 2031), random.whole(1, 12), random.whole(1, 28)];
    const two = (value: number) => String(value).padStart(2, '0');
    const iso = `${year}-${two(month)}-${two(day)}`;
    const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
    const serial = Date.UTC(year, month - 1, day) / 86_400_000 + 25_569;
    const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
    const name = names[month - 1] ?? '';
    const digits = (sign: string) => (this.monthFirst ? [month, day] : [day, month]).map(two).join(sign);
    const sign = random.pick(['-', '/', '.']);
    const texts: [text: string, means: string][] = [
      [`${digits(sign)}${sign}${year}`, iso],
      [`${digits(sign)}${sign}${year % 100}`, iso],
      [`${day} ${name} ${year}`, iso],
      [`${name}-${year % 100}`, last],
      [`${two(month)}/${year}`, last],
      [iso, iso],
    ];
    const [text, means] = random.pick(texts);
    const formats: [format: string, means: string][] = [
      ['dd-mm-yyyy', iso],
      ['m/d/yy', iso],
      ['d mmm yyyy', iso],
      ['mmm-yy', last],
      ['mm/yyyy', last],
    ];
    const [z, shows] = random.pick(formats);
    return this.#isOneOf(2) ? { cell: text, text, means } : { cell: { v: serial, z }, text: shows, means: shows };
  }
}

interface Meant {
  itemName: string;
  quantity: number | undefined;
  code: string | number | undefined;
  expiresOn: string | number | undefined;
}

function makeTable(random: SeededRandom) {
  const table = new Table(random);
  const heading =
    table.unitPlace === 'heading'
      ? random.pick([`Qty (${table.headingUnit})`, `Quantity in ${table.headingUnit}`])
      : 'Qty';
  const columns = ['Item', heading, 'Lot No', 'Exp Date', ...(table.unitPlace === 'column' ? ['UOM'] : [])];
  const order = columns.map((_, at) => at).toSorted(() => random.whole(0, 1) - 0.5);
  const meant: Meant[] = [];
  const rows = Array.from({ length: random.whole(1, 7) }, () => {
    const [item, itemUnit] = random.pick(itemUnits);
    const quantity = table.quantity(itemUnit);
    const [lot, expiry] = [table.lot(), table.expiry()];
    const means = typeof quantity.means === 'number' ? quantity.means : undefined;
    meant.push({ itemName: item, quantity: means, code: lot.means, expiresOn: expiry.means });
    const named: Written = { cell: item, text: item, means: item };
    const unit: Written = { cell: quantity.unit, text: quantity.unit, means: quantity.unit };
    const written = [named, quantity, lot, expiry, ...(table.unitPlace === 'column' ? [unit] : [])];
    return order.map((at) => written[at] ?? named);
  });
  const above = Array.from({ length: random.whole(0, 3) }, () => ['Gauri Organics']);
  const head = order.map((at) => columns[at] ?? '');
  const { decimalComma, monthFirst } = table;
  return { meant, rows, above, head, decimalComma, monthFirst };
}

/** A table as it is written, and the door that it goes to. */
function asWritten(random: SeededRandom, { rows, above, head, decimalComma }: ReturnType<typeof makeTable>) {
  const texts = [...above, head, ...rows.map((row) => row.map(({ text }) => text))];
  const cells: TestCell[][] = [...above, head, ...rows.map((row) => row.map(({ cell }) => cell))];
  /** HTML has dates in one order, and the library shows no unit where it does not know the grouping. */
  const shownInHtml = (cell: TestCell) =>
    typeof cell === 'object' && cell !== null && 'z' in cell
      ? { ...cell, z: cell.z.replace('#,##,##0', '#,##0').replace(/^(?:m\/d\/yy|dd-mm-yyyy)$/, 'd mmm yyyy') }
      : cell;
  const way = random.pick(['xlsx', 'xls', 'xlsb', 'xlml', 'html', 'csv', 'utf-16', 'pasted'] as const);
  const isInward = random.whole(1, 3) === 1;
  const csv = Papa.unparse(texts, { delimiter: way === 'pasted' ? '\t' : random.pick([',', ';', '\t']) });
  const isMarked = random.chance(0.5);
  const ofText = way === 'utf-16' ? utf16(csv, isMarked) : bytesOf(csv);
  const isText = way === 'csv' || way === 'utf-16' || way === 'pasted';
  const html = decimalComma ? texts : cells.map((row) => row.map(shownInHtml));
  const bytes = isText ? ofText : workbook([{ rows: way === 'html' ? html : cells }], way);
  return {
    way: isInward ? `${way}, inward` : way,
    isInward,
    enter: async (answers: object): Promise<Entered> => {
      if (way === 'pasted')
        return isInward ? await pastedLines(csv, answers) : await pasted('opening-stock', csv, answers);
      return isInward ? await inwardLines(bytes, answers) : await imported('opening-stock', bytes, answers);
    },
  };
}

const fieldsOf = ({ itemName, quantity, code, expiresOn }: Meant, isInward: boolean) =>
  isInward ? { rawMaterialName: itemName, quantity, supplierLotNumber: code } : { itemName, quantity, code, expiresOn };

/** Answers to the questions about columns, as the table was meant. */
function answersTo(entered: Entered, { decimalComma, monthFirst }: ReturnType<typeof makeTable>) {
  const isAsked = (field: string) => Array.isArray(entered) && entered.some((row) => row[field] === ASK);
  return {
    ...(isAsked('quantity') && decimalComma && { decimals: { quantity: 'comma' } }),
    ...(isAsked('expiresOn') && { dateOrder: { expiresOn: monthFirst ? 'month' : 'day' } }),
  };
}

/** Cells that were read otherwise than meant, without a fault or a question; and how many were read. */
function differences(meant: readonly Meant[], entered: Entered, isInward: boolean): { read: number; wrong: string[] } {
  if (!Array.isArray(entered)) return { read: 0, wrong: [] };
  if (entered.length !== meant.length) return { read: 0, wrong: [`${entered.length} rows of ${meant.length}`] };
  const found = { read: 0, wrong: new Array<string>() };
  for (const [index, row] of entered.entries()) {
    const own = meant[index];
    if (!own) continue;
    // A unit that was refused marks its own column.
    const isRefused = row['unit'] === FAULT || row['unit'] === ASK;
    for (const [field, means] of Object.entries(fieldsOf(own, isInward))) {
      const is = row[field];
      const isAsked = is === FAULT || is === ASK || (field === 'quantity' && isRefused);
      if (isAsked) continue;
      found.read += 1;
      if (is !== means) found.wrong.push(`row ${index + 1}, ${field}: ${is} for ${means}`);
    }
  }
  return found;
}

test(`${tables} random tables are read as they were meant, or asked about (seed ${seed})`, async () => {
  const random = new SeededRandom(seed);
  let [read, cells] = [0, 0];
  for (let round = 0; round < tables; round += 1) {
    const table = makeTable(random);
    const { way, isInward, enter } = asWritten(random, table);
    const about = `table ${round}, ${way}: ${JSON.stringify([table.head, ...table.rows])}`;
    const asked = await enter({});
    expect(differences(table.meant, asked, isInward).wrong, about).toEqual([]);
    // With the answers of those who wrote it.
    const { wrong, read: more } = differences(table.meant, await enter(answersTo(asked, table)), isInward);
    expect(wrong, `answered, ${about}`).toEqual([]);
    read += more;
    cells += table.meant.length * (isInward ? 3 : 4);
  }
  // Asking about everything would be no reading.
  expect(read / cells).toBeGreaterThan(0.5);
});
