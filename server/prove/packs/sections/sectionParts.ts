/** Parts that the sections of a pack share. */
import { sql, type RawBuilder } from 'kysely';
import { piecesOf } from '../../../core/db/pieces.ts';
import { inPieces } from '../../../core/db/statements.ts';
import type { Trx } from '../../../core/db/tables.ts';
import { findNamedClaims, unclaimed } from '../../../stock/origins/schemeClaims.ts';
import { soldAsOf, soldAsOfLine } from '#contract/stock/claims/soldAs.ts';
import { formatKilograms, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import type { DocumentKind } from '#contract/kinds.ts';
import { timestampAt } from '../../../core/calendar.ts';
import type { Cell, Source } from './section.ts';
import { withMasters } from '../../../stock/names/itemNames.ts';

const DOCUMENTS_PER_BATCH = 200;
const MINUTES_A_DAY = 24 * 60;

/** Thousandths as a cell; empty without any. */
export const quantityCell = (quantity: number | null): Cell => (quantity === null ? null : { quantity });
/** A day as a cell; empty without one. */
export const dayCell = (day: string | null): Cell => (day === null ? null : { day });
/** Thousandths of a unit, with it. */
export const amountText = (quantity: number, unit: string): string =>
  formatQuantityWithUnit(fromThousandths(quantity), unit);
/** Milligrams in kilograms. */
export const kilogramsText = (milligrams: number): string => formatKilograms(fromThousandths(milligrams));

/** The period of a pack, from a timestamp to before another. */
export function periodOf({ scope, timeZone }: Source): { begin: string; end: string } {
  return { begin: timestampAt(scope.from, 0, timeZone), end: timestampAt(scope.to, MINUTES_A_DAY, timeZone) };
}

/** Joins to lot l its item with its names. */
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
