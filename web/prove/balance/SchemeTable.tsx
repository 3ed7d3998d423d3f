/** Bought, made, sold and short under each scheme. */
import { formatKilograms } from '#contract/core/values/format.ts';
import type { Covered } from '#contract/prove/massBalance.ts';
import { massBalanceTexts, balancedScheme } from '#contract/prove/massBalanceTexts.ts';
import { coverLines } from '#contract/prove/massBalanceLines.ts';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import classes from './MassBalance.module.css';

export function SchemeTable({ schemes }: Pick<Covered, 'schemes'>) {
  return (
    <RecordSection heading={massBalanceTexts.underSchemes}>
      <div className={classes.scroll} role="region" aria-label={massBalanceTexts.underSchemes} tabIndex={0}>
        <table className={classes.products} aria-label={massBalanceTexts.underSchemes}>
          <thead>
            <tr>
              <th scope="col">{massBalanceTexts.scheme}</th>
              {coverLines.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {schemes.map((row) => (
              <tr key={row.scheme} data-short={row.shortGrams > 0 || undefined}>
                <th scope="row">{balancedScheme(row.scheme)}</th>
                {coverLines.map(({ field, label }) => (
                  <td key={field} data-label={label} data-part={field}>
                    {formatKilograms(row[field])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={classes.none}>{massBalanceTexts.schemesNote}</p>
    </RecordSection>
  );
}
