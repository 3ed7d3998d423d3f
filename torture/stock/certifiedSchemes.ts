/** The certificates of random worlds: of their suppliers and of our own. */
import type { Scheme } from '#contract/stock/claims/schemes.ts';

/** The names of the suppliers whose certificate covers everything, and the units of the products that our own covers. */
export interface Certified {
  suppliers: readonly string[];
  products: readonly string[];
}

/** The certificates of each scheme. */
export const certifiedSchemes = {
  NPOP: { suppliers: ['A', 'B'], products: ['kg', 'jar', 'pouch'] },
  EU: { suppliers: ['B', 'C'], products: ['kg', 'jar'] },
  NOP: { suppliers: ['C'], products: ['kg', 'jar', 'pouch'] },
} as const satisfies Partial<Record<Scheme, Certified>>;
/** The suppliers of a world; the last one has no certificate. */
export const supplierNames = ['A', 'B', 'C', 'D'];
