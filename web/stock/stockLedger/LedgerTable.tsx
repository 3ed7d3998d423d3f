import { formatDate } from '#contract/core/values/format.ts';
import { balanceTexts } from '#contract/stock/items/materialStock.ts';
import { movementLabels } from '#contract/stock/movementTexts.ts';
import { ledgerLabels, ledgerTexts, type StockLedger } from '#contract/stock/lots/stockLedger.ts';
import { DocumentCell } from '#web/stock/links/DocumentCell.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { Quantity, quantityColumn } from '#web/core/ui/Quantity.tsx';
import { today } from '#web/core/ui/today.ts';
import classes from './Ledger.module.css';
import { ledgerHeading } from './ledgerHeading.ts';

interface LedgerTableProps {
  ledger: StockLedger;
  /** The part of today's stock that can't be taken, in units. */
  onHoldQty: number;
}

export function LedgerTable({ ledger, onHoldQty }: LedgerTableProps) {
  const { rows, opening, closing, unit, from, to } = ledger;
  const all = [opening, closing, ledger.in, ledger.out, ...rows.flatMap((row) => [row.in, row.out, row.balance])];
  const column = quantityColumn(all.map((quantity) => ({ quantity, unit: '' })));
  const amount = (quantity: number) => <Quantity quantity={quantity} unit="" column={column} />;
  const isOfToday = to === null || to >= today();
  const moved = (quantity: number) => quantity !== 0 && amount(quantity);
  return (
    <>
      <p className={classes.printed} data-running-head={`${ledgerTexts.title}: ${ledgerHeading(ledger)}`}>
        {ledgerHeading(ledger)}
      </p>
      <Panel>
        <div className={classes.scroll} role="region" aria-label={ledgerTexts.title} tabIndex={0}>
          <table className={classes.table} aria-label={`${ledgerTexts.title}: ${ledgerHeading(ledger)}`}>
            <thead>
              <tr>
                <th scope="col">{ledgerLabels.day}</th>
                <th scope="col">{ledgerLabels.document}</th>
                <th scope="col">{ledgerLabels.in}</th>
                <th scope="col">{ledgerLabels.out}</th>
                <th scope="col">
                  {ledgerLabels.balance}, {unit}
                </th>
              </tr>
            </thead>
            <tbody>
              <tr className={classes.end}>
                <td>{from !== null && formatDate(from)}</td>
                <th scope="row">{ledgerTexts.opening}</th>
                <td />
                <td />
                <td>{amount(opening)}</td>
              </tr>
              {rows.map((row, index) => (
                <tr key={index}>
                  <td>{formatDate(row.day)}</td>
                  <td>
                    <DocumentCell {...row.document} width={300} />
                    <span className={classes.kind}>{movementLabels[row.kind]}</span>
                  </td>
                  <td data-side="in">{moved(row.in)}</td>
                  <td data-side="out">{moved(row.out)}</td>
                  <td>{amount(row.balance)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr className={classes.end}>
                <td>{to !== null && formatDate(to)}</td>
                <th scope="row">{ledgerTexts.closing}</th>
                <td data-side="in">{amount(ledger.in)}</td>
                <td data-side="out">{amount(ledger.out)}</td>
                <td>
                  {amount(closing)}
                  {isOfToday && onHoldQty > 0 && (
                    <span className={classes.onHold}>{balanceTexts.onHold(onHoldQty)}</span>
                  )}
                </td>
              </tr>
            </tfoot>
          </table>
        </div>
        {rows.length === 0 && <PanelMessage>{ledgerTexts.none}</PanelMessage>}
      </Panel>
    </>
  );
}
