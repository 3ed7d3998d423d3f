import { Link } from '@tanstack/react-router';
import type { LotRecord } from '#contract/stock/lots/lots.ts';
import { may } from '#web/core/api/session.ts';
import classes from './LotClaim.module.css';

/** The form that writes off the remaining stock of lots; undefined if nothing is left, or without permission. */
export function writeOffForm(lots: readonly LotRecord[]) {
  const left = lots.filter(({ onHandQty }) => onHandQty > 0);
  if (left.length === 0 || !may('create', 'adjustments')) return undefined;
  const writesOff = left.map(({ lotId, code, itemName, unit, onHandQty }) => ({
    lotId,
    code,
    itemName,
    unit,
    onHandQty,
  }));
  return { to: '/adjustments/new/$kind', params: { kind: 'writeOff' }, state: { writesOff } } as const;
}

export function WriteOffLink({ lot }: { lot: LotRecord }) {
  const form = writeOffForm([lot]);
  return (
    form && (
      <Link {...form} className={classes.add} data-screen-only>
        Write off
      </Link>
    )
  );
}
