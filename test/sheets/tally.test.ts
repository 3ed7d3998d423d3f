/** Exports of Tally as XML and as JSON, each with what a careful person reads in it. */
import { describe, expect, test } from 'vitest';
import { tablesOf } from '#web/core/sheets/sheetFile.ts';
import { ownTotal } from '#web/office/imports/totals/ownTotal.ts';
import { sheetOf } from '#web/office/imports/sheetText.ts';
import { FAULT, importedFields } from './doors.ts';
import { bytesOf, utf16 } from './workbooks.ts';

/** A word that Tally keeps for itself begins with a character that XML forbids. */
const OWN = '&#4; ';

const masters = `<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA>
<REQUESTDESC><REPORTNAME>All Masters</REPORTNAME></REQUESTDESC><REQUESTDATA>
<TALLYMESSAGE xmlns:UDF="TallyUDF"><GROUP NAME="Farmers" RESERVEDNAME=""><PARENT>Sundry Creditors</PARENT></GROUP></TALLYMESSAGE>
<TALLYMESSAGE><LEDGER NAME="Anita &amp; Sons" RESERVEDNAME="">
 <ADDRESS.LIST TYPE="String"><ADDRESS>Plot 7, MIDC</ADDRESS><ADDRESS>Nagpur</ADDRESS></ADDRESS.LIST>
 <MAILINGNAME.LIST TYPE="String"><MAILINGNAME>Anita and Sons</MAILINGNAME></MAILINGNAME.LIST>
 <PARENT>Farmers</PARENT><PINCODE>440016</PINCODE><EMAIL>anita@sons.example</EMAIL><ISBILLWISEON>Yes</ISBILLWISEON>
 <LEDSTATENAME>Maharashtra</LEDSTATENAME><LEDGERPHONE>0712-2554477</LEDGERPHONE><LEDGERMOBILE>98111 11113</LEDGERMOBILE>
 <LEDGSTREGDETAILS.LIST><GSTIN>27AAACN1234L1Z8</GSTIN></LEDGSTREGDETAILS.LIST><OPENINGBALANCE>-4500.00</OPENINGBALANCE>
</LEDGER></TALLYMESSAGE>
<TALLYMESSAGE><LEDGER NAME="Green Basket"><PARENT>Sundry Debtors</PARENT><LEDGERMOBILE/><LEDGERPHONE>9822222222</LEDGERPHONE></LEDGER></TALLYMESSAGE>
<TALLYMESSAGE><LEDGER NAME="HDFC Bank"><PARENT>Bank Accounts</PARENT></LEDGER></TALLYMESSAGE>
<TALLYMESSAGE><UNIT NAME="kg"><NAME>kg</NAME></UNIT></TALLYMESSAGE>
<TALLYMESSAGE><STOCKGROUP NAME="Herbs"><PARENT>${OWN}Primary</PARENT></STOCKGROUP></TALLYMESSAGE>
<TALLYMESSAGE><STOCKGROUP NAME="Packing"><PARENT/></STOCKGROUP></TALLYMESSAGE>
<TALLYMESSAGE><STOCKITEM NAME="Amla"><PARENT>Herbs</PARENT><BASEUNITS>kg</BASEUNITS>
 <OPENINGBALANCE> 150.000 kg</OPENINGBALANCE><OPENINGVALUE>-13600.00</OPENINGVALUE><OPENINGRATE>90.67/kg</OPENINGRATE>
 <BATCHALLOCATIONS.LIST><MFDON>20260101</MFDON><GODOWNNAME>Main Location</GODOWNNAME><BATCHNAME>000457</BATCHNAME>
  <OPENINGBALANCE> 100.000 kg</OPENINGBALANCE><OPENINGVALUE>-9000.00</OPENINGVALUE><OPENINGRATE>90.00/kg</OPENINGRATE>
  <EXPIRYPERIOD JD="46477" P="31-Mar-2027">31-Mar-2027</EXPIRYPERIOD></BATCHALLOCATIONS.LIST>
 <BATCHALLOCATIONS.LIST><BATCHNAME>MA-2</BATCHNAME><OPENINGBALANCE> 50.000 kg = 2 bag</OPENINGBALANCE>
  <OPENINGVALUE>-4600.00</OPENINGVALUE><OPENINGRATE>92.00/kg</OPENINGRATE></BATCHALLOCATIONS.LIST>
</STOCKITEM></TALLYMESSAGE>
<TALLYMESSAGE><STOCKITEM NAME="Label"><PARENT>Packing</PARENT><BASEUNITS>Nos</BASEUNITS>
 <OPENINGBALANCE> 225 dozen</OPENINGBALANCE><OPENINGVALUE>-540.00</OPENINGVALUE><OPENINGRATE>2.40/dozen</OPENINGRATE>
 <BATCHALLOCATIONS.LIST><BATCHNAME>Primary Batch</BATCHNAME><OPENINGBALANCE> 225 dozen</OPENINGBALANCE>
 <OPENINGRATE>2.40/dozen</OPENINGRATE></BATCHALLOCATIONS.LIST></STOCKITEM></TALLYMESSAGE>
<TALLYMESSAGE><STOCKITEM NAME="Saffron"><PARENT>Herbs</PARENT><BASEUNITS>gm</BASEUNITS></STOCKITEM></TALLYMESSAGE>
</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>`;

const json = JSON.stringify({
  tallymessage: [
    { metadata: { type: 'Group', name: 'Farmers' }, parent: 'Sundry Creditors' },
    {
      metadata: { type: 'Ledger', name: 'Anita & Sons' },
      address: [{ metadata: { type: 'String' } }, 'Plot 7, MIDC', 'Nagpur'],
      parent: 'Farmers',
      pincode: '440016',
      email: 'anita@sons.example',
      ledstatename: 'Maharashtra',
      ledgerphone: '0712-2554477',
      ledgermobile: '98111 11113',
      isbillwiseon: true,
      'ledgstregdetails.list': [{ gstin: '27AAACN1234L1Z8' }],
    },
    { metadata: { type: 'Ledger', name: 'Green Basket' }, parent: 'Sundry Debtors', ledgerphone: '9822222222' },
    { metadata: { type: 'Ledger', name: 'HDFC Bank' }, parent: 'Bank Accounts' },
    { metadata: { type: 'Stock Group', name: 'Herbs' }, parent: '\u0004 Primary' },
    { metadata: { type: 'Stock Group', name: 'Packing' }, parent: '' },
    {
      metadata: { type: 'Stock Item', name: 'Amla' },
      parent: 'Herbs',
      baseunits: 'kg',
      openingbalance: ' 150.000 kg',
      openingvalue: '-13600.00',
      openingrate: '90.67/kg',
      batchallocations: [
        {
          batchname: '000457',
          openingbalance: ' 100.000 kg',
          openingvalue: '-9000.00',
          openingrate: '90.00/kg',
          expiryperiod: '31-Mar-2027',
        },
        {
          batchname: 'MA-2',
          openingbalance: ' 50.000 kg = 2 bag',
          openingvalue: '-4600.00',
          openingrate: '92.00/kg',
        },
      ],
    },
    {
      metadata: { type: 'Stock Item', name: 'Label' },
      parent: 'Packing',
      baseunits: 'Nos',
      openingbalance: ' 225 dozen',
      openingvalue: '-540.00',
      openingrate: '2.40/dozen',
      batchallocations: [{ batchname: 'Primary Batch', openingbalance: ' 225 dozen', openingrate: '2.40/dozen' }],
    },
    { metadata: { type: 'Stock Item', name: 'Saffron' }, parent: 'Herbs', baseunits: 'gm' },
  ],
});

const files: [kind: string, bytes: Uint8Array][] = [
  ['XML in UTF-16 with a mark', utf16(masters, true)],
  ['XML in UTF-16 without a mark', utf16(masters, false)],
  ['XML in UTF-8 with a declaration', bytesOf(`<?xml version="1.0" encoding="UTF-8"?>\r\n${masters}`)],
  ['JSON', bytesOf(json)],
  ['JSON in UTF-16', utf16(json, true)],
];

describe.each(files)('all masters as %s', (_, bytes) => {
  const tables = tablesOf(bytes);
  const named = (name: string) => {
    const found = tables.find((each) => each.name === name);
    if (!found) throw new Error(`${name} is not among ${tables.map((each) => each.name).join(', ')}`);
    return found;
  };

  test('are ledgers of the two sundry groups, items by their groups, and stock by batch', () => {
    expect(tables.map(({ name }) => name)).toEqual([
      'Sundry Creditors',
      'Sundry Debtors',
      'Stock items · Herbs',
      'Stock items · Packing',
      'Opening stock by batch',
    ]);
  });

  test('have suppliers and buyers', async () => {
    expect(await importedFields('suppliers', named('Sundry Creditors'), {})).toEqual([
      {
        name: 'Anita & Sons',
        phone: '9811111113',
        email: 'anita@sons.example',
        gstinNumber: '27AAACN1234L1Z8',
        address: 'Plot 7, MIDC, Nagpur, Maharashtra, 440016',
      },
    ]);
    expect(await importedFields('buyers', named('Sundry Debtors'), {})).toEqual([
      { name: 'Green Basket', phone: '9822222222' },
    ]);
  });

  test('have raw materials with their units and groups', async () => {
    expect(await importedFields('materials', named('Stock items · Herbs'), {})).toEqual([
      { name: 'Amla', unit: 'kg', categoryName: 'Herbs' },
      { name: 'Saffron', unit: 'gm', categoryName: 'Herbs' },
    ]);
  });

  test('have opening stock by batch, and the sum of the values that Tally states', async () => {
    const stock = named('Opening stock by batch');
    expect(await importedFields('opening-stock', stock, {})).toEqual([
      { itemName: 'Amla', code: '000457', quantity: 100, pricePerUnit: 90, expiresOn: '2027-03-31' },
      { itemName: 'Amla', code: 'MA-2', quantity: 50, pricePerUnit: 92 },
      { itemName: 'Label', quantity: 2700, pricePerUnit: 0.2 },
    ]);
    const sheet = sheetOf('opening-stock', '', stock);
    const mapping = { Item: 'itemName', Quantity: 'quantity', Rate: 'pricePerUnit' };
    const sum = { lots: 3, quantities: [], unpriced: 0 };
    const total = ownTotal({ ...sheet, mapping }, { ...sum, value: 14_140 });
    expect([total?.stated, total?.difference]).toEqual(['₹\u{A0}14,140.00', undefined]);
    expect(ownTotal({ ...sheet, mapping }, { ...sum, value: 14_139.5 })?.difference).toBe('₹\u{A0}0.50');
  });
});

const summary = `<ENVELOPE>
 <DSPACCNAME><DSPDISPNAME>Amla</DSPDISPNAME></DSPACCNAME>
 <DSPSTKINFO><DSPSTKOP><DSPOPQTY>500.000 kg</DSPOPQTY></DSPSTKOP><DSPSTKCL><DSPCLQTY>150.000 kg</DSPCLQTY><DSPCLRATE>90.00</DSPCLRATE><DSPCLAMTA>-13500.00</DSPCLAMTA></DSPSTKCL></DSPSTKINFO>
 <SSBATCHNAME><SSBATCH>000457</SSBATCH><SSGODOWN>Main Location</SSGODOWN></SSBATCHNAME>
 <DSPSTKINFO><DSPSTKCL><DSPCLQTY>100.000 kg</DSPCLQTY></DSPSTKCL></DSPSTKINFO>
 <SSBATCHNAME><SSBATCH>MA-2</SSBATCH></SSBATCHNAME>
 <DSPSTKINFO><DSPSTKCL><DSPCLQTY>50.000 kg</DSPCLQTY><DSPCLRATE>90.00</DSPCLRATE><DSPCLAMTA>-4500.00</DSPCLAMTA></DSPSTKCL></DSPSTKINFO>
 <DSPACCNAME><DSPDISPNAME>Tincture</DSPDISPNAME></DSPACCNAME>
 <DSPSTKINFO><DSPSTKCL><DSPCLQTY>250.00 gm</DSPCLQTY><DSPCLRATE>3.00</DSPCLRATE><DSPCLAMTA>-750.00</DSPCLAMTA></DSPSTKCL></DSPSTKINFO>
 <DSPACCNAME><DSPDISPNAME>Honey</DSPDISPNAME></DSPACCNAME>
 <DSPSTKINFO><DSPSTKCL><DSPCLQTY></DSPCLQTY><DSPCLRATE></DSPCLRATE><DSPCLAMTA></DSPCLAMTA></DSPSTKCL></DSPSTKINFO>
</ENVELOPE>`;

test('a Stock Summary has the closing stock by batch, at the rate of the item where a batch has none', async () => {
  const [table, other] = tablesOf(utf16(summary, true));
  if (!table) throw new Error('no table');
  expect([table.name, other]).toEqual(['Stock summary', undefined]);
  expect(await importedFields('opening-stock', table, {})).toEqual([
    { itemName: 'Amla', code: '000457', quantity: 100, pricePerUnit: 90 },
    { itemName: 'Amla', code: 'MA-2', quantity: 50, pricePerUnit: 90 },
    { itemName: 'Tincture', quantity: 250, pricePerUnit: 3 },
  ]);
  expect(table.rows.at(-1)).toEqual(['Total of the values in Tally', '', '', '', '14250.00', '']);
});

test('a batch without a stated expiry of a day is a fault, and a file without tables is refused', async () => {
  const days = masters.replace('>31-Mar-2027</EXPIRYPERIOD>', '>180 Days</EXPIRYPERIOD>');
  const stock = tablesOf(bytesOf(days)).find(({ name }) => name === 'Opening stock by batch');
  expect(stock && (await importedFields('opening-stock', stock, {}))).toMatchObject([{ expiresOn: FAULT }, {}, {}]);
  expect(() => tablesOf(bytesOf('<ENVELOPE><BODY/></ENVELOPE>'))).toThrow();
  expect(() => tablesOf(bytesOf('{"tallymessage": ['))).toThrow();
});
