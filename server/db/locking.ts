import { SelectModifierNode, type OperationNodeSource } from 'kysely';

/**
 * At the end of a query: locks the rows that it reads until the transaction ends, and reads them as they then are. On
 * SQLite it says nothing, since whoever writes there already holds the only lock (sqlite.ts).
 */
// No stronger than it must be: whoever adds a row that refers to a locked one doesn't wait for it.
export const forUpdate: OperationNodeSource = { toOperationNode: () => SelectModifierNode.create('ForNoKeyUpdate') };

/** The same for rows that many may need unchanged at once: they lock out those who change them alone. */
export const forShare: OperationNodeSource = { toOperationNode: () => SelectModifierNode.create('ForShare') };
