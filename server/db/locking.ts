import { SelectModifierNode, type OperationNodeSource } from 'kysely';

/**
 * At the end of a query: locks the rows that it reads until the transaction ends, and reads them as they then are. On
 * SQLite it says nothing, since whoever writes there already holds the only lock (sqlite.ts).
 */
export const forUpdate: OperationNodeSource = { toOperationNode: () => SelectModifierNode.create('ForUpdate') };

/**
 * The ids of rows that one statement inserted, in the order in which it named them: both engines number them in that
 * order, but needn't answer them in it.
 */
export function inOrder(inserted: readonly { id: number }[]): number[] {
  return inserted.map(({ id }) => id).sort((a, b) => a - b);
}
