/** Claims that a document makes of its lots. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Claim } from '#contract/stock/stock.ts';
import { inPieces } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { changeLot } from '../ledger/lots.ts';
import type { AuditEntry } from '../../core/records/auditEntry.ts';

/** After so many, other requests are answered. */
const LOTS_A_TURN = 100;

/** Assigns claims to locked lots; returns the changes for the history. */
export async function claimLots(trx: Trx, claims: ReadonlyMap<number, Claim>, at: string): Promise<AuditEntry[]> {
  const lots = await inPieces(
    trx,
    'claims of lots',
    [...claims.keys()],
    (ids) => sql<{ id: number; code: string; claim: Claim | null }>`select id, code, claim from lot where id in ${ids}`,
  );
  const changes: AuditEntry[] = [];
  for (const [index, { id, code, claim: before }] of lots.entries()) {
    if (index % LOTS_A_TURN === LOTS_A_TURN - 1) await nextTurn();
    const claim = claims.get(id);
    if (claim === undefined || claim === before) continue;
    await changeLot(trx, id, { claim, at });
    const sides = { before: { code, claim: before }, after: { code, claim } };
    changes.push({ action: 'update', resource: 'lots', recordId: id, ...sides });
  }
  return changes;
}
