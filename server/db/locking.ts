import { SelectModifierNode, type OperationNodeSource } from 'kysely';

/**
 * At the end of a query: locks the rows that it reads until the transaction ends, and reads them as they then are. On
 * SQLite it says nothing, since whoever writes there already holds the only lock (sqlite.ts).
 */
export const forUpdate: OperationNodeSource = { toOperationNode: () => SelectModifierNode.create('ForUpdate') };
