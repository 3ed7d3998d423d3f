import { Link } from '@tanstack/react-router';
import { formatAmount, formatRupees } from '#contract/core/values/format.ts';
import { unpaidAgeText, type Morning } from '#contract/office/morning.ts';
import { morningBlocks, morningTexts } from '#contract/office/morningTexts.ts';
import { daysUntil } from '#contract/core/values/dates.ts';
import { Block, Foot, Nothing } from './Block.tsx';
import block from './Block.module.css';
import classes from './UnpaidBlock.module.css';

type Unpaid = NonNullable<Morning['unpaid']>;
type Age = Unpaid['ages'][number];

function placeOf({ from, to }: Pick<Age, 'from' | 'to'>): string {
  const days = [from && `&inwardDateFrom=${from}`, to && `&inwardDateTo=${to}`].filter(Boolean).join('');
  return `/inward?isPaid=false${days}`;
}

/** Unpaid amounts, by age. */
export function UnpaidBlock({ unpaid: { count, amount, ages, oldest }, day }: { unpaid: Unpaid; day: string }) {
  return (
    <Block
      title={morningBlocks.unpaid}
      columns={5}
      aside={
        <Link to={placeOf({ from: null, to: null })} className={classes.sum}>
          {formatRupees(amount)}
        </Link>
      }
    >
      {count === 0 ? (
        <Nothing>{morningTexts.noneUnpaid}</Nothing>
      ) : (
        <>
          <div className={classes.shares} aria-hidden>
            {ages.map((age, index) => (
              <span
                key={age.fromDays}
                data-age={index}
                style={{ flexGrow: age.amount / amount }}
                hidden={age.amount === 0}
              />
            ))}
          </div>
          <ul className={block.links}>
            {ages.map((age, index) => (
              <li key={age.fromDays}>
                <Link to={placeOf(age)} className={`${block.link} ${classes.row}`}>
                  <span className={classes.age} data-age={index}>
                    {unpaidAgeText(age)}
                  </span>{' '}
                  <span className={classes.count}>{age.count === 1 ? '1 inward' : `${age.count} inwards`}</span>{' '}
                  <b>{formatAmount(age.amount)}</b>
                </Link>
              </li>
            ))}
          </ul>
          {oldest && (
            <Foot>
              Oldest:{' '}
              <Link to="/inward/$inwardId" params={{ inwardId: String(oldest.inwardId) }}>
                {oldest.invoiceNumber}
              </Link>
              , {oldest.supplierName}, {daysUntil(oldest.inwardDate, day)} days
            </Foot>
          )}
        </>
      )}
    </Block>
  );
}
