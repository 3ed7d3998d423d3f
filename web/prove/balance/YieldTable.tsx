/** Outputs of the runs that used the item, product by product, beside the recipe and the year before. */
import { Link } from '@tanstack/react-router';
import { formatKilograms, formatPercent } from '#contract/core/values/format.ts';
import { isBelowExpected, type MassBalance } from '#contract/prove/massBalance.ts';
import { massBalanceTexts } from '#contract/prove/massBalanceTexts.ts';
import { massBalanceExport } from '#contract/prove/massBalanceExport.ts';
import { runLines } from '#contract/prove/massBalanceLines.ts';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { BalanceOf } from './BalanceOf.tsx';
import classes from './MassBalance.module.css';

const percent = (value: number | null): string => (value === null ? '—' : formatPercent(value));

export function YieldTable({ balance }: { balance: MassBalance }) {
  const { yields } = balance;
  const { percents } = massBalanceExport;
  return (
    <RecordSection heading={massBalanceTexts.yields}>
      <div className={classes.scroll} role="region" aria-label={massBalanceTexts.yields} tabIndex={0}>
        <table className={classes.products} aria-label={massBalanceTexts.yields}>
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col">{percents.yield}</th>
              <th scope="col">Recipe</th>
              <th scope="col">Year before</th>
              <th scope="col">Runs</th>
              {runLines.map(({ field, label }) => (
                <th key={field} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {yields.map((own) => (
              <tr key={own.itemId} data-below={isBelowExpected(own) || undefined}>
                <th scope="row">
                  {own.itemId === null ? (
                    massBalanceTexts.noProduct
                  ) : (
                    <BalanceOf itemId={own.itemId} name={own.itemName} />
                  )}
                </th>
                <td data-label={percents.yield}>
                  <strong>{percent(own.yieldPercent)}</strong>
                  {isBelowExpected(own) && <small>{massBalanceTexts.belowExpected}</small>}
                </td>
                <td data-label="Recipe">{percent(own.expectedPercent)}</td>
                <td data-label="Year before">{percent(own.yearBeforePercent)}</td>
                <td data-label="Runs">
                  <RunsOf balance={balance} own={own} />
                </td>
                {runLines.map(({ field, label }) => (
                  <td key={field} data-label={label}>
                    {formatKilograms(own[field])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </RecordSection>
  );
}

interface RunsOfProps {
  balance: MassBalance;
  own: MassBalance['yields'][number];
}

/** How many runs, which leads to them; of a lot, the statement names those that took from it. */
function RunsOf({
  balance: { rawMaterialId, lotCode, family, from, to },
  own: { productId, runs, itemName },
}: RunsOfProps) {
  if (productId === null || lotCode !== null || (rawMaterialId === null && !family)) return runs;
  const search = {
    // With products, runs count too that took it within one.
    rawMaterialId: family ? undefined : rawMaterialId,
    productId,
    status: 'completed',
    productionDateFrom: from ?? undefined,
    productionDateTo: to ?? undefined,
  };
  return (
    <Link to="/production" search={search} className={classes.link} aria-label={`${runs} runs that made ${itemName}`}>
      {runs}
    </Link>
  );
}
