import { expect, test } from 'vitest';
import { productionDays } from './productionDays.ts';

const totals = { totalInwardQty: 9, usedQty: 3, adjustedQty: 0, onHoldQty: 0, balanceQty: 6, minProductionQuantity: 1 };
const stock = [
  { rawMaterialId: 1, itemId: 1, rawMaterialName: 'Turmeric', unit: 'kg', ...totals },
  { rawMaterialId: 2, itemId: 2, rawMaterialName: 'Honey', unit: 'l', ...totals },
];

test('a date has one row with every material of it, and the status of its first report', () => {
  const report = [
    {
      productionDate: '2026-11-12',
      status: 'in_progress' as const,
      rawMaterials: [{ rawmaterialID: 1, quantity: 1 }],
    },
    {
      productionDate: '2026-11-10',
      status: 'completed' as const,
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
      materials: [{ rawMaterialName: 'Turmeric', quantity: 1, unit: 'kg' }],
    },
    {
      date: '2026-11-10',
      status: 'completed',
      materials: [
        { rawMaterialName: 'Honey', quantity: 4, unit: 'l' },
        { rawMaterialName: 'Turmeric', quantity: 2, unit: 'kg' },
      ],
    },
  ]);
});

test('a material that is not in the stock list is Unknown', () => {
  const rawMaterials = [{ rawmaterialID: 3, quantity: 4 }];
  const [day] = productionDays([{ productionDate: '2026-11-10', status: 'in_progress', rawMaterials }], stock);
  expect(day?.materials).toEqual([{ rawMaterialName: 'Unknown', quantity: 4, unit: '' }]);
});
