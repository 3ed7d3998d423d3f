import { expect, test } from 'vitest';
import { bodyOf, withTyped, type CountValues, type SheetLot } from './countValues.ts';

const lot: SheetLot = {
  lotId: 7,
  itemId: 1,
  itemName: 'Ghee, 500 g',
  code: 'GL-11',
  unit: 'jar',
  state: 'released',
  expiresOn: null,
  onHandQty: 388,
  pricePerUnit: null,
  value: null,
};
const blank: CountValues = { date: '2026-11-20', counted: {}, reasons: {}, others: [] };

test('a reason is sent for a lot that differs from the ledger, and not once its quantity agrees again', () => {
  const reasons = { 7: 'Spilled' };
  const lineOf = (text: string) => bodyOf({ ...blank, reasons, counted: { 7: text } }, [lot]).lines;
  expect(lineOf('380')).toEqual([{ lotId: 7, quantity: 380, reason: 'Spilled' }]);
  expect(lineOf('388')).toEqual([{ lotId: 7, quantity: 388, reason: '' }]);
});

test('a saved count keeps the lots that are typed now and have no code, or that of another item', () => {
  const item = (itemId: number) => ({ itemId, rawMaterialId: itemId, productId: null, itemName: 'Item', unit: 'kg' });
  const other = { item: item(1), quantity: '3', code: '', expiresOn: '' };
  const saved = {
    ...blank,
    others: [
      { ...other, key: 'a' },
      { ...other, key: 'b', code: 'S-1' },
    ],
  };
  const typed = {
    ...blank,
    others: [
      { ...other, key: 'a' },
      { ...other, key: 'c', quantity: '5' },
      { ...other, key: 'd', code: 's-1' },
      { ...other, key: 'e', code: 'S-1', item: item(2) },
    ],
  };
  expect(withTyped(saved, typed).others.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'e']);
});
