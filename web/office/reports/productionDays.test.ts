import { expect, test } from 'vitest';
import { productionDays } from './productionDays.ts';

const totals = { totalInwardQty: 9, usedQty: 3, adjustedQty: 0, onHoldQty: 0, balanceQty: 6, minProductionQuantity: 1 };
const stock = [
  { rawMaterialId: 1, itemId: 1, rawMaterialName: 'Turmeric', unit: 'kg', ...totals },
  { rawMaterialId: 2, itemId: 2, rawMaterialName: 'Honey', unit: 'l', ...totals },
];

const dayOf = (runs: number, runsInProgress: number) => {
  return { productionDate: '2026-11-10', status: 'completed' as const, runs, runsInProgress, rawMaterials: [] };
};

test('a date of which the runs differ in status says how many are in progress', () => {
  const labels = productionDays([dayOf(2, 0), dayOf(2, 1), dayOf(3, 2)], stock).map((day) => day.statusLabel);
  expect(labels).toEqual(['Completed', 'In progress (1 of 2)', 'In progress (2 of 3)']);
});

test('a date has one row with every material of it, and the status of its first report', () => {
  const report = [
    {
      productionDate: '2026-11-12',
      status: 'in_progress' as const,
      runs: 1,
      runsInProgress: 1,
      rawMaterials: [{ rawmaterialID: 1, quantity: 1 }],
    },
    {
      productionDate: '2026-11-10',
      status: 'completed' as const,
      runs: 2,
      runsInProgress: 0,
      rawMaterials: [
        { rawmaterialID: 2, quantity: 4 },
        { rawmaterialID: 1, quantity: 2 },
      ],
    },
  ];
  expect(productionDays(report, stock)).toEqual([
    {
      date: '2026-11-12',
      status: 'in_progress',
      statusLabel: 'In progress',
      materials: [{ rawMaterialName: 'Turmeric', quantity: 1, unit: 'kg' }],
    },
    {
      date: '2026-11-10',
      status: 'completed',
      statusLabel: 'Completed',
      materials: [
        { rawMaterialName: 'Honey', quantity: 4, unit: 'l' },
        { rawMaterialName: 'Turmeric', quantity: 2, unit: 'kg' },
      ],
    },
  ]);
});

test('a material that is not in the stock list is Unknown', () => {
  const rawMaterials = [{ rawmaterialID: 3, quantity: 4 }];
  const [day] = productionDays([{ ...dayOf(1, 1), rawMaterials }], stock);
  expect(day?.materials).toEqual([{ rawMaterialName: 'Unknown', quantity: 4, unit: '' }]);
});
