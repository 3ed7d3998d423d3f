/** Parts that the registers of a pack share. */
import { sql, type RawBuilder } from 'kysely';
import { piecesOf } from '../../core/db/pieces.ts';
import { inPieces } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { findNamedClaims, unclaimed } from '../../stock/origins/schemeClaims.ts';
import { soldAsOf, soldAsOfLine } from '#contract/stock/claims/soldAs.ts';
import type { DocumentKind } from '#contract/kinds.ts';
import type { Cell, Source } from './section.ts';
import { withMasters } from '../../stock/names/itemNames.ts';

const DOCUMENTS_PER_BATCH = 200;

export const quantityCell = (quantity: number | null): Cell => (quantity === null ? null : { quantity });
export const dayCell = (day: string | null): Cell => (day === null ? null : { day });
export const many = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;

export const lotItem = sql`
  join item i on i.id = l.item_id ${withMasters}`;

/**
 * The rows of a statement for the documents of a kind, a few hundred documents at a time; `register` distinguishes
 * several of one kind.
 */
export async function* rowsOf<Row>(
  { trx, scope }: Source,
  kind: DocumentKind,
  statement: (chunk: RawBuilder<unknown>) => RawBuilder<Row>,
  register = 'register of',
): AsyncGenerator<Row[]> {
  const ids = scope.documents[kind];
  for (const chunk of piecesOf(ids, DOCUMENTS_PER_BATCH))
    yield await inPieces(trx, `${register} ${kind}`, chunk, statement);
}

/** The claims of lots in words, with their schemes; a dispatch that states what it is sold as has that instead. */
export async function findClaimTexts(
  trx: Trx,
  lotIds: readonly number[],
): Promise<(lotId: number, soldAs?: string | null) => string> {
  const claims = await findNamedClaims(trx, [...new Set(lotIds)]);
  return (lotId, soldAs = null) => {
    const { claim, claims: bySchemes } = claims.get(lotId) ?? unclaimed;
    return soldAsOfLine(soldAsOf(soldAs), bySchemes, claim);
  };
}
