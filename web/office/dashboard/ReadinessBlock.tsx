import { Link } from '@tanstack/react-router';
import { formatCount } from '#contract/core/values/format.ts';
import type { Morning } from '#contract/office/morning.ts';
import { morningBlocks, morningTexts } from '#contract/office/morningTexts.ts';
import { readinessScreenTexts, readinessTexts } from '#contract/prove/readiness.ts';
import { Block, Nothing } from './Block.tsx';
import classes from './Morning.module.css';

/** How much an inspector would stop at, by kind. */
export function ReadinessBlock({ readiness }: { readiness: NonNullable<Morning['readiness']> }) {
  const open = readiness.filter(({ count }) => count > 0);
  const total = open.reduce((sum, { count }) => sum + count, 0);
  return (
    <Block title={morningBlocks.readiness} aside={<Link to="/readiness">{morningTexts.open}</Link>}>
      {total === 0 ? (
        <Nothing>{readinessScreenTexts.clear}</Nothing>
      ) : (
        <p className={classes.points}>
          <b>{formatCount(total)}</b>{' '}
          <span>
            {morningTexts.points(total)} {morningTexts.goal}
          </span>
        </p>
      )}
      <ul className={classes.rows}>
        {open.map(({ kind, count }) => (
          <li key={kind}>
            <Link to="/readiness" className={classes.row}>
              <span>{readinessTexts[kind].title}</span> <b>{formatCount(count)}</b>
            </Link>
          </li>
        ))}
      </ul>
    </Block>
  );
}
