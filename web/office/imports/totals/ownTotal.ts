/** The total that a sheet of stock states itself, to compare with what Godown would save. */
import { decimalsOf, readCellAmount, readCellQuantity } from '#contract/core/values/cellNumbers.ts';
import { formatQuantityWithUnit, formatRupees } from '#contract/core/values/format.ts';
import { sumOfAmounts, sumOfQuantities } from '#contract/core/values/numbers.ts';
import { HEADING_JOINER } from '#contract/stock/sheets/headings.ts';
import { isTotal } from '#contract/stock/sheets/totals.ts';
import { unitKey } from '#contract/stock/items/units.ts';
import type { ImportedStock, RowResult } from '#contract/office/imports.ts';
import type { AsideRow } from '#web/stock/sheets/asideRows.ts';
import type { GridRow } from '#web/stock/sheets/headedTable.ts';

interface StatedSheet {
  headings: readonly string[];
  mapping: Readonly<Record<string, string>>;
  rows: readonly GridRow[];
  aside: readonly AsideRow[];
}

/** A stated total beside the saved one, both as they are shown. */
export interface OwnTotal {
  row: number;
  stated: string;
  /** Undefined where both are the same. */
  difference: string | undefined;
}

/** A row whose stated value is not its quantity × price, in rupees. */
export interface DifferingRow {
  row: number;
  item: string;
  own: number;
  worth: number | undefined;
}

const valueName =
  /^(?:(?:closing|opening|stock|total|net|balance|current)\s+)*(?:value|amount|amt|worth)[.,]?\s*(?:(?:in\s+)?[([]?\s*(?:rs\.?|₹|inr)\s*[)\]]?)?$/i;

/** The group of a heading in two rows, or its first word: values stand beside quantities of the same balance. */
function balanceOf(heading: string): string {
  const [group = '', ...rest] = heading.split(HEADING_JOINER);
  return (rest.length > 0 ? group : (/^(?:opening|closing)/i.exec(heading)?.[0] ?? '')).toLowerCase();
}

/** The place of the values that a sheet states; -1 without one, or where it could be several columns. */
export function valueColumn({ headings, mapping }: Pick<StatedSheet, 'headings' | 'mapping'>): number {
  const quantity = headings.find((heading) => mapping[heading] === 'quantity') ?? '';
  const values = headings.filter(
    (heading) => (mapping[heading] ?? '') === '' && valueName.test((heading.split(HEADING_JOINER).at(-1) ?? '').trim()),
  );
  const beside = values.filter((heading) => balanceOf(heading) === balanceOf(quantity));
  const [only, other] = beside.length > 0 ? beside : values;
  return only === undefined || other !== undefined ? -1 : headings.indexOf(only);
}

/** Reads the amounts of a column; undefined for a cell without one. */
function amountsOf({ rows, aside }: StatedSheet, column: number) {
  const textOf = ({ cells }: GridRow) => (column < 0 ? '' : (cells[column] ?? ''));
  const decimals = decimalsOf([...rows, ...aside].map(textOf)) ?? 'point';
  return (row: GridRow) => (textOf(row) === '' ? undefined : readCellAmount(textOf(row), decimals));
}

/** The row that states the total of a column: a grand total, the only total, or the last one if it sums up the others. */
function statedIn(aside: readonly AsideRow[], numberOf: (row: AsideRow) => number | undefined) {
  const totals = aside.flatMap((row) => {
    const name = row.cells.find((cell) => cell !== '') ?? '';
    const number = isTotal(name) ? numberOf(row) : undefined;
    return number === undefined ? [] : [{ row: row.number, name, number }];
  });
  const last = totals.at(-1);
  const grand = totals.findLast(({ name }) => /grand|overall|महा/i.test(name));
  const others = sumOfQuantities(totals.slice(0, -1).map(({ number }) => number));
  if (grand || !last || totals.length === 1 || last.number === others) return grand ?? last;
  return { ...last, number: sumOfQuantities([others, last.number]) };
}

/** The total that a sheet states of its values, or of its quantities where all are in one unit; undefined without one. */
export function ownTotal(sheet: StatedSheet, stock: ImportedStock): OwnTotal | undefined {
  const value = statedIn(sheet.aside, amountsOf(sheet, valueColumn(sheet)));
  if (value) {
    const difference = sumOfAmounts([value.number, -stock.value]);
    return {
      row: value.row,
      stated: formatRupees(value.number),
      difference: difference === 0 ? undefined : formatRupees(Math.abs(difference)),
    };
  }
  const [sum, other] = stock.quantities;
  if (!sum || other) return undefined;
  const column = sheet.headings.findIndex((heading) => sheet.mapping[heading] === 'quantity');
  const quantity = statedIn(sheet.aside, ({ cells }) => {
    const read = readCellQuantity(cells[column] ?? '');
    return read && unitKey(read.unit ?? sum.unit) === unitKey(sum.unit) ? read.value : undefined;
  });
  if (!quantity) return undefined;
  const difference = sumOfQuantities([quantity.number, -sum.quantity]);
  return {
    row: quantity.row,
    stated: formatQuantityWithUnit(quantity.number, sum.unit),
    difference: difference === 0 ? undefined : formatQuantityWithUnit(Math.abs(difference), sum.unit),
  };
}

/** The rows that bring stock whose own value is not their quantity × price; those of existing lots bring none. */
export function differingRows(sheet: StatedSheet, resultOf: (row: number) => RowResult | undefined): DifferingRow[] {
  const amountOf = amountsOf(sheet, valueColumn(sheet));
  const name = sheet.headings.findIndex((heading) => sheet.mapping[heading] === 'itemName');
  return sheet.rows.flatMap((row): DifferingRow[] => {
    const own = amountOf(row);
    const { outcome, worth } = resultOf(row.number) ?? {};
    return outcome !== 'create' || own === undefined || own === worth
      ? []
      : [{ row: row.number, item: row.cells[name] ?? '', own, worth }];
  });
}
