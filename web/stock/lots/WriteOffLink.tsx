import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { LotRecord } from '#contract/stock/lots/lots.ts';
import { may } from '#web/core/api/session.ts';
import classes from './LotClaim.module.css';

interface WriteOffProps {
  lot: LotRecord;
}

/** The form that writes off the remaining stock of a lot; undefined if nothing is left, or without permission. */
function formOf({ lotId, code, itemName, unit, onHandQty }: LotRecord) {
  if (onHandQty === 0 || !may('create', 'adjustments')) return undefined;
  return {
    to: '/adjustments/new/$kind',
    params: { kind: 'writeOff' },
    state: { writesOff: { lotId, code, itemName, unit, onHandQty } },
  } as const;
}

export function WriteOffLink({ lot }: WriteOffProps) {
  const form = formOf(lot);
  return (
    form && (
      <Link {...form} className={classes.add}>
        Write off
      </Link>
    )
  );
}

/** The link as the first button of a page. */
export function WriteOffButton({ lot }: WriteOffProps) {
  const form = formOf(lot);
  return form && <Button renderRoot={(props) => <Link {...props} {...form} />}>Write off</Button>;
}
