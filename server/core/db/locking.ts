import { SelectModifierNode, sql, type OperationNodeSource } from 'kysely';
import type { Engine } from './connect.ts';
import type { Trx } from './tables.ts';

/**
 * Appended to a query: locks the rows until the transaction ends and reads their current state. No effect on SQLite,
 * where a writer already holds the only lock (sqlite.ts).
 */
// NO KEY UPDATE rather than UPDATE, so that inserting a row that refers to a locked one doesn't wait.
export const forUpdate: OperationNodeSource = { toOperationNode: () => SelectModifierNode.create('ForNoKeyUpdate') };

/** A shared lock: rows stay unchanged, and several transactions can hold it. */
export const forShare: OperationNodeSource = { toOperationNode: () => SelectModifierNode.create('ForShare') };

/**
 * Lets one transaction at a time pass, of all that take this name in the same schema, until it ends. Nothing to do on
 * SQLite, which has one writer.
 */
export async function takeTurn(trx: Trx, engine: Engine, name: string): Promise<void> {
  if (engine === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ${` ${name}`}, 0))`.execute(trx);
}
