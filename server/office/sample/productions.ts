/** Productions of the sample data that are still in progress, oldest first; the lines of a row were recorded together. */
import type { MaterialKey } from './materials.ts';

interface SampleProduction {
  daysAgo: number;
  quantities: Partial<Record<MaterialKey, number>>;
}

export const sampleProductions: readonly SampleProduction[] = [
  { daysAgo: 7, quantities: { moringa: 38, tulsi: 46 } },
  { daysAgo: 4, quantities: { turmeric: 48, pepper: 6, ginger: 16 } },
  { daysAgo: 1, quantities: { amla: 36, jaggery: 48, cardamom: 1 } },
];
