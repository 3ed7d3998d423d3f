import { SelectModifierNode, sql, type OperationNodeSource } from 'kysely';
import type { Engine } from './connect.ts';
import type { Tables, Trx } from './tables.ts';

/**
 * Appended to a query: locks the rows until the transaction ends and reads their current state. No effect on SQLite,
 * where a writer already holds the only lock (sqlite.ts).
 */
// NO KEY UPDATE rather than UPDATE, so that inserting a row that refers to a locked one doesn't wait.
export const forUpdate: OperationNodeSource = { toOperationNode: () => SelectModifierNode.create('ForNoKeyUpdate') };

/** A shared lock: rows stay unchanged, and several transactions can hold it. */
export const forShare: OperationNodeSource = { toOperationNode: () => SelectModifierNode.create('ForShare') };

/** Keeps other transactions from writing to a table until this one ends. Nothing to do on SQLite, which has one writer. */
export async function lockTable(trx: Trx, engine: Engine, table: keyof Tables): Promise<void> {
  if (engine === 'postgres') await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(trx);
}
