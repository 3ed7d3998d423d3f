/** The sections of a pack, in the order of its index. */
import { bills, certificates } from './papers.ts';
import { holds } from './holds.ts';
import { massBalances } from './massBalances.ts';
import { readiness } from './readiness.ts';
import { traces } from './traces.ts';
import { recalls } from './recalls.ts';
import { counts, dispatches, runs } from './registers.ts';
import { transactionCertificates } from './transactionCertificates.ts';
import type { Section } from './section.ts';

/** A section more is an entry here. */
export const sections: readonly Section[] = [
  massBalances,
  traces,
  certificates,
  transactionCertificates,
  bills,
  runs,
  dispatches,
  counts,
  holds,
  recalls,
  readiness,
];
