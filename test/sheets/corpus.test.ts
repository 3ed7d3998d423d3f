/** Small files as people have them, each with what a careful person reads in it: the reader agrees or asks. */
import { describe, expect, test } from 'vitest';
import { fileTexts } from '#contract/core/fileTexts.ts';
import { ASK, FAULT, imported, inwardLines, pasted, pastedLines, type Entered } from './doors.ts';
import { bytesOf, utf16, windows1252, workbook, type TestCell } from './workbooks.ts';

/** 1 March 2027 as a spreadsheet counts days. */
const MARCH = 46447;
const END_OF_MARCH = '2027-03-31';

/** A sheet of opening stock with one quantity, by item. */
const quantityOf = async (item: string, cell: TestCell, heading = 'Qty', unit?: string) =>
  await imported(
    'opening-stock',
    workbook([
      {
        rows: [
          ['Item', heading, ...(unit === undefined ? [] : ['UOM'])],
          [item, cell, ...(unit === undefined ? [] : [unit])],
        ],
      },
    ]),
  );

function firstOf(entered: Entered): Record<string, string | number> {
  if (!Array.isArray(entered)) return entered;
  return entered[0] ?? {};
}

describe('units', () => {
  /** An item, what its cell, heading or unit says, and what that is in the item's unit. */
  const cases: [item: string, number: number, unit: string, is: number | string][] = [
    ['Saffron', 250, 'gm', 0.25],
    ['Saffron', 250, 'g', 0.25],
    ['Saffron', 250, 'grams', 0.25],
    ['Saffron', 500_000, 'mg', 0.5],
    ['Amla', 2.925, 'MT', 2925],
    ['Amla', 2.925, 't', 2925],
    ['Amla', 2.925, 'tonnes', 2925],
    ['Amla', 0.516, 'qtl', 51.6],
    ['Amla', 3, 'Quintals', 300],
    ['Amla', 12, 'kg', 12],
    ['Amla', 12, 'Kgs.', 12],
    ['Tincture', 1.5, 'kg', 1500],
    ['Neem oil', 750, 'ml', 0.75],
    ['Neem oil', 2, 'KL', 2000],
    ['Neem oil', 5, 'Ltr', 5],
    ['Label', 225, 'dozen', 2700],
    ['Label', 40, 'Nos', 40],
    ['Honey', 6, 'jars', 6],
    // Never rounded, never dropped.
    ['Amla', 250, 'mg', FAULT],
    ['Amla', 6, 'bag', ASK],
    ['Amla', 6, 'tins', ASK],
    ['Amla', 6, 'cartons', ASK],
    ['Amla', 6, 'boxes', ASK],
    ['Amla', 6, 'xyz', ASK],
    ['Amla', 6, 'ltr', FAULT],
    ['Neem oil', 6, 'kg', FAULT],
    ['Label', 6, 'gm', FAULT],
    ['Honey', 6, 'kg', FAULT],
  ];

  test.each(cases)('%s: %d %s in its cell', async (item, number, unit, is) => {
    expect(firstOf(await quantityOf(item, `${number} ${unit}`))).toEqual({ itemName: item, quantity: is });
  });

  test.each(cases)('%s: %d with %s in its number format', async (item, number, unit, is) => {
    const cell = { v: number, z: `"" 0.000" ${unit}"` };
    expect(firstOf(await quantityOf(item, cell))).toEqual({ itemName: item, quantity: is });
  });

  test.each(cases.filter(([, , unit]) => unit !== 'xyz'))(
    '%s: %d with %s in the heading',
    async (item, number, unit, is) => {
      for (const heading of [`Qty (${unit})`, `Quantity in ${unit}`]) {
        expect(firstOf(await quantityOf(item, number, heading))).toEqual({ itemName: item, quantity: is });
      }
    },
  );

  test.each(cases)('%s: %d with %s in the column of units', async (item, number, unit, is) => {
    const { quantity, unit: own } = firstOf(await quantityOf(item, number, 'Qty', unit));
    expect(typeof is === 'number' ? quantity : own).toBe(is);
  });

  test.each(cases)('%s: %d %s in a line of an inward, and pasted into it', async (item, number, unit, is) => {
    const lines = await inwardLines(
      workbook([
        {
          rows: [
            ['Item', 'Qty', 'Rate'],
            [item, `${number} ${unit}`, ''],
          ],
        },
      ]),
    );
    expect(firstOf(lines)).toMatchObject({ rawMaterialName: item, quantity: is });
    const pastedInto = await pastedLines(`Item\tQty\tRate\n${item}\t${number} ${unit}\t`);
    expect(firstOf(pastedInto)).toMatchObject({ rawMaterialName: item, quantity: is });
  });

  test.each([
    ['Saffron', '250 gm', '2.75/gm', 'Rate', 2750],
    // The rate of a quarter of a kilogram may well be that of a kilogram.
    ['Saffron', '250 gm', '1850', 'Rate', ASK],
    ['Amla', '2.5 qtl', '62', 'Rate', ASK],
    ['Amla', '51.6', '9,650.00', 'Rate per Qtl', 96.5],
    ['Amla', '51.6 kg', '9650 per qtl', 'Rate', 96.5],
    ['Label', '225 dozen', '177.60', 'Rate', ASK],
    ['Label', '2 dozen', '100 / dozen', 'Rate', FAULT],
    ['Amla', '51.6', '₹ 90/-', 'Rate', 90],
    ['Amla', '51.6', '90 Dr', 'Rate', 90],
  ])('%s: %s at %s below %s', async (item, quantity, price, heading, is) => {
    const rows = [
      ['Item', 'Qty', heading],
      [item, quantity, price],
    ];
    expect(firstOf(await imported('opening-stock', workbook([{ rows }])))['pricePerUnit']).toBe(is);
    expect(firstOf(await inwardLines(workbook([{ rows }])))['pricePerUnit']).toBe(is);
  });

  test.each([
    ['Saffron', '250 gm', '300', 'quantity', 300_000],
    ['Saffron', '250 gm', '1850', 'item', 1850],
    ['Amla', '0.516 qtl', '9,650.00', 'quantity', 96.5],
    ['Amla', '2.5 qtl', '62', 'item', 62],
    ['Label', '225 dozen', '177.60', 'quantity', 14.8],
    ['Label', '2 dozen', '100', 'quantity', FAULT],
  ])('%s: %s at %s, answered as the price of the unit of the %s', async (item, quantity, price, per, is) => {
    const rows = [
      ['Item', 'Qty', 'Rate'],
      [item, quantity, price],
    ];
    const answers = { pricePer: { pricePerUnit: per } };
    expect(firstOf(await imported('opening-stock', workbook([{ rows }]), answers))['pricePerUnit']).toBe(is);
    expect(firstOf(await inwardLines(workbook([{ rows }]), answers))['pricePerUnit']).toBe(is);
  });

  test('a cell in one unit beside another one is a fault', async () => {
    expect(firstOf(await quantityOf('Saffron', '250 gm', 'Qty', 'kg'))).toMatchObject({ quantity: FAULT });
  });
});

test('a total below the lines of an inward is no line', async () => {
  const rows = [
    ['Material', 'Qty', 'Rate', 'Amount'],
    ['Amla', '2.5', '62', '155'],
    ['Grand Total', '2.5', '', '155'],
  ];
  expect(await inwardLines(workbook([{ rows }]))).toEqual([
    { rawMaterialName: 'Amla', quantity: 2.5, pricePerUnit: 62 },
  ]);
});

describe('discounts and amounts of inward lines', () => {
  const lineOf = async (headings: string[], cells: TestCell[]) =>
    firstOf(await inwardLines(workbook([{ rows: [headings, cells] }])));
  const all = ['Item', 'Qty', 'Rate', 'Disc %', 'Amount'];

  test.each<[quantity: TestCell, rate: TestCell, percent: TestCell, amount: TestCell, is: number | string | undefined]>(
    [
      [2.5, 62, '', 155, 62],
      [2.5, 62, '', '155.00', 62],
      [2.5, 62, 5, 147.25, 58.9],
      [2.5, 62, '5%', '₹ 147.25', 58.9],
      [2.5, 62, '5 %', '147.25', 58.9],
      [2.5, 62, { v: 0.05, z: '0%' }, 147.25, 58.9],
      [10, 100, 12.5, 875, 87.5],
      [10, 100, 100, 0, 0],
      [10, 100, 0, '1,000.00', 100],
      // Half a paisa is rounded either way.
      [0.5, 10.01, '', 5.01, 10.01],
      [0.5, 10.01, '', 5, 10.01],
      [0.5, 10.01, '', 5.005, 10.01],
      [0.5, 10.01, '', 5.02, FAULT],
      ['250 gm', '300/kg', '', 75, 300],
      ['250 gm', '300/kg', 10, 67.5, 270],
      // Another discount, another rate or GST in the amount.
      [2.5, 62, 5, 155, FAULT],
      [2.5, 62, '', 147.25, FAULT],
      [10, 100, '', 1180, FAULT],
      [10, 100, '', 1000.01, FAULT],
      // A price that would have to be rounded.
      [10, 301.55, 5, 2864.73, FAULT],
      [10, 100, 101, 0, FAULT],
      [10, 100, -5, 1050, FAULT],
      [10, '', '', 1000, FAULT],
      ['', 100, '', 1000, FAULT],
      [10, 100, 'five', 950, undefined],
    ],
  )('%j at %j less %j, %j in all, is %s each', async (quantity, rate, percent, amount, is) => {
    const line = await lineOf(all, ['Amla', quantity, rate, percent, amount]);
    expect(line['pricePerUnit']).toBe(is);
  });

  test.each<[heading: string, percent: TestCell, is: number | string]>([
    ['Discount %', 5, 58.9],
    ['Disc. %', 5, 58.9],
    ['Trade Discount (%)', 5, 58.9],
    ['Discount', '5%', 58.9],
    // Percent or rupees.
    ['Discount', 5, FAULT],
    ['Disc', 5, FAULT],
  ])('without an amount, %s of %j', async (heading, percent, is) => {
    expect((await lineOf(['Item', 'Qty', 'Rate', heading], ['Amla', 2.5, 62, percent]))['pricePerUnit']).toBe(is);
  });

  test('the amount says that a discount is in percent, and refuses one in rupees', async () => {
    const headings = ['Item', 'Qty', 'Rate', 'Discount', 'Amount'];
    expect((await lineOf(headings, ['Amla', 2.5, 62, 5, 147.25]))['pricePerUnit']).toBe(58.9);
    expect((await lineOf(headings, ['Amla', 2.5, 62, 5, 150]))['pricePerUnit']).toBe(FAULT);
  });

  test('the taxable value is the amount where there is another one with tax', async () => {
    const headings = ['Item', 'Qty', 'Rate', 'Taxable Value', 'GST %', 'Amount'];
    expect((await lineOf(headings, ['Amla', 10, 100, 1000, 18, 1180]))['pricePerUnit']).toBe(100);
  });

  test('decimal commas of amounts are asked for like those of prices', async () => {
    const file = bytesOf('Item;Qty;Rate;Amount\nAmla;2;62;124,00\n');
    expect(firstOf(await inwardLines(file))).toMatchObject({ amount: ASK });
    expect(firstOf(await inwardLines(file, { decimals: { amount: 'comma' } }))['pricePerUnit']).toBe(62);
  });
});

test('a recipe asks whose unit the second of two columns is', async () => {
  const rows = [
    ['Product', 'Batch size', 'UOM', 'RM', 'Qty', 'Unit'],
    ['Honey', 1, 'MT', 'Amla', 400, 'kg'],
  ];
  expect(await imported('recipes', workbook([{ rows }]))).toEqual({ asked: 'unit' });
});

test('pasted lines without headings keep the units beside their quantities', async () => {
  expect(await pastedLines('Saffron\t250\tgm\t300\nAmla\t2\tkg\t90')).toEqual([
    { rawMaterialName: 'Saffron', quantity: 0.25, pricePerUnit: 300_000 },
    { rawMaterialName: 'Amla', quantity: 2, pricePerUnit: 90 },
  ]);
});

describe('codes', () => {
  const cases: [cell: TestCell, is: string][] = [
    [{ v: 457, z: '000000' }, '000457'],
    [{ v: 458, z: '"TUR-"000' }, 'TUR-458'],
    [{ v: 2.1, z: '0.00' }, '2.10'],
    [8_906_005_915_634, '8906005915634'],
    ['000457', '000457'],
    ['2.10', '2.10'],
    ['MG-1', 'MG-1'],
    [12, '12'],
    ['Mar-27', 'Mar-27'],
    ['Mar-2027', FAULT],
    ["'Mar-2027", 'Mar-2027'],
    ["'31-Mar-2027", '31-Mar-2027'],
    ['2.5261E+14', FAULT],
    ['1E5', FAULT],
    [{ v: 252_610_000_000_000_000, z: 'General' }, '252610000000000000'],
    [{ v: 252_610_000_000_000, z: '0.00E+00' }, FAULT],
    [{ v: MARCH, z: 'mmm-yy' }, FAULT],
    [{ v: MARCH, z: 'd-mmm' }, FAULT],
    [{ v: MARCH, z: 'dd/mm/yyyy' }, FAULT],
    [{ e: '#REF!' }, FAULT],
    [{ e: '#N/A' }, FAULT],
    ['#REF!', FAULT],
    [{ f: '10*9' }, FAULT],
  ];

  test.each(cases)('the lot %j is %s', async (cell, is) => {
    const rows = (name: string) => [
      [name, 'Qty', 'Lot No'],
      ['Amla', 1, cell],
    ];
    expect(firstOf(await imported('opening-stock', workbook([{ rows: rows('Item') }])))['code']).toBe(is);
    expect(firstOf(await inwardLines(workbook([{ rows: rows('Item') }])))['supplierLotNumber']).toBe(is);
  });
});

describe('suppliers', () => {
  const supplierOf = async (heading: string, cell: string) =>
    firstOf(
      await imported(
        'suppliers',
        workbook([
          {
            rows: [
              ['Party', heading],
              ['Anita Traders', cell],
            ],
          },
        ]),
      ),
    );

  test.each([
    ['9811111112', '9811111112'],
    ['+91 98111 11112', '9811111112'],
    ['098111 11112', '9811111112'],
    ['0712-2554477', FAULT],
    ['(0731) 2441122', FAULT],
    ['079 2754 1234', FAULT],
    ['080-25544774', FAULT],
    ['9.811E+09', FAULT],
  ])('the phone %s is %s', async (cell, is) => {
    expect((await supplierOf('Phone', cell))['phone']).toBe(is);
  });

  test.each([
    ['27AAACN1234L1Z8', '27AAACN1234L1Z8'],
    ['27 aaacn 1234l 1z8', '27aaacn1234l1z8'],
    ['URP', undefined],
    ['UNREGISTERED', undefined],
    ['NA', undefined],
    ['-', undefined],
  ])('the GSTIN %s is %s', async (cell, is) => {
    expect((await supplierOf('GSTIN', cell))['gstinNumber']).toBe(is);
  });

  const partyOf = async (kind: 'suppliers' | 'buyers', headings: string[], cells: TestCell[]) =>
    firstOf(
      await imported(
        kind,
        workbook([
          {
            rows: [
              ['Party', ...headings],
              ['Anita Traders', ...cells],
            ],
          },
        ]),
      ),
    );
  const landline = '0712-2554477';
  const mobile = '9811111113';

  test.each<[headings: string[], cells: TestCell[], is: string]>([
    [['Phone', 'Mobile'], [landline, mobile], mobile],
    [['Mobile', 'Phone'], [mobile, '9822222222'], mobile],
    [['Phone', 'Mobile'], [mobile, ''], mobile],
    [['Mobile No', 'Landline'], ['0712-2554478', mobile], mobile],
    [['Contact No', 'Landline No'], [mobile, landline], mobile],
    [['Landline', 'Mobile Number'], [landline, '+91 98111 11113'], mobile],
    [['Phone'], [landline], FAULT],
  ])('the phone of %j, %j, is %s', async (headings, cells, is) => {
    expect((await partyOf('suppliers', headings, cells))['phone']).toBe(is);
  });

  test.each<[headings: string[], cells: TestCell[]]>([
    [
      ['Mobile', 'Phone'],
      ['', landline],
    ],
    [['Landline'], [landline]],
  ])('no number of %j, %j, is a mobile', async (headings, cells) => {
    const { phone, otherPhone } = await partyOf('suppliers', headings, cells);
    expect([phone, otherPhone]).toEqual([undefined, FAULT]);
  });

  test.each<[headings: string[], cells: TestCell[], address: string]>([
    [['Address'], ['12 MG Road, Nagpur'], '12 MG Road, Nagpur'],
    [['Place'], ['Nagpur'], 'Nagpur'],
    [
      ['Address 1', 'Address 2', 'City', 'District', 'State', 'PIN'],
      ['Plot 7', 'MIDC', 'Hingna', 'Nagpur', 'Maharashtra', 440_016],
      'Plot 7, MIDC, Hingna, Nagpur, Maharashtra, 440016',
    ],
    [['Address', 'City', 'Pincode'], ['Plot 7, MIDC', 'Nagpur', '440 016'], 'Plot 7, MIDC, Nagpur, 440 016'],
    // A city that the address names already is not said twice.
    [
      ['Address', 'City', 'Pin Code'],
      ['12 MG Road, Nagpur - 440016', 'NAGPUR', 440_016],
      '12 MG Road, Nagpur - 440016',
    ],
    [['Address Line 1', 'Address Line 2', 'State'], ['Plot 7', '', 'Goa'], 'Plot 7, Goa'],
    // A district that is called like its city is one word.
    [['City', 'District'], ['Nagpur', 'Nagpur'], 'Nagpur'],
    [['City', 'State'], ['Goa Velha', 'Goa'], 'Goa Velha, Goa'],
  ])('the address of %j, %j, is %s', async (headings, cells, address) => {
    for (const kind of ['suppliers', 'buyers'] as const) {
      const entered = await partyOf(kind, headings, cells);
      expect(entered['address']).toBe(address);
    }
  });

  test('two numbers that could both be the phone are asked about', async () => {
    const file = workbook([
      {
        rows: [
          ['Party', 'Phone no', 'Contact no'],
          ['Anita Traders', mobile, '9822222222'],
        ],
      },
    ]);
    expect(await imported('suppliers', file)).toEqual({ asked: 'phone' });
  });

  test.each<[cell: TestCell, is: string]>([
    ['+91-98111 11113', mobile],
    ['0 98111 11113', mobile],
    [9_811_111_113, mobile],
    [{ v: 9_811_111_113, z: '00000 00000' }, mobile],
    // It is no number of ten digits, which is a fault of its field.
    ['9811111113 / 9822222222', '9811111113 / 9822222222'],
  ])('the number %j is %s', async (cell, is) => {
    expect((await partyOf('suppliers', ['Mobile'], [cell]))['phone']).toBe(is);
  });
});

describe('numbers', () => {
  test.each<[cell: TestCell, is: number | string]>([
    [1234.5, 1234.5],
    [0.1 + 0.2, 0.3],
    [{ v: 123_456, z: '#,##0.00' }, 123_456],
    [{ v: 12_345_678, z: '#,##,##0.00' }, 12_345_678],
    [{ v: 1_234_567.5, z: '[>=10000000]##\\,##\\,##\\,##0.00;[>=100000]##\\,##\\,##0.00;##,##0.00' }, 1_234_567.5],
    [{ v: 1.2345, z: '0.00' }, 1.23],
    [{ v: 90, z: '[$₹-4009] #,##0.00' }, 90],
    [{ v: -3.5, z: '#,##0.00_);(#,##0.00)' }, -3.5],
    [{ v: 0.95, z: '0%' }, 0.95],
    ['1,23,456.00', 123_456],
    ['1,375', 1375],
    ['(12.00)', -12],
    ['12.00-', -12],
    ['(-)12.00', -12],
    ['\u00A01\u00A0234.5\u00A0', 1234.5],
    ['१२', 12],
    ['１２', 12],
    ['0.5 Kgs.', 0.5],
    ['₹ 90', 90],
    ['1.234,5', ASK],
    ['13,75', ASK],
    ['12 Dr', FAULT],
    ['5 kg 250 g', FAULT],
    ['2 x 25 kg', FAULT],
    ['10+2', FAULT],
    ['~5', FAULT],
    ['1e3', FAULT],
    ['1/2', FAULT],
    [{ e: '#DIV/0!' }, FAULT],
    [{ f: 'A1*2' }, FAULT],
  ])('the quantity %j is %s', async (cell, is) => {
    expect(firstOf(await quantityOf('Amla', cell))['quantity']).toBe(is);
  });

  test('a column with 13,75 asks what the comma in 1,375 is, and follows the answer', async () => {
    const file = bytesOf('Gauri Organics\nItem;Qty\nAmla;13,75\nAmla;1,375\nAmla;2\n');
    const quantities = (entered: Entered) =>
      Array.isArray(entered) ? entered.map(({ quantity }) => quantity) : entered;
    expect(quantities(await imported('opening-stock', file))).toEqual([ASK, ASK, 2]);
    const comma = { decimals: { quantity: 'comma' } };
    expect(quantities(await imported('opening-stock', file, comma))).toEqual([13.75, 1.375, 2]);
    const point = { decimals: { quantity: 'point' } };
    expect(quantities(await imported('opening-stock', file, point))).toEqual([FAULT, 1375, 2]);
    expect(quantities(await inwardLines(file))).toEqual([ASK, ASK, 2]);
  });
});

test('number cells beside decimal commas keep their point', async () => {
  const file = workbook([
    {
      rows: [
        ['Item', 'Qty'],
        ['Amla', '13,75'],
        ['Amla', 1.375],
        ['Amla', { v: 17.625, z: '0.000" kg"' }],
        ['Amla', { v: 250, z: '0.00' }],
      ],
    },
  ]);
  const entered = await imported('opening-stock', file, { decimals: { quantity: 'comma' } });
  expect(Array.isArray(entered) && entered.map(({ quantity }) => quantity)).toEqual([13.75, 1.375, 17.625, 250]);
});

describe('dates', () => {
  const datesOf = async (field: string, heading: string, ...cells: TestCell[]) => {
    const entered = await imported(
      'opening-stock',
      workbook([{ rows: [['Item', 'Qty', heading], ...cells.map((cell, index) => ['Amla', index + 1, cell])] }]),
    );
    return Array.isArray(entered) ? entered.map((row) => row[field]) : entered;
  };

  test.each<[cell: TestCell, is: string]>([
    [{ v: MARCH + 30, z: 'dd-mm-yyyy' }, END_OF_MARCH],
    [{ v: MARCH + 4, z: 'm/d/yy' }, '2027-03-05'],
    [{ v: MARCH + 30.77, z: 'dd-mm-yyyy hh:mm' }, END_OF_MARCH],
    [{ v: MARCH, z: 'mmm-yy' }, END_OF_MARCH],
    [{ v: MARCH + 14, z: 'mmm-yy' }, END_OF_MARCH],
    [{ v: MARCH, z: 'mm/yyyy' }, END_OF_MARCH],
    [{ v: MARCH, z: 'yyyy-mm' }, END_OF_MARCH],
    [{ v: MARCH, z: 'mm/yy' }, END_OF_MARCH],
    ['Mar-27', END_OF_MARCH],
    ['Mar 2027', END_OF_MARCH],
    ['03/2027', END_OF_MARCH],
    ['March, 2027', END_OF_MARCH],
    ['मार्च 2027', END_OF_MARCH],
    ['Feb-28', '2028-02-29'],
    ['31-मार्च-27', END_OF_MARCH],
    ['31.03.27', END_OF_MARCH],
    ['31-Mar-27', END_OF_MARCH],
    ['31st March 2027', END_OF_MARCH],
    ['March 31, 2027', END_OF_MARCH],
    ['1-Sept-27', '2027-09-01'],
    ['2027/03/31', END_OF_MARCH],
    ['2027-03-31', END_OF_MARCH],
    ['20270331', END_OF_MARCH],
    ['2027-03-31T10:00:00Z', END_OF_MARCH],
    ['1-4-99', ASK],
    ['31-3-99', '1999-03-31'],
    ['46477', END_OF_MARCH],
    ['05-06-2026', ASK],
    ['12/31/2026', ASK],
    ['05-05-2026', '2026-05-05'],
    ['31-04-2027', FAULT],
    ['2027', FAULT],
    ['NA', FAULT],
    ['-', FAULT],
    ['Marmalade 2027', FAULT],
  ])('the expiry %j is %s', async (cell, is) => {
    expect(await datesOf('expiresOn', 'Exp Date', cell)).toEqual([is]);
  });

  test('a month alone is a fault where a day is meant', async () => {
    expect(await datesOf('date', 'As on', 'Mar-26', { v: MARCH, z: 'mmm-yy' })).toEqual([FAULT, FAULT]);
  });

  test('a column has one order: one day beyond 12 says it, one month first asks', async () => {
    expect(await datesOf('expiresOn', 'Expiry', '05-06-2027', '31-03-2027')).toEqual(['2027-06-05', END_OF_MARCH]);
    expect(await datesOf('expiresOn', 'Expiry', '05-06-2027', '03/31/2027')).toEqual([ASK, ASK]);
    expect(await datesOf('expiresOn', 'Expiry', '31-03-2027', '03/31/2027')).toEqual([ASK, ASK]);
    expect(await datesOf('expiresOn', 'Expiry', '05-06-2027', 'Mar-27')).toEqual([ASK, END_OF_MARCH]);
  });
});

describe('files', () => {
  const rows: TestCell[][] = [
    ['Item', 'Qty', 'Lot No', 'Exp Date'],
    ['Saffron', { v: 250, z: '"" 0.00" gm"' }, { v: 457, z: '000000' }, { v: MARCH, z: 'mmm-yy' }],
  ];
  const read = [{ itemName: 'Saffron', quantity: 0.25, code: '000457', expiresOn: END_OF_MARCH }];

  test.each(['xlsx', 'xlsm', 'xlsb', 'xls', 'biff8', 'xlml', 'html'] as const)(
    'a file of the kind %s',
    async (kind) => {
      expect(await imported('opening-stock', workbook([{ rows }], kind))).toEqual(read);
    },
  );

  test('a workbook that counts days from 1904', async () => {
    const days: TestCell[][] = [
      ['Item', 'Qty', 'Expiry'],
      ['Amla', 5, { v: MARCH - 1462, z: 'dd-mm-yyyy' }],
    ];
    const entered = await imported('opening-stock', workbook([{ rows: days }], 'xlsx', true));
    expect(entered).toEqual([{ itemName: 'Amla', quantity: 5, expiresOn: '2027-03-01' }]);
  });

  test('merged cells count for all rows that they cover', async () => {
    const merged = workbook([
      {
        rows: [
          ['Item', 'Qty', 'Lot', 'Supplier', 'Expiry', 'Rate'],
          ['Amla', 10, 'MG-1', 'Merged Farm', { v: MARCH + 30, z: 'dd-mm-yyyy' }, 90],
          ['Amla', 20, 'MG-2'],
          ['Amla', 30, 'MG-3'],
        ],
        merges: ['D2:D4', 'E2:E4', 'F2:F4'],
      },
    ]);
    const shared = { itemName: 'Amla', supplierName: 'Merged Farm', expiresOn: END_OF_MARCH, pricePerUnit: 90 };
    expect(await imported('opening-stock', merged)).toEqual([
      { ...shared, quantity: 10, code: 'MG-1' },
      { ...shared, quantity: 20, code: 'MG-2' },
      { ...shared, quantity: 30, code: 'MG-3' },
    ]);
  });

  test('hidden sheets and rows, and a second sheet, are asked about', async () => {
    const stock = {
      name: 'Stock',
      rows: [
        ['Item', 'Qty'],
        ['Amla', 10],
      ],
    };
    const old = {
      name: 'old',
      hidden: true,
      rows: [
        ['Item', 'Qty'],
        ['Amla', 999],
      ],
    };
    const cover = { name: 'Cover', rows: [['Stock as on 31-10-2026'], ['Prepared by', 'Meena']] };
    const asked = { asked: 'sheet' };
    for (const sheets of [[old, stock], [cover, stock], [old]]) {
      expect(await imported('opening-stock', workbook(sheets))).toEqual(asked);
      expect(await inwardLines(workbook(sheets))).toEqual(asked);
    }
    const filtered = workbook([
      {
        rows: [
          ['Item', 'Qty'],
          ['Amla', 1],
          ['Amla', 2],
          ['Amla', 3],
        ],
        hiddenRows: [2],
      },
    ]);
    expect(await imported('opening-stock', filtered)).toEqual({ asked: 'hidden rows' });
    expect(await inwardLines(filtered)).toEqual({ asked: 'hidden rows' });
  });

  const csv = 'Item,Qty,Lot\nAmla,12,A-1\n';
  const amla = [{ itemName: 'Amla', quantity: 12, code: 'A-1' }];
  test.each<[what: string, bytes: Uint8Array]>([
    ['UTF-8', bytesOf(csv)],
    ['UTF-8 with a mark', bytesOf(`\uFEFF${csv}`)],
    ['UTF-16 with a mark', utf16(csv, true)],
    ['UTF-16 without a mark', utf16(csv, false)],
    ['semicolons', bytesOf(csv.replaceAll(',', ';'))],
    ['semicolons below a line', bytesOf(`Gauri Organics\n${csv.replaceAll(',', ';')}`)],
    ['tabs', bytesOf(csv.replaceAll(',', '\t'))],
    ['quotes', bytesOf('"Item","Qty","Lot"\r\n"Amla","12","A-1"\r\n')],
    ['a line above', bytesOf(`Gauri Organics\n\n${csv}`)],
    ['a code that is kept as text', bytesOf('Item,Qty,Lot\nAmla,12,="A-1"\n')],
    ['a comma too many at the ends', bytesOf('Item,Qty,Lot,,\nAmla,12,A-1,,\n')],
  ])('a text file with %s', async (_, bytes) => {
    expect(await imported('opening-stock', bytes)).toEqual(amla);
  });

  test('a text of Windows has its letters', async () => {
    const entered = await imported('categories', windows1252('Category,Notes\nCaf\xe9,na\xefve\n'));
    expect(entered).toEqual([{ name: 'Café', description: 'naïve' }]);
  });

  test('a row with more cells than headings is a fault, never shifted', async () => {
    const text = 'Item,Qty,Lot\nAmla, 1,250.5,M-1\nSaffron,6,M-2\n';
    const entered = await imported('opening-stock', bytesOf(text));
    expect(entered).toEqual([
      expect.objectContaining({ itemName: FAULT }),
      { itemName: 'Saffron', quantity: 6, code: 'M-2' },
    ]);
    expect(await pasted('opening-stock', text.replaceAll(',', '\t'))).toEqual(entered);
    expect(await inwardLines(bytesOf(text))).toEqual([
      { rawMaterialName: 'Saffron', quantity: 6, supplierLotNumber: 'M-2' },
    ]);
  });

  test('a quotation mark never swallows rows', async () => {
    const text = 'Name,Unit\n"A" Grade Haldi,kg\nHerb Four,kg\n"B" Grade Haldi,kg\nHerb Five,kg\n';
    expect(await imported('materials', bytesOf(text))).toEqual({ refused: fileTexts.openQuote(2) });
    expect(await imported('materials', bytesOf('Name,Unit\n5" pipe,pcs\nHerb,kg\n'))).toEqual([
      { name: '5" pipe', unit: 'pcs' },
      { name: 'Herb', unit: 'kg' },
    ]);
  });

  test('headings below the head of a company are found, also in two rows', async () => {
    const head = ['Gauri Organics Pvt Ltd', 'Plot 7, MIDC', 'Nagpur', 'GSTIN: 27AAACN1234L1Z8', 'Stock Summary'];
    const above = Array.from({ length: 30 }, (_, index) => [head[index % head.length] ?? '']);
    const long = workbook([{ rows: [...above, ['Particulars', 'Quantity', 'Rate'], ['Amla', 77, 90]] }]);
    expect(await imported('opening-stock', long)).toEqual([{ itemName: 'Amla', quantity: 77, pricePerUnit: 90 }]);
    const balances = workbook([
      {
        rows: [
          ['Particulars', 'Opening Balance', null, 'Closing Balance', null],
          [null, 'Quantity', 'Rate', 'Quantity', 'Rate'],
          ['Amla', 500, 90, 40, 92],
        ],
        merges: ['B1:C1', 'D1:E1'],
      },
    ]);
    expect(await imported('opening-stock', balances)).toEqual({ asked: 'quantity,pricePerUnit' });
    expect(await inwardLines(balances)).toEqual({ asked: 'quantity,pricePerUnit' });
    const one = workbook([
      {
        rows: [
          ['Particulars', 'Closing Balance', null],
          [null, 'Quantity', 'Rate'],
          ['Amla', 40, 92],
        ],
      },
    ]);
    expect(await imported('opening-stock', one)).toEqual([{ itemName: 'Amla', quantity: 40, pricePerUnit: 92 }]);
  });

  test('headings of which some stand in the upper row', async () => {
    const cells = [
      ['Particulars', 'Closing Balance', null, 'Batch', 'Exp'],
      [null, 'Quantity', 'Rate', 'No.', 'Date'],
      ['Amla', 40, 92, '007', 'Mar-27'],
    ];
    expect(await imported('opening-stock', workbook([{ rows: cells }]))).toEqual([
      { itemName: 'Amla', quantity: 40, pricePerUnit: 92, code: '007', expiresOn: END_OF_MARCH },
    ]);
  });

  test.each([
    [['Item', 'Opening Stock', 'Closing Stock'], { asked: 'quantity' }],
    [['Item', 'Qty (Bags)', 'Qty (Kgs)'], { asked: 'quantity' }],
  ])('the headings %j ask which column it is', async (headings, asked) => {
    expect(await imported('opening-stock', workbook([{ rows: [headings, ['Amla', 500, 40]] }]))).toEqual(asked);
  });
});
