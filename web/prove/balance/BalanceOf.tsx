import { Link } from '@tanstack/react-router';
import classes from './MassBalance.module.css';

/** A product, whose own balance of the same days has the runs, dispatches and counts behind its figures. */
export function BalanceOf({ itemId, name }: { itemId: number; name: string }) {
  return (
    <Link
      to="/mass-balance"
      search={(before: { from?: string; to?: string }) => ({
        from: before.from,
        to: before.to,
        itemId: String(itemId),
        withProducts: 'false',
      })}
      className={classes.link}
    >
      {name}
    </Link>
  );
}
