/** The jobs that are measured, each with the answer that every peer must give. */
import { randomUUID } from 'node:crypto';
import { balancesOn, type Data, LAST_DAY, linesOf, PAST_DAY } from './data.ts';
import type { Peer } from './peer.ts';

export interface Job {
  name: string;
  /** Does it for another page, record or document each time. */
  run: (peer: Peer, time: number) => Promise<unknown>;
  answer: (data: Data, time: number) => unknown;
}

const PAGES = 40;
/** So many materials have a code that begins with these. */
const SEARCHED = { terms: ['rm001', 'rm025', 'rm041', 'rm067', 'rm093'], rows: 10 } as const;

export const jobs: readonly Job[] = [
  {
    name: 'A page of 15 raw materials, and how many there are',
    run: async (peer, time) => await peer.materials(1 + (time % PAGES)),
    answer: ({ materials }) => ({ rows: 15, total: materials.length }),
  },
  {
    name: 'A page of 15 productions with their 45 lines, and how many there are',
    run: async (peer, time) => await peer.productions(1 + (time % PAGES)),
    answer: ({ productions }) => ({ rows: 45, total: productions.length }),
  },
  {
    name: 'A search that ten of 1,000 raw materials match',
    run: async (peer, time) => await peer.materials(1, SEARCHED.terms[time % SEARCHED.terms.length]),
    answer: () => ({ rows: SEARCHED.rows, total: SEARCHED.rows }),
  },
  {
    name: 'One purchase with its ten lines',
    run: async (peer, time) => await peer.purchase(time),
    answer: () => 10,
  },
  {
    name: 'Stock of one material',
    run: async (peer, time) => await peer.stockOf(time),
    answer: (data, time) => balancesOn(LAST_DAY, data)[time],
  },
  {
    name: 'Stock of 1,000 materials on a past day',
    run: async (peer) => await peer.stockOn(PAST_DAY),
    answer: (data) => balancesOn(PAST_DAY, data),
  },
  {
    name: 'Save a supplier',
    run: async (peer) => await peer.saveSupplier(`Measured farm ${randomUUID()}`),
    answer: () => undefined,
  },
  {
    name: 'Save a purchase of ten lines',
    run: async (peer, time) =>
      await peer.savePurchase({ supplier: 0, number: `M/${time}`, day: LAST_DAY, lines: linesOf(time * 10, 10) }),
    answer: () => undefined,
  },
  {
    name: 'Save a production of three lines',
    run: async (peer, time) => await peer.saveProduction({ day: LAST_DAY, lines: linesOf(time * 3, 3) }),
    answer: () => true,
  },
];
