/** Facts that a write posts beside its records, such as movements of stock, until the history takes them. */
import type { Trx } from '../db/tables.ts';
import type { AuditEntry } from './auditEntry.ts';

/** The author and the time of a write. */
export interface Actor {
  userId: number;
  /** A UTC timestamp. */
  at: string;
  /** The session, for which its own earlier changes are no conflict; none for a client that sends If-Match. */
  sessionKey?: string | undefined;
  /** Collects facts of the write, for the history. */
  journal?: Journal;
}

export interface Journal {
  /** Whether the history has everything posted. */
  readonly isEmpty: boolean;
  /**
   * Takes the facts posted so far: for each change its part as JSON, or null. Throws if a fact belongs to none of the
   * changes.
   */
  take(trx: Trx, changes: readonly AuditEntry[]): Promise<(object | null)[]>;
}

/** Opens the journal of one write. */
export type OpenJournal = () => Journal;

/** For writes that post nothing. */
export const openEmptyJournal: OpenJournal = () => ({
  isEmpty: true,
  take: async (_, changes) => await Promise.resolve(changes.map(() => null)),
});
