/** Runs of the sample data that made batches, by the place of the batch in `sampleGoods`. */
import type { MaterialKey } from './materials.ts';

export interface SampleRun {
  /** The batch that it made. */
  good: number;
  inputs: Partial<Record<MaterialKey, number>>;
  /** A batch of which some is ground again, and how much. */
  reground?: { good: number; quantity: number };
  loss: { reason: string; grams: number };
}

export const sampleRuns: readonly SampleRun[] = [
  { good: 10, inputs: { ashwagandha: 17.85 }, loss: { reason: 'Grinding dust', grams: 300 } },
  {
    good: 11,
    inputs: { amla: 28, jaggery: 38.5, cardamom: 1 },
    loss: { reason: 'Left in the kettle', grams: 3200 },
  },
  { good: 12, inputs: { pepper: 13.8, cardamom: 3, ginger: 4.4 }, loss: { reason: 'Grinding dust', grams: 150 } },
  { good: 13, inputs: { turmeric: 50.6 }, loss: { reason: 'Grinding dust', grams: 550 } },
  { good: 16, inputs: { turmeric: 54.5 }, loss: { reason: 'Grinding dust', grams: 500 } },
  {
    good: 17,
    inputs: { ashwagandha: 18.2 },
    reground: { good: 10, quantity: 10 },
    loss: { reason: 'Grinding dust', grams: 180 },
  },
];
