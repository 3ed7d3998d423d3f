/** The batches of the sample data in order of time, each with the run that made it, but one. */
import type { SoldAs } from '#contract/stock/claims/soldAs.ts';
import type { MaterialKey } from './materials.ts';
import type { sampleBuyers, sampleProducts } from './products.ts';

interface SampleRun {
  inputs: Partial<Record<MaterialKey, number>>;
  /** A batch of which some is ground again, and how much. */
  reground?: { batch: string; quantity: number };
  loss: { reason: string; grams: number };
  status?: 'in_progress';
  /** Why more came out than went in, and why a lot is taken after its date. */
  gainReason?: string;
  afterExpiryReason?: string;
}

export interface SampleGood {
  product: keyof typeof sampleProducts;
  /** Since it was made. */
  daysAgo: number;
  quantity: number;
  status?: 'expired';
  /** Buyer of the whole batch, a few days later. */
  soldTo?: keyof typeof sampleBuyers;
  /** The claim that it was sold under, where it was stated, with the papers of that. */
  sale?: { soldAs: SoldAs; soldAsReason: string; inspectionCertificate: string };
  /** How much of it they sent back. */
  returned?: number;
  /** Missing for the one batch that Readiness shows. */
  run?: SampleRun;
}

function run(reason: string, grams: number, inputs: SampleRun['inputs'], reground?: SampleRun['reground']): SampleRun {
  return { inputs, loss: { reason, grams }, ...(reground && { reground }) };
}

const dust = 'Grinding dust';
const kettle = 'Left in the kettle';
const pomace = 'Leaves pressed out';
const filter = 'Left in the filter';
const POMACE_PRICE = 12;

/** Rupees per kg of a loss that is sold. */
export function scrapPriceOf({ reason }: SampleRun['loss']): number | undefined {
  return reason === pomace ? POMACE_PRICE : undefined;
}

export const sampleGoods: readonly SampleGood[] = [
  {
    product: 'goldenMilk',
    daysAgo: 143,
    quantity: 318,
    soldTo: 'greenBasket',
    run: run(dust, 900, { turmeric: 45, ginger: 15.5, jaggery: 20 }),
  },
  {
    product: 'kokumSyrup',
    daysAgo: 140,
    quantity: 148,
    soldTo: 'greenBasket',
    run: run(kettle, 850, { kokum: 30, jaggery: 52, rockSalt: 1.8 }),
  },
  {
    product: 'brahmiOil',
    daysAgo: 137,
    quantity: 344,
    soldTo: 'greenBasket',
    run: run(pomace, 20600, { coconutOil: 70, brahmi: 20, bottle: 344 }),
  },
  {
    product: 'sesameSpread',
    daysAgo: 131,
    quantity: 408,
    soldTo: 'greenBasket',
    run: run(kettle, 1100, { sesame: 48, jaggery: 34, cardamom: 1 }),
  },
  {
    product: 'turmericPowder',
    daysAgo: 130,
    quantity: 240,
    soldTo: 'greenBasket',
    run: run(dust, 1450, { turmeric: 49.6 }),
  },
  {
    product: 'goldenMilk',
    daysAgo: 125,
    quantity: 312,
    soldTo: 'prakriti',
    run: run(dust, 950, { turmeric: 40, ginger: 14, pepper: 5, jaggery: 20 }),
  },
  {
    product: 'ashwagandhaPowder',
    daysAgo: 124,
    quantity: 180,
    soldTo: 'greenBasket',
    run: run(dust, 380, { ashwagandha: 18.4 }),
  },
  {
    product: 'moringaTulsi',
    daysAgo: 121,
    quantity: 784,
    soldTo: 'prakriti',
    run: run(dust, 1500, { moringa: 42, tulsi: 38 }),
  },
  { product: 'kokumSyrup', daysAgo: 118, quantity: 96, status: 'expired' },
  {
    product: 'shatavariBlend',
    daysAgo: 117,
    quantity: 620,
    soldTo: 'prakriti',
    run: run(dust, 1900, { shatavari: 55, ashwagandha: 40 }),
  },
  {
    product: 'brahmiOil',
    daysAgo: 113,
    quantity: 295,
    soldTo: 'prakriti',
    run: run(pomace, 18500, { coconutOil: 60, brahmi: 18, bottle: 295 }),
  },
  {
    product: 'amlaMurabba',
    daysAgo: 110,
    quantity: 150,
    run: run(kettle, 4500, { amla: 27.3, jaggery: 37, cardamom: 1 }),
  },
  {
    product: 'kokumSyrup',
    daysAgo: 109,
    quantity: 160,
    soldTo: 'terra',
    run: run(kettle, 800, { kokum: 32.5, jaggery: 56, rockSalt: 2 }),
  },
  {
    product: 'coconutOil',
    daysAgo: 102,
    quantity: 300,
    soldTo: 'terra',
    run: run(filter, 1200, { coconutOil: 152.25 }),
  },
  {
    product: 'sesameSpread',
    daysAgo: 97,
    quantity: 443,
    soldTo: 'terra',
    run: run(kettle, 1250, { sesame: 52, jaggery: 37, cardamom: 1 }),
  },
  { product: 'turmericPowder', daysAgo: 88, quantity: 260, soldTo: 'terra', run: run(dust, 1500, { turmeric: 53.6 }) },
  {
    product: 'moringaTulsi',
    daysAgo: 87,
    quantity: 885,
    soldTo: 'haat',
    run: run(dust, 1700, { moringa: 46.25, tulsi: 44 }),
  },
  {
    product: 'brahmiOil',
    daysAgo: 83,
    quantity: 344,
    run: run(pomace, 20500, { coconutOil: 70, brahmi: 20, bottle: 344 }),
  },
  {
    product: 'triphala',
    daysAgo: 80,
    quantity: 120,
    run: run(dust, 350, { amla: 4.15, haritaki: 4.15, bibhitaki: 4.1 }),
  },
  {
    product: 'shatavariBlend',
    daysAgo: 78,
    quantity: 808,
    soldTo: 'terra',
    sale: {
      soldAs: { scheme: 'EU', status: 'organic' },
      soldAsReason: 'Confirmed by the certification body by letter',
      inspectionCertificate: 'COI.IN.2026.0048812',
    },
    run: run(dust, 2200, { shatavari: 68.5, ashwagandha: 55 }),
  },
  {
    product: 'garamMasala',
    daysAgo: 74,
    quantity: 200,
    returned: 6,
    soldTo: 'haat',
    run: run(dust, 680, { pepper: 13.2, cardamom: 2.9, ginger: 4.6 }),
  },
  {
    product: 'kokumSyrup',
    daysAgo: 73,
    quantity: 113,
    run: run(kettle, 1000, { kokum: 23, jaggery: 40, rockSalt: 1.4 }),
  },
  { product: 'amlaPickle', daysAgo: 67, quantity: 530, run: run(kettle, 2800, { amla: 140, rockSalt: 22 }) },
  {
    product: 'coconutOil',
    daysAgo: 66,
    quantity: 320,
    soldTo: 'greenBasket',
    run: run(filter, 1300, { coconutOil: 162.4 }),
  },
  {
    product: 'goldenMilk',
    daysAgo: 62,
    quantity: 466,
    run: run(dust, 1400, { turmeric: 60, ginger: 20, pepper: 8, jaggery: 30 }),
  },
  {
    product: 'kokumSyrup',
    daysAgo: 60,
    quantity: 110,
    run: run(kettle, 200, { kokum: 22, jaggery: 38.6, rockSalt: 1.3 }),
  },
  {
    product: 'sesameSpread',
    daysAgo: 57,
    quantity: 422,
    run: run(kettle, 1300, { sesame: 50, jaggery: 35, cardamom: 1 }),
  },
  { product: 'ashwagandhaPowder', daysAgo: 52, quantity: 175, run: run(dust, 300, { ashwagandha: 17.85 }) },
  { product: 'moringaTulsi', daysAgo: 51, quantity: 1162, run: run(dust, 2200, { moringa: 58.5, tulsi: 60 }) },
  {
    product: 'amlaMurabba',
    daysAgo: 45,
    quantity: 160,
    run: {
      ...run(kettle, 3900, { amla: 28, jaggery: 38.5, cardamom: 1 }),
      gainReason: 'The amla was soaked overnight and took up water',
    },
  },
  {
    product: 'brahmiOil',
    daysAgo: 44,
    quantity: 394,
    run: run(pomace, 24600, { coconutOil: 80, brahmi: 24, bottle: 394 }),
  },
  { product: 'shatavariBlend', daysAgo: 38, quantity: 746, run: run(dust, 2000, { shatavari: 62, ashwagandha: 52 }) },
  {
    product: 'garamMasala',
    daysAgo: 38,
    quantity: 210,
    run: run(dust, 150, { pepper: 13.8, cardamom: 3, ginger: 4.4 }),
  },
  {
    product: 'goldenMilk',
    daysAgo: 31,
    quantity: 388,
    run: run(dust, 950, { turmeric: 50, ginger: 17, pepper: 6, jaggery: 25 }),
  },
  { product: 'turmericPowder', daysAgo: 31, quantity: 250, run: run(dust, 550, { turmeric: 50.6 }) },
  { product: 'coconutOil', daysAgo: 24, quantity: 310, run: run(filter, 1250, { coconutOil: 157.3 }) },
  {
    product: 'kokumSyrup',
    daysAgo: 20,
    quantity: 88,
    run: {
      ...run(kettle, 700, { kokum: 18, jaggery: 31, rockSalt: 1 }),
      afterExpiryReason: 'Laboratory report 26/0881: moisture and colour as new',
    },
  },
  // The first batch of a run that goes on.
  {
    product: 'triphala',
    daysAgo: 17,
    quantity: 60,
    run: { ...run(dust, 180, { amla: 4.5, haritaki: 4.5, bibhitaki: 4.4 }), status: 'in_progress' },
  },
  {
    product: 'brahmiOil',
    daysAgo: 15,
    quantity: 308,
    run: run(pomace, 18400, { coconutOil: 62.5, brahmi: 18, bottle: 308 }),
  },
  { product: 'turmericPowder', daysAgo: 9, quantity: 270, run: run(dust, 500, { turmeric: 54.5 }) },
  {
    product: 'ashwagandhaPowder',
    daysAgo: 4,
    quantity: 190,
    run: run(dust, 180, { ashwagandha: 18.2 }, { batch: 'AP-9', quantity: 10 }),
  },
];
