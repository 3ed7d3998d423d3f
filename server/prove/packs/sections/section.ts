/** A section of a pack: one table, as a PDF to read and a spreadsheet to sort. */
import type { z } from 'zod';
import type { massBalanceAnswer } from '#contract/prove/massBalance.ts';
import type { recallDetail } from '#contract/prove/recalls.ts';
import type { ReadinessRow } from '#contract/prove/readiness.ts';
import type { traceAnswer } from '#contract/prove/trace.ts';
import type { Trx } from '../../../core/db/tables.ts';
import type { Scope } from '../scope.ts';

/** A value of a table; quantities in thousandths, money in paise, days yyyy-mm-dd. */
export type Cell = string | { count: number } | { quantity: number } | { paise: number } | { day: string } | null;

export interface Column {
  title: string;
  /** Its share of the width. */
  width: number;
  isNumber?: true;
}

/** Rows that belong together, below a heading with its sentence where there is one. */
export interface Block {
  heading?: string;
  sentence?: string;
  rows: Cell[][];
  /** Files that stand beside the table in the pack. */
  files?: { name: string; billId: number }[];
}

type MassBalance = z.output<typeof massBalanceAnswer>;
type Trace = z.output<typeof traceAnswer>;

/** Results of other features, passed to packs by packWorker.ts. */
export interface Features {
  massBalance(trx: Trx, query: MassBalanceQuery): Promise<MassBalance | undefined>;
  trace(trx: Trx, lotId: number): Promise<Trace | undefined>;
  readiness(trx: Trx, today: string): Promise<ReadinessRow[]>;
  /** Recalls and drills that ran in a period, from a timestamp to before another; without one, all. */
  recalls(trx: Trx, period: { begin: string; end: string } | undefined): Promise<z.output<typeof recallDetail>[]>;
}

interface MassBalanceQuery {
  itemId?: number;
  lotId?: number;
  withProducts: boolean;
  from: string;
  to: string;
}

/** Source of the sections: one snapshot for the whole pack. */
export interface Source {
  trx: Trx;
  scope: Scope;
  /** The day of the pack. */
  today: string;
  /** Time zone of the installation. */
  timeZone: string;
  features: Features;
}

export interface Section {
  /** Its file names in the pack. */
  name: string;
  title: string;
  /** Description of the section in a sentence. */
  about: string;
  columns: Column[];
  /** Yields its rows, then returns a summary in a sentence. */
  blocks(source: Source): AsyncGenerator<Block, string>;
}
