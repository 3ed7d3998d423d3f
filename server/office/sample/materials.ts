/** The raw materials of the sample data. */
import type { ItemPart } from '#contract/stock/stock.ts';

export interface SampleMaterial {
  name: string;
  description: string;
  unit: string;
  /** Where it isn't an organic ingredient. */
  part?: ItemPart;
  /** Weight of one unit, if the unit doesn't define it. */
  grams?: number;
  /** Four of the five that have one are below it, two of them used up. */
  reorderLevel?: number;
  /** The days since the harvest was good for the last time; after that it takes a reason. */
  goodUntil?: number;
}

export const sampleMaterials = {
  turmeric: {
    name: 'Turmeric, Lakadong',
    description: 'Dried fingers, curcumin above 7 %, NPOP certified',
    unit: 'kg',
    reorderLevel: 100,
  },
  ashwagandha: {
    name: 'Ashwagandha root',
    description: 'Whole dried root, grade A, withanolides above 2 %',
    unit: 'kg',
  },
  amla: { name: 'Amla, dried', description: 'Seedless flakes, sun-dried, moisture below 10 %', unit: 'kg' },
  haritaki: { name: 'Haritaki, dried', description: 'Terminalia chebula, seedless halves', unit: 'kg' },
  bibhitaki: { name: 'Bibhitaki, dried', description: 'Terminalia bellirica, seedless halves', unit: 'kg' },
  brahmi: { name: 'Brahmi leaf', description: 'Bacopa monnieri, whole dried herb', unit: 'kg' },
  kokum: {
    name: 'Kokum rind',
    description: 'Dried in the shade, without added salt',
    unit: 'kg',
    reorderLevel: 40,
    goodUntil: 24,
  },
  shatavari: { name: 'Shatavari root', description: 'Peeled and dried, yellow grade', unit: 'kg' },
  tulsi: { name: 'Tulsi leaf', description: 'Rama and Krishna tulsi, cut 3–6 mm', unit: 'kg' },
  moringa: { name: 'Moringa leaf', description: 'Dried in the shade within 24 hours of picking', unit: 'kg' },
  coconutOil: {
    name: 'Coconut oil, cold-pressed',
    description: 'From sun-dried copra, unrefined, in 20 litre cans',
    unit: 'litre',
    grams: 915,
  },
  jaggery: {
    name: 'Jaggery',
    description: 'Sugarcane blocks of 1 kg, made without chemicals',
    unit: 'kg',
    reorderLevel: 30,
  },
  pepper: { name: 'Black pepper', description: 'Malabar garbled, 550 g/l', unit: 'kg' },
  ginger: { name: 'Ginger, dried', description: 'Unbleached, sliced, moisture below 11 %', unit: 'kg' },
  cardamom: {
    name: 'Cardamom, green',
    description: 'Bold, 7–8 mm. Keep in the closed bin, away from light',
    unit: 'kg',
  },
  sesame: { name: 'Sesame, white', description: 'Hulled, purity 99.95 %', unit: 'kg', reorderLevel: 60 },
  rockSalt: { name: 'Rock salt', description: 'Sendha namak, ground, food grade', unit: 'kg', part: 'salt' },
  bottle: {
    name: 'Glass bottle 200 ml',
    description: 'Amber, round, 24 mm neck, in trays of 100',
    unit: 'piece',
    part: 'packaging',
    grams: 145,
    reorderLevel: 1000,
  },
} as const satisfies Record<string, SampleMaterial>;

export type MaterialKey = keyof typeof sampleMaterials;
