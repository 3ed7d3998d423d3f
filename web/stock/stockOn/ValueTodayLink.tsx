import { Link } from '@tanstack/react-router';
import { stockOnTexts } from '#contract/stock/lots/stockOn.ts';
import links from '#web/stock/links/DocumentLink.module.css';
import { today } from '#web/core/ui/today.ts';
import classes from './ValueOn.module.css';

/** Leads from stock as it is now to the same as on today, with its value and what is in production. */
export function ValueTodayLink({ to }: { to: '/reports/rawmaterialreports' | '/lots' }) {
  return (
    <p className={classes.value}>
      <Link to={to} search={{ asOn: today() }} className={links.link}>
        {stockOnTexts.valueToday}
      </Link>
    </p>
  );
}
