/** Bought, made, sold and short under each scheme. */
import { formatKilograms } from '#contract/core/values/format.ts';
import { massBalanceTexts, type Covered } from '#contract/prove/massBalance.ts';
import { balancedScheme } from '#contract/prove/massBalanceExport.ts';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import classes from './MassBalance.module.css';
import { schemeParts } from './coverParts.ts';

export function SchemeTable({ schemes }: Pick<Covered, 'schemes'>) {
  return (
    <RecordSection heading={massBalanceTexts.underSchemes}>
      <div className={classes.scroll} role="region" aria-label={massBalanceTexts.underSchemes} tabIndex={0}>
        <table className={classes.products} aria-label={massBalanceTexts.underSchemes}>
          <thead>
            <tr>
              <th scope="col">{massBalanceTexts.scheme}</th>
              {schemeParts.map(({ header }) => (
                <th key={header} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {schemes.map((row) => (
              <tr key={row.scheme} data-short={row.shortGrams > 0 || undefined}>
                <th scope="row">{balancedScheme(row.scheme)}</th>
                {schemeParts.map(({ header, part }) => (
                  <td key={part} data-label={header} data-part={part}>
                    {formatKilograms(row[part])}
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
