import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCount, formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { daysAfter, daysUntil } from '#contract/core/values/dates.ts';
import type { Morning } from '#contract/office/morning.ts';
import { morningBlocks, morningTexts } from '#contract/office/morningTexts.ts';
import { LotLink } from '#web/stock/links/LotLink.tsx';
import { Block, Foot, Nothing } from './Block.tsx';
import { ScrolledTable } from './BlockTable.tsx';
import classes from './ExpiringBlock.module.css';

const SOON_DAYS = 30;

/** Lots that expire within the chosen term. */
export function ExpiringBlock({ expiring, day }: { expiring: NonNullable<Morning['expiring']>; day: string }) {
  const longest = Math.max(...expiring.terms.map(({ days }) => days));
  const [term, setTerm] = useState(longest);
  const last = daysAfter(day, term);
  const rows = expiring.rows.filter(({ expiresOn }) => expiresOn <= last);
  const count = expiring.terms.find(({ days }) => days === term)?.count ?? 0;
  return (
    <Block
      title={morningBlocks.expiring}
      columns={12}
      aside={
        <span className={classes.terms} role="group" aria-label="Within">
          {expiring.terms.map(({ days, count: within }) => (
            <button key={days} type="button" data-printed aria-pressed={days === term} onClick={() => setTerm(days)}>
              {days} days · {within}
            </button>
          ))}
        </span>
      }
    >
      {rows.length === 0 && <Nothing>{morningTexts.noneExpires}</Nothing>}
      {rows.length > 0 && (
        <ScrolledTable label={morningBlocks.expiring} numbersFrom={4} className={classes.lots}>
          <thead>
            <tr>
              <th scope="col">Lot</th>
              <th scope="col">Item</th>
              <th scope="col">Expires on</th>
              <th scope="col">In</th>
              <th scope="col">Left</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const days = daysUntil(day, row.expiresOn);
              return (
                <tr key={row.lotId}>
                  <td>
                    <LotLink lotId={row.lotId} lotCode={row.code} />
                  </td>
                  <td>{row.itemName}</td>
                  <td>{formatDate(row.expiresOn)}</td>
                  <td data-soon={days <= SOON_DAYS || undefined}>{days === 1 ? '1 day' : `${days} days`}</td>
                  <td>{formatQuantityWithUnit(row.onHandQty, row.unit)}</td>
                </tr>
              );
            })}
          </tbody>
        </ScrolledTable>
      )}
      {count > rows.length && (
        <Foot>
          <Link to="/lots" search={{ hasStock: 'true', expiresOnFrom: day, expiresOnTo: last }}>
            All {formatCount(count)}
          </Link>
        </Foot>
      )}
    </Block>
  );
}
