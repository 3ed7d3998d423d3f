/** The stock that a sheet brings, in words and sums, beside the total that the sheet states. */
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { stockTexts as texts } from '#contract/office/importScreen.ts';
import type { ImportedStock } from '#contract/office/imports.ts';
import { Panel } from '#web/core/ui/Panel.tsx';
import classes from './StockSum.module.css';
import type { DifferingRow, OwnTotal } from './ownTotal.ts';

const SHOWN = 50;

interface StockSumProps {
  stock: ImportedStock;
  total: OwnTotal | undefined;
}

/** One sentence for both sums. */
export function StockSentence({ stock, total }: StockSumProps) {
  return (
    <>
      <b>{texts.sum(stock)}</b>{' '}
      {total === undefined
        ? texts.none
        : total.difference === undefined
          ? texts.same(total.stated, total.row)
          : texts.differs(total.stated, total.row, total.difference)}
    </>
  );
}

export function StockSum({ stock, total, differing }: StockSumProps & { differing: readonly DifferingRow[] }) {
  const differs = total?.difference !== undefined;
  return (
    <Panel>
      <div className={classes.sum} data-differs={differs || undefined} role="status">
        {differs ? <IconAlertTriangle size={18} aria-hidden /> : <IconCircleCheck size={18} aria-hidden />}
        <div>
          <p>
            <StockSentence stock={stock} total={total} />
          </p>
          {differs && (
            <details>
              <summary>{texts.rows}</summary>
              <ul>
                {differing.slice(0, SHOWN).map(({ row, item, own, worth }) => (
                  <li key={row}>{texts.row(row, item, own, worth)}</li>
                ))}
                {differing.length === 0 && <li>{texts.noRow}</li>}
              </ul>
            </details>
          )}
        </div>
      </div>
    </Panel>
  );
}
