/** Lines of an invoice in a table: which columns they are, and how their cells are read in the units of the materials. */
import { lineTotal } from '#contract/buy/inward.ts';
import { inwardLineColumns } from '#contract/buy/inwardLineColumns.ts';
import { inwardTexts } from '#contract/buy/inwardTexts.ts';
import { discounted, isAmountOf } from '#contract/buy/linePrice.ts';
import { amountText } from '#contract/core/values/numbers.ts';
import { readCellQuantity } from '#contract/core/values/cellNumbers.ts';
import type { ImportColumn } from '#contract/core/importColumns.ts';
import { importTexts, type ImportAnswers, type RowFault } from '#contract/stock/importing.ts';
import { isUnit, unitKey } from '#contract/stock/items/units.ts';
import { readCell, rulesOf, type CellReading } from '#contract/stock/sheets/cells.ts';
import { headingUnit, matchHeadings } from '#contract/stock/sheets/headings.ts';
import { priceBeside, priceIn, quantityIn, type UnitSizes } from '#contract/stock/sheets/itemUnit.ts';
import { questionTexts } from '#contract/stock/sheets/questionTexts.ts';
import { isTotal } from '#contract/stock/sheets/totals.ts';
import type { ReadTable } from '#web/core/sheets/readTable.ts';
import { headedTable, type HeadedTable } from '#web/stock/sheets/headedTable.ts';
import type { Material } from '#web/stock/items/materialChoice.ts';
import { type InwardLine, blankLine } from '../inwardValues.ts';
import { pastedColumns } from './pastedColumns.ts';

export interface LineSheet extends HeadedTable {
  mapping: Record<string, string>;
  rivals: ReadonlyMap<string, readonly string[]>;
}

const columnOf = (field: string): ImportColumn | undefined => inwardLineColumns.find((each) => each.field === field);

/** A table without headings: the columns are found by what stands in them. */
function unheaded({ rows }: Pick<ReadTable, 'rows'>): LineSheet {
  const filled = rows.flatMap((cells, index) => (cells.some(Boolean) ? [{ number: index + 1, cells }] : []));
  const { name, quantity, price } = pastedColumns(filled.map(({ cells }) => cells));
  const width = Math.max(0, ...filled.map(({ cells }) => cells.length));
  const isOfUnits = (at: number) => {
    const cells = filled.map((row) => row.cells[at] ?? '').filter((cell) => cell !== '');
    return at > name && cells.length > 0 && cells.every(isUnit);
  };
  const units = Array.from({ length: width }, (_, at) => at).find(isOfUnits);
  const fields = new Map([
    ...(units === undefined ? [] : [[units, 'unit'] as const]),
    [name, 'rawMaterialName'],
    [quantity, 'quantity'],
    [price, 'pricePerUnit'],
  ]);
  const headings = Array.from({ length: width }, (_, index) => String(index));
  const mapping = Object.fromEntries(headings.map((heading, index) => [heading, fields.get(index) ?? '']));
  return { headings, rows: filled, mapping, rivals: new Map() };
}

/** The lines of a table, below its headings if it has any. */
export function lineSheetOf(table: Pick<ReadTable, 'rows' | 'isText'>): LineSheet {
  const headed = headedTable(inwardLineColumns, table);
  const { mapping = {}, rivals = new Map<string, readonly string[]>() } = headed
    ? matchHeadings(inwardLineColumns, headed.headings)
    : {};
  const isNamed = Object.values(mapping).includes('rawMaterialName') || rivals.has('rawMaterialName');
  const hasNumber = headed?.headings.some((heading) => readCellQuantity(heading) !== undefined) ?? true;
  return headed && isNamed && !hasNumber ? { ...headed, mapping, rivals } : unheaded(table);
}

/** The headings of columns that no line takes; without headings there are none to name. */
export function unusedOf({ headings, rows, mapping }: LineSheet): string[] {
  const isHeaded = headings.some((heading) => readCellQuantity(heading) === undefined);
  return headings.filter(
    (heading, at) => isHeaded && mapping[heading] === '' && rows.some(({ cells }) => (cells[at] ?? '') !== ''),
  );
}

/** The names of the materials that lines name. */
export function namesOf({ headings, rows, mapping }: LineSheet): string[] {
  const at = headings.findIndex((heading) => mapping[heading] === 'rawMaterialName');
  return [...new Set(rows.map(({ cells }) => cells[at] ?? '').filter((name) => name !== ''))];
}

interface ReadLines {
  lines: InwardLine[];
  /** Cells that no field of a line can show, and those that wait for an answer. */
  faults: RowFault[];
}

interface ReadAs {
  reading: CellReading | undefined;
  /** The cell as it stands, with the unit that its heading or row says. */
  text: string;
  unit: string | undefined;
}

/** The text of a field: the number, or what is no number with the unit that it must not lose. */
const shown = ({ reading, text }: ReadAs) => (reading && 'value' in reading ? String(reading.value) : text);
const readingOf = ({ reading, text }: ReadAs) =>
  reading && 'value' in reading && reading.reading !== undefined ? questionTexts.was(text, reading.reading) : '';

/** Reads the lines of a sheet as far as its answers go; `materials` are those that are called so. */
export function readLines(
  { headings, rows, mapping }: LineSheet,
  answers: ImportAnswers,
  materials: ReadonlyMap<string, Material>,
): ReadLines {
  const columns = headings.map((heading, position) => {
    const column = columnOf(mapping[heading] ?? '');
    if (!column) return undefined;
    const found = rulesOf(
      column,
      rows.map(({ cells }) => cells[position]),
    );
    const decimals = answers.decimals?.[column.field] ?? found.decimals;
    return { column, heading, position, rules: { ...found, decimals }, unit: headingUnit(column, heading) };
  });
  const sizes: UnitSizes = new Map(
    Object.entries(answers.unitSize ?? {}).flatMap(([unit, size]) => {
      const read = readCellQuantity(size);
      return read?.unit === undefined ? [] : [[unitKey(unit), { value: read.value, unit: read.unit }] as const];
    }),
  );
  const faults: RowFault[] = [];
  const lines = rows.flatMap(({ number, cells }): InwardLine[] => {
    const read = (field: string) => {
      const own = columns.find((each) => each?.column.field === field);
      const text = own ? (cells[own.position] ?? '') : '';
      return { text, heading: own?.heading, unit: own?.unit, reading: own && readCell(own.column, text, own.rules) };
    };
    const beyond = cells.slice(headings.length).find((cell) => cell !== '');
    if (beyond !== undefined) {
      const message = importTexts.tooManyCells(cells.length, headings.length, beyond);
      faults.push({ row: number, field: 'rawMaterialName', message });
      return [];
    }
    const name = read('rawMaterialName').text;
    if (isTotal(name)) {
      faults.push({ row: number, field: 'rawMaterialName', message: importTexts.totalLeftOut(name) });
      return [];
    }
    const material = materials.get(name);
    const column = read('unit').text || undefined;
    const ofQuantity = measured(read('quantity'), { column, separator: ' ' }, material, quantityIn, sizes);
    const per = answers.pricePer?.['pricePerUnit'];
    const price = read('pricePerUnit');
    const hasUnit = price.unit !== undefined || (price.reading && 'unit' in price.reading && price.reading.unit);
    const isOfColumn = hasUnit || ofQuantity.unit === column;
    const ofPrice = measured(
      price,
      { column: ofQuantity.unit ?? column, separator: ' / ' },
      material,
      isOfColumn ? priceIn : (value, unit, item) => priceBeside(value, unit, item, sizes, per),
      sizes,
    );
    const lot = read('supplierLotNumber');
    const discount = read('discountPercent');
    const amount = read('amount');
    for (const [field, { reading }] of Object.entries({ discountPercent: discount, amount })) {
      if (reading && 'fault' in reading) {
        faults.push({ row: number, field, message: reading.fault, ...(reading.ask && { ask: reading.ask }) });
      }
    }
    const stated = numberOf(amount.reading);
    const checked = checkedPrice(ofQuantity, ofPrice, { ...discount, isPercent: isPercent(discount) }, stated);
    if (checked?.fault !== undefined) faults.push({ row: number, field: 'pricePerUnit', message: checked.fault });
    for (const [field, { reading }] of Object.entries({
      quantity: ofQuantity,
      pricePerUnit: ofPrice,
      supplierLotNumber: lot,
    })) {
      const isShown = field !== 'supplierLotNumber';
      if (!reading || !('fault' in reading) || (isShown && !reading.ask)) continue;
      faults.push({ row: number, field, message: reading.fault, ...(reading.ask && { ask: reading.ask }) });
    }
    const line = {
      ...blankLine(),
      material: material ?? null,
      unknownName: material ? '' : name,
      quantity: shown(ofQuantity),
      quantityReading: readingOf(ofQuantity),
      pricePerUnit: checked?.price ?? shown(ofPrice),
      priceReading: checked?.reading ?? readingOf(ofPrice),
      supplierLotNumber: lot.reading && 'value' in lot.reading ? String(lot.reading.value) : '',
    };
    return [line];
  });
  return { lines, faults };
}

/** Whether a discount says that it is in percent. */
const isPercent = ({ text, heading = '' }: { text: string; heading?: string | undefined }) =>
  /%|per ?cent/i.test(`${heading} ${text}`);

const numberOf = (reading: CellReading | undefined): number | undefined =>
  reading && 'value' in reading && typeof reading.value === 'number' ? reading.value : undefined;

interface CheckedPrice {
  price: string;
  reading: string;
  fault?: string;
}

/** The price of a line less its discount, if the amount of the sheet agrees; undefined where it stays as it is. */
function checkedPrice(
  ofQuantity: ReadAs,
  ofPrice: ReadAs,
  discount: { text: string; reading: CellReading | undefined; isPercent: boolean },
  amount: number | undefined,
): CheckedPrice | undefined {
  const refused = (fault: string) => ({ price: '', reading: '', fault });
  if (discount.reading && 'fault' in discount.reading) return { price: '', reading: '' };
  const [quantity, price] = [numberOf(ofQuantity.reading), numberOf(ofPrice.reading)];
  const percent = numberOf(discount.reading) ?? 0;
  if (percent < 0 || percent > 100) return refused(inwardTexts.discountInvalid(discount.text));
  if (price === undefined || (amount !== undefined && quantity === undefined)) {
    // A quantity or price that is no number has a fault of its own.
    const isEmpty = ofPrice.text === '' || ofQuantity.text === '';
    return amount && isEmpty ? refused(inwardTexts.amountAlone(amount)) : undefined;
  }
  if (percent > 0 && amount === undefined && !discount.isPercent) {
    return refused(inwardTexts.discountUnclear(discount.text));
  }
  const net = discounted(price, percent);
  if (net === undefined) return refused(inwardTexts.discountTooFine(price, percent));
  const written = percent === 0 ? ofPrice.text : inwardTexts.lessDiscount(ofPrice.text, percent);
  if (amount !== undefined && quantity !== undefined && isAmountOf(amount, quantity, net) === false) {
    return refused(inwardTexts.amountDiffers(quantity, written, lineTotal(quantity, net) ?? 0, amount));
  }
  return percent === 0 ? undefined : { price: String(net), reading: questionTexts.was(written, amountText(net)) };
}

/** A quantity or price in the unit of its material; without a material it stays as it is, with its unit. */
function measured(
  { text, unit: ofHeading, reading }: { text: string; unit: string | undefined; reading: CellReading | undefined },
  { column, separator }: { column: string | undefined; separator: string },
  material: Material | undefined,
  convert: typeof quantityIn,
  sizes: UnitSizes,
): ReadAs {
  if (!reading) return { text, unit: undefined, reading };
  const own = 'value' in reading ? reading.unit : undefined;
  const unit = own ?? ofHeading ?? column;
  const whole = own === undefined && unit !== undefined ? `${text}${separator}${unit}` : text;
  if ('fault' in reading) return { text, unit, reading };
  if (typeof reading.value !== 'number' || unit === undefined) return { text: whole, unit, reading };
  const isTwice = own !== undefined && column !== undefined && unitKey(own) !== unitKey(column) && separator === ' ';
  // Such a text is a fault of its field.
  if (isTwice) return { text: `${text} ${column}`, unit, reading: undefined };
  if (!material) return { text: whole, unit, reading: undefined };
  const found = convert(reading.value, unit, { name: material.rawMaterialName, unit: material.unit }, sizes);
  return { text: whole, unit, reading: found };
}
