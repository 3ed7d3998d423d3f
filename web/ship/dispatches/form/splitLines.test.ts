import { describe, expect, test } from 'vitest';
import { heldFirstText, heldText, sendsFaultOf, shortageOf } from './lineTexts.ts';
import { splitLines, type BatchLot, type Batches, type Split, type SplitLine } from './splitLines.ts';

const day = '2026-11-24';

function lot(lotId: number, onHandQty: number, over: Partial<BatchLot> = {}): BatchLot {
  const fields = {
    madeOrReceivedOn: '2026-11-01',
    expiresOn: `2027-08-${10 + lotId}`,
    state: 'released',
    stateReason: '',
  } as const;
  return { lotId, code: `TP-${lotId}`, onHandQty, ...fields, ...over };
}

function line(quantity: string, over: Partial<SplitLine> = {}): SplitLine {
  const item = { itemId: 1, itemName: 'Turmeric powder 200 g', unit: 'jar' };
  return { key: 'one', item, quantity, sends: [], firstLotId: null, firstLotCode: '', ...over };
}

const typed = (lotId: number, quantity: string) => ({ lotId, lotCode: `TP-${lotId}`, quantity });
const batches = (...lots: BatchLot[]): Batches => new Map([[1, lots]]);
const two = batches(lot(2, 270), lot(1, 34));

function sendsOf(own: Split | undefined) {
  return own?.sends.map((send) => [send.lot.code, send.left, send.quantity, send.typed]);
}

function split(one: SplitLine, from = two) {
  return splitLines([one], day, from).get('one');
}

describe('the split of a line', () => {
  test('takes batches by earliest expiry', () => {
    const own = split(line('134'));
    expect(sendsOf(own)).toEqual([
      ['TP-1', 34_000, 34_000, undefined],
      ['TP-2', 270_000, 100_000, undefined],
    ]);
    expect(own).toMatchObject({ available: 304_000, missing: 0 });
  });

  test('keeps a typed quantity and takes the rest from other batches', () => {
    expect(sendsOf(split(line('134', { sends: [typed(1, '20')] })))).toEqual([
      ['TP-1', 34_000, 20_000, '20'],
      ['TP-2', 270_000, 114_000, undefined],
    ]);
  });

  test('takes the requested batch first, and shows it before a quantity is typed', () => {
    expect(sendsOf(split(line('', { firstLotId: 2 })))).toEqual([['TP-2', 270_000, 0, undefined]]);
    expect(sendsOf(split(line('280', { firstLotId: 2 })))).toEqual([
      ['TP-1', 34_000, 10_000, undefined],
      ['TP-2', 270_000, 270_000, undefined],
    ]);
  });

  test('takes for a second line of the product the quantity that the first leaves', () => {
    const splits = splitLines([line('40'), line('10', { key: 'two' })], day, two);
    expect(sendsOf(splits.get('two'))).toEqual([['TP-2', 264_000, 10_000, undefined]]);
    expect(splits.get('two')?.available).toBe(264_000);
  });

  test('leaves out batches on hold, and lists them', () => {
    const held = lot(2, 270, { state: 'onHold', stateReason: 'Moisture' });
    const own = split(line('40'), batches(lot(1, 34), held));
    expect(own).toMatchObject({ available: 34_000, missing: 6000, held: [held] });
  });

  test('takes nothing from a requested batch on hold, but from the others', () => {
    const recalled = lot(1, 34, { state: 'recalled' });
    const from = batches(recalled, lot(2, 270));
    expect(sendsOf(split(line('', { firstLotId: 1 }), from))).toEqual([]);
    const asked = line('40', { firstLotId: 1 });
    const own = split(asked, from);
    expect(sendsOf(own)).toEqual([['TP-2', 270_000, 40_000, undefined]]);
    expect(own?.held).toEqual([recalled]);
    expect(own && heldFirstText(asked, own)).toBe('TP-1 is recalled: nothing of it can be sent');
  });

  test('reports a requested batch without stock, and takes from the others', () => {
    const own = split(line('40'), batches(lot(2, 270)));
    expect(own && heldFirstText(line('40', { firstLotId: 1, firstLotCode: 'TP-1' }), own)).toBe(
      'TP-1 has nothing left',
    );
    expect(own && heldFirstText(line('40', { firstLotId: 2, firstLotCode: 'TP-2' }), own)).toBe('');
  });

  test('lets an edited dispatch keep its quantity of a batch put on hold since, and no more', () => {
    const from = batches(lot(1, 34, { state: 'onHold', ownQty: 10 }));
    const kept = line('10', { sends: [typed(1, '10')] });
    expect(split(kept, from)).toMatchObject({ available: 10_000, missing: 0, held: [] });
    expect(sendsFaultOf(kept, split(kept, from))).toBeUndefined();
    const raised = line('11', { sends: [typed(1, '11')] });
    expect(sendsFaultOf(raised, split(raised, from))).toBe('TP-1 is on hold.');
  });

  test('does not count the quantity of the edited dispatch itself as on hold', () => {
    const from = batches(lot(1, 34, { state: 'onHold', ownQty: 10 }), lot(2, 270));
    const own = split(line('20'), from);
    expect(own && heldText(own, 'jar')).toBe('24 jar on hold');
  });

  test('does not exist while the batches are loading', () => {
    expect(splitLines([line('1')], day, new Map()).size).toBe(0);
  });
});

describe('the messages of a line', () => {
  test('say that all batches together have too little', () => {
    const asked = line('438');
    expect(shortageOf(asked, split(asked))).toBe('Only 304 jar left of Turmeric powder 200 g: 134 too few');
    expect(shortageOf(line('304'), split(line('304')))).toBeUndefined();
  });

  test('say how much of the product is on hold or recalled', () => {
    const lots = [lot(1, 34), lot(2, 270, { state: 'recalled' }), lot(3, 5, { state: 'onHold' })];
    const asked = line('50');
    const own = split(asked, batches(...lots));
    expect(own && heldText(own, 'jar')).toBe('5 jar on hold, 270 jar recalled');
    expect(shortageOf(asked, own)).toBe(
      'Only 34 jar left of Turmeric powder 200 g: 16 too few; 5 jar on hold, 270 jar recalled',
    );
  });

  test.each([
    [[typed(1, '35')], 'TP-1 has 34 jar left now.'],
    [[typed(1, '1'), typed(2, '100')], '33 jar of 134 jar not taken from a batch yet'],
    [[typed(1, '34'), typed(2, '101')], '1 jar more than 134 jar taken'],
    [[typed(1, 'x')], 'Enter a quantity above 0 with at most 3 decimals.'],
    [[typed(1, '')], undefined],
    [[], undefined],
  ])('are these faults for typed batches %j', (sends, text) => {
    const asked = line('134', { sends });
    expect(sendsFaultOf(asked, split(asked))).toBe(text);
  });

  test('say that a typed batch has no stock left', () => {
    const asked = line('10', { sends: [typed(9, '10')] });
    expect(sendsFaultOf(asked, split(asked))).toBe('TP-9 has 0 jar left now.');
  });
});
