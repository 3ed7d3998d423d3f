import { SelectModifierNode, type OperationNodeSource } from 'kysely';

/**
 * Appended to a query: locks the rows until the transaction ends and reads their current state. No effect on SQLite,
 * where a writer already holds the only lock (sqlite.ts).
 */
// NO KEY UPDATE rather than UPDATE, so that inserting a row that refers to a locked one doesn't wait.
export const forUpdate: OperationNodeSource = { toOperationNode: () => SelectModifierNode.create('ForNoKeyUpdate') };

/** A shared lock: rows stay unchanged, and several transactions can hold it. */
export const forShare: OperationNodeSource = { toOperationNode: () => SelectModifierNode.create('ForShare') };
