/** Productions of the sample data, oldest first; the lines of a row were recorded together. */
import type { ProductionStatus } from '#contract/production.ts';
import type { MaterialKey } from './materials.ts';

export interface SampleProduction {
  daysAgo: number;
  status: ProductionStatus;
  quantities: Partial<Record<MaterialKey, number>>;
}

/** Sesame and kokum are used up completely; all other materials have a balance. */
export const sampleProductions: readonly SampleProduction[] = [
  { daysAgo: 143, status: 'completed', quantities: { turmeric: 85, ginger: 15.5 } },
  { daysAgo: 140, status: 'completed', quantities: { kokum: 30, jaggery: 60, bottle: 900 } },
  { daysAgo: 137, status: 'completed', quantities: { coconutOil: 130, brahmi: 22.5, bottle: 1300 } },
  { daysAgo: 131, status: 'completed', quantities: { sesame: 48, jaggery: 36, cardamom: 4.2 } },
  { daysAgo: 125, status: 'completed', quantities: { turmeric: 90, ginger: 28, pepper: 19.5, jaggery: 40 } },
  { daysAgo: 121, status: 'completed', quantities: { moringa: 42, tulsi: 38 } },
  { daysAgo: 117, status: 'completed', quantities: { shatavari: 55, cardamom: 3.4 } },
  { daysAgo: 113, status: 'completed', quantities: { coconutOil: 150, brahmi: 26, bottle: 1500 } },
  { daysAgo: 109, status: 'completed', quantities: { kokum: 32.5, jaggery: 65, rockSalt: 64, bottle: 950 } },
  { daysAgo: 105, status: 'completed', quantities: { ashwagandha: 95, amla: 62 } },
  { daysAgo: 97, status: 'completed', quantities: { sesame: 52, jaggery: 50, cardamom: 4.6 } },
  { daysAgo: 87, status: 'completed', quantities: { moringa: 46.25, tulsi: 44, ginger: 34 } },
  { daysAgo: 83, status: 'completed', quantities: { coconutOil: 160, brahmi: 28.25, bottle: 1600 } },
  { daysAgo: 78, status: 'completed', quantities: { shatavari: 68.5, ashwagandha: 55 } },
  { daysAgo: 73, status: 'completed', quantities: { kokum: 23, rockSalt: 82 } },
  { daysAgo: 67, status: 'completed', quantities: { amla: 140, rockSalt: 122.5, bottle: 1200 } },
  { daysAgo: 62, status: 'completed', quantities: { turmeric: 124, pepper: 41, ginger: 39.75 } },
  { daysAgo: 57, status: 'completed', quantities: { sesame: 50, jaggery: 62, cardamom: 5.8 } },
  { daysAgo: 51, status: 'completed', quantities: { tulsi: 60, moringa: 58.5 } },
  { daysAgo: 44, status: 'completed', quantities: { coconutOil: 155, brahmi: 30, bottle: 850 } },
  { daysAgo: 38, status: 'completed', quantities: { ashwagandha: 52, shatavari: 62 } },
  { daysAgo: 31, status: 'completed', quantities: { turmeric: 96, ginger: 54, pepper: 30.5, jaggery: 55 } },
  { daysAgo: 20, status: 'completed', quantities: { kokum: 40, jaggery: 58, bottle: 1400 } },
  { daysAgo: 15, status: 'completed', quantities: { coconutOil: 62.5, brahmi: 25.5 } },
  { daysAgo: 7, status: 'in_progress', quantities: { moringa: 38, tulsi: 46 } },
  { daysAgo: 4, status: 'in_progress', quantities: { turmeric: 88, pepper: 29, ginger: 37.5 } },
  { daysAgo: 1, status: 'in_progress', quantities: { amla: 72, cardamom: 6.75 } },
];
