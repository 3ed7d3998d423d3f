/** The tables of what Tally exports as XML or JSON: ledgers of the two sundry groups, stock items, and stock by batch. */
import { amountText, sumOfAmounts } from '#contract/core/values/numbers.ts';
import { readCellAmount } from '#contract/core/values/cellNumbers.ts';
import type { ReadTable } from '../readTable.ts';
import { allOf, taggedJson, taggedXml, textOf, textsOf, type Tagged } from './taggedRecords.ts';

/** Whether a text is an export of Tally, by its beginning. */
export function isTally(text: string): boolean {
  return /^\s*(?:<\?xml[^>]*>\s*)?<ENVELOPE\b/i.test(text) || /^\s*\{[\s\S]{0,4000}?"tallymessage"\s*:/i.test(text);
}

const partyHeadings = ['Name', 'Mobile', 'Phone', 'Email', 'GSTIN', 'Address', 'State', 'PIN'];
const itemHeadings = ['Name', 'Unit', 'Group'];
const stockHeadings = ['Item', 'Batch', 'Quantity', 'Rate', 'Value', 'Expiry'];
/** Above all rows, since its own number of rows says nothing about a file that has none. */
const table = (name: string, headings: readonly string[], rows: readonly (readonly string[])[]): ReadTable[] =>
  rows.length === 0
    ? []
    : [{ name, isHidden: false, rows: [[...headings], ...rows.map((row) => [...row])], hiddenRows: [], isText: false }];

const nameOf = (record: Tagged) => record.name || textOf(record, 'NAME');

/** The topmost group of each, below Primary. */
function topGroups(groups: readonly Tagged[]) {
  const parents = new Map(groups.map((group) => [nameOf(group).toLowerCase(), textOf(group, 'PARENT')] as const));
  return (name: string): readonly string[] => {
    const chain: string[] = [];
    for (let each = name; each !== '' && each.toLowerCase() !== 'primary' && !chain.includes(each);) {
      chain.push(each);
      each = parents.get(each.toLowerCase()) ?? '';
    }
    return chain;
  };
}

/** A debit, which stock is, has a minus in exports. */
function value(amount: string): string {
  const read = readCellAmount(amount);
  return read === undefined || read === 0 ? amount : String(-read);
}

/** Tally sets a quantity in another unit behind the sign of equality. */
const quantity = (text: string) => text.replace(/\s*=.*$/, '');
const batch = (name: string) => (name.toLowerCase() === 'primary batch' ? '' : name);

function partyRow(ledger: Tagged): string[] {
  return [
    nameOf(ledger),
    textOf(ledger, 'LEDGERMOBILE'),
    textOf(ledger, 'LEDGERPHONE'),
    textOf(ledger, 'EMAIL', 'LEDGEREMAIL'),
    textOf(ledger, 'PARTYGSTIN', 'GSTIN'),
    textsOf(ledger, 'ADDRESS').join(', '),
    textOf(ledger, 'LEDSTATENAME', 'PRIORSTATENAME', 'STATENAME', 'STATE'),
    textOf(ledger, 'PINCODE', 'OLDPINCODE'),
  ];
}

interface Stock {
  item: string;
  quantity: string;
  rate: string;
  value: string;
  batches: { batch: string; quantity: string; rate: string; value: string; expiry: string }[];
}

/** A row for each batch, or for an item without any; below them the sum of the values that Tally states for the items. */
function stockRows(stock: readonly Stock[]): string[][] {
  const rows = stock.flatMap(({ item, batches, ...own }) =>
    batches.length === 0
      ? own.quantity === ''
        ? []
        : [[item, '', own.quantity, own.rate, own.value, '']]
      : batches.map((each) => [
          item,
          each.batch,
          each.quantity,
          each.rate || own.rate,
          each.value || (batches.length === 1 ? own.value : ''),
          each.expiry,
        ]),
  );
  const values = stock.flatMap((each) => readCellAmount(each.value) ?? []);
  if (rows.length === 0 || values.length === 0) return rows;
  return [...rows, ['Total of the values in Tally', '', '', '', amountText(sumOfAmounts(values)), '']];
}

function stockOfItems(items: readonly Tagged[]): Stock[] {
  return items.map((item) => ({
    item: nameOf(item),
    quantity: quantity(ownText(item, 'OPENINGBALANCE')),
    rate: ownText(item, 'OPENINGRATE'),
    value: value(ownText(item, 'OPENINGVALUE')),
    batches: allOf(item, 'BATCHALLOCATIONS').flatMap((each) => {
      const held = quantity(textOf(each, 'OPENINGBALANCE'));
      if (held === '') return [];
      return [
        {
          batch: batch(textOf(each, 'BATCHNAME')),
          quantity: held,
          rate: textOf(each, 'OPENINGRATE'),
          value: value(textOf(each, 'OPENINGVALUE')),
          expiry: textOf(each, 'EXPIRYPERIOD'),
        },
      ];
    }),
  }));
}

/** The text of a tag of the record itself, and not of its batches. */
function ownText(record: Tagged, tag: string): string {
  return record.children.find((child) => child.tag === tag)?.text ?? '';
}

/** The Stock Summary: names, figures and batches stand one behind the other. */
function summary(root: Tagged): Stock[] {
  const stock: Stock[] = [];
  let isBatch = false;
  let isFigured = false;
  for (const each of allOf(root, 'ENVELOPE').flatMap(({ children }) => children)) {
    const last = stock.at(-1);
    if (each.tag === 'DSPACCNAME') {
      stock.push({ item: textOf(each, 'DSPDISPNAME'), quantity: '', rate: '', value: '', batches: [] });
      isBatch = false;
      isFigured = false;
    } else if (each.tag === 'SSBATCHNAME' && last) {
      last.batches.push({ batch: batch(textOf(each, 'SSBATCH')), quantity: '', rate: '', value: '', expiry: '' });
      isBatch = true;
      isFigured = false;
    } else if (each.tag === 'DSPSTKINFO' && last && !isFigured) {
      const [closing = each] = allOf(each, 'DSPSTKCL');
      const figures = {
        quantity: quantity(textOf(closing, 'DSPCLQTY')),
        rate: textOf(closing, 'DSPCLRATE'),
        value: value(textOf(closing, 'DSPCLAMTA', 'DSPCLVAL')),
      };
      Object.assign(isBatch ? (last.batches.at(-1) ?? last) : last, figures);
      isFigured = true;
    }
  }
  return stock;
}

const SUNDRY = ['Sundry Creditors', 'Sundry Debtors'];

/** The tables of an export of Tally; empty where it has none of them. */
export function tallyTables(text: string): ReadTable[] {
  const root = text.trimStart().startsWith('{') ? taggedJson(text) : taggedXml(text);
  if (!root) return [];
  const ledgerGroup = topGroups(allOf(root, 'GROUP'));
  const stockGroup = topGroups(allOf(root, 'STOCKGROUP'));
  const ledgers = allOf(root, 'LEDGER');
  const items = allOf(root, 'STOCKITEM');
  const isBelow = (ledger: Tagged, group: string) => ledgerGroup(ownText(ledger, 'PARENT')).includes(group);
  const byGroup = Map.groupBy(items, (item) => stockGroup(ownText(item, 'PARENT')).at(-1) ?? '');
  const itemRow = (item: Tagged) => [nameOf(item), ownText(item, 'BASEUNITS'), ownText(item, 'PARENT')];
  return [
    ...SUNDRY.flatMap((group) =>
      table(group, partyHeadings, ledgers.filter((ledger) => isBelow(ledger, group)).map(partyRow)),
    ),
    ...[...byGroup].flatMap(([group, of]) =>
      table(group === '' ? 'Stock items' : `Stock items · ${group}`, itemHeadings, of.map(itemRow)),
    ),
    ...table('Opening stock by batch', stockHeadings, stockRows(stockOfItems(items))),
    ...table('Stock summary', stockHeadings, stockRows(summary(root))),
  ];
}
