/** The recipes of the sample data, each for 100 units of its product. */
import type { sampleMaterials } from './materials.ts';
import type { sampleProducts } from './products.ts';

interface SampleRecipe {
  product: keyof typeof sampleProducts;
  expectedYieldPercent?: number;
  /** Rupees. */
  overheadPerRun?: number;
  overheadPerKg?: number;
  overheadPerHour?: number;
  note?: string;
  ingredients: { material: keyof typeof sampleMaterials; quantity: number; plannedLossPercent?: number }[];
}

export const sampleRecipes: SampleRecipe[] = [
  {
    product: 'turmericPowder',
    expectedYieldPercent: 97,
    overheadPerRun: 600,
    overheadPerKg: 6,
    note: 'Grind twice, sieve to 300 microns',
    ingredients: [{ material: 'turmeric', quantity: 20, plannedLossPercent: 3 }],
  },
  {
    product: 'amlaMurabba',
    overheadPerKg: 18,
    ingredients: [
      { material: 'amla', quantity: 18 },
      { material: 'jaggery', quantity: 24.5 },
      { material: 'cardamom', quantity: 0.15 },
    ],
  },
  {
    product: 'kokumSyrup',
    note: 'Soak the rind over night',
    ingredients: [
      { material: 'kokum', quantity: 20 },
      { material: 'jaggery', quantity: 35.2 },
      { material: 'rockSalt', quantity: 1.2 },
    ],
  },
  {
    product: 'coconutOil',
    expectedYieldPercent: 99,
    overheadPerHour: 240,
    ingredients: [{ material: 'coconutOil', quantity: 50, plannedLossPercent: 1 }],
  },
  {
    product: 'garamMasala',
    expectedYieldPercent: 96.5,
    overheadPerRun: 450,
    ingredients: [
      { material: 'pepper', quantity: 6.6 },
      { material: 'cardamom', quantity: 1.45 },
      { material: 'ginger', quantity: 2.2, plannedLossPercent: 4 },
    ],
  },
];
