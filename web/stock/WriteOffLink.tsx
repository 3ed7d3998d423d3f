import { Link } from '@tanstack/react-router';
import type { LotRecord } from '#contract/lots.ts';
import { may } from '#web/api/session.ts';
import classes from './LotClaim.module.css';

/** Leads to the form that writes off what is left of a lot. */
export function WriteOffLink({ lot }: { lot: LotRecord }) {
  const { lotId, code, itemName, unit, onHandQty } = lot;
  if (onHandQty === 0 || !may('create', 'adjustments')) return null;
  return (
    <Link
      to="/adjustments/new/$kind"
      params={{ kind: 'writeOff' }}
      state={{ writesOff: { lotId, code, itemName, unit, onHandQty } }}
      className={classes.add}
    >
      Write off
    </Link>
  );
}
