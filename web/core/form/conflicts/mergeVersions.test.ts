import { describe, expect, test } from 'vitest';
import { day, type Compared } from './compared.ts';
import { mergeVersions } from './mergeVersions.ts';

interface Line {
  key: string;
  id?: number;
  item: string;
  quantity: string;
  lots: string[];
}
interface Values {
  name: string;
  phone: string;
  date: string;
  supplier: { value: number; label: string } | null;
  lines: Line[];
  updatedAt?: string;
}

const line = (id: number | undefined, item: string, quantity: string, key = String(Math.random())): Line => ({
  key,
  ...(id !== undefined && { id }),
  item,
  quantity,
  lots: [],
});
const base: Values = {
  name: 'Hill Farms',
  phone: '1',
  date: '2026-11-01',
  supplier: { value: 1, label: 'A' },
  lines: [line(1, 'Turmeric', '10'), line(2, 'Amla', '5')],
  updatedAt: 'then',
};
const compared: Compared<Values> = {
  labels: { name: 'Name', phone: 'Phone', date: 'Date', supplier: 'Supplier' },
  as: { date: day },
  lists: [
    {
      name: 'lines',
      linesOf: ({ lines }) =>
        lines.map((each) => ({ line: each, key: each.id, name: each.item, text: `${each.quantity} kg` })),
      labels: { quantity: 'Quantity' },
    },
  ],
};
const merge = (mine: Partial<Values>, theirs: Partial<Values>) =>
  mergeVersions(compared, { base, mine: { ...base, ...mine }, theirs: { ...base, updatedAt: 'now', ...theirs } });

describe('fields', () => {
  test('changed on one side are merged, on both sides are asked, and equal ones are listed together', () => {
    const { values, rows, same } = merge(
      { phone: '2', date: '2026-11-02' },
      { phone: '3', supplier: { value: 2, label: 'B' } },
    );
    expect(values).toMatchObject({ date: '2026-11-02', supplier: { value: 2 }, updatedAt: 'now' });
    expect(rows.map((row) => [row.label, row.base, row.theirs.text, row.mine.text, row.side])).toEqual([
      ['Phone', '1', '3', '2', 'conflict'],
      ['Date', '01-11-2026', '01-11-2026', '02-11-2026', 'mine'],
      ['Supplier', 'A', 'B', 'A', 'theirs'],
    ]);
    expect(same).toEqual(['Name']);
    expect(rows.map(({ typedAs }) => typedAs)).toEqual(['text', 'day', 'nothing']);
  });

  test('changed alike on both sides ask nothing', () => {
    expect(merge({ phone: '2' }, { phone: '2' }).rows).toEqual([]);
  });
});

describe('lines', () => {
  const summary = ({ rows }: ReturnType<typeof merge>) => rows.map(({ path, label, side }) => [path, label, side]);

  test('are compared by their fields, whatever their order', () => {
    const merged = merge(
      { lines: [line(1, 'Turmeric', '11'), line(2, 'Amla', '6')] },
      { lines: [line(2, 'Amla', '5'), line(1, 'Turmeric', '12')] },
    );
    expect(summary(merged)).toEqual([
      ['lines.0.quantity', 'Amla, Quantity', 'mine'],
      ['lines.1.quantity', 'Turmeric, Quantity', 'conflict'],
    ]);
    expect(merged.values.lines.map(({ id, quantity }) => [id, quantity])).toEqual([
      [2, '6'],
      [1, '11'],
    ]);
  });

  test('added on either side stay, and removed ones are removed where the other side left them unchanged', () => {
    const merged = merge(
      { lines: [...base.lines, line(undefined, 'Neem', '1')] },
      { lines: [line(1, 'Turmeric', '10'), line(3, 'Tulsi', '2')] },
    );
    expect(merged.values.lines.map(({ item }) => item)).toEqual(['Turmeric', 'Tulsi', 'Neem']);
    expect(summary(merged)).toEqual([
      ['lines.1', 'Tulsi', 'theirs'],
      ['lines.without 2 0', 'Amla', 'theirs'],
      ['lines.2', 'Neem', 'mine'],
    ]);
  });

  test('removed twice for one item are each listed', () => {
    const twice = { ...base, lines: [line(1, 'Neem', '1'), line(1, 'Neem', '2')] };
    const { rows } = mergeVersions(compared, { base: twice, mine: twice, theirs: { ...twice, lines: [] } });
    expect(rows.map(({ label }) => label)).toEqual(['Neem', 'Neem']);
    expect(new Set(rows.map(({ path }) => path)).size).toBe(2);
  });

  test('with one key, such as one product twice, are matched in their order', () => {
    const merged = merge({ lines: [...base.lines, line(1, 'Turmeric', '5')] }, { phone: '3' });
    expect(merged.values.lines.map(({ item, quantity }) => [item, quantity])).toEqual([
      ['Turmeric', '10'],
      ['Amla', '5'],
      ['Turmeric', '5'],
    ]);
  });

  test('removed on one side and changed on the other wait for an answer', () => {
    const merged = merge(
      { lines: [line(1, 'Turmeric', '11'), line(2, 'Amla', '5')] },
      { lines: [line(2, 'Amla', '5')] },
    );
    expect(summary(merged)).toEqual([['lines.1', 'Turmeric', 'conflict']]);
    expect(merged.rows[0]?.theirs.isAbsent).toBe(true);
    expect(merged.values.lines.map(({ item }) => item)).toEqual(['Amla', 'Turmeric']);
  });
});
