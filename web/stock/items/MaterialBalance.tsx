/** The balance of a raw material with what of it can't be used beside it (docs/domain.md, Stock figures). */
import { formatQuantity, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { ofItOnHold, type StockRecord } from '#contract/stock/items/materialStock.ts';
import { Quantity, quantityColumn } from '#web/core/ui/Quantity.tsx';
import type { Column } from '#web/core/ui/table/DataTable.tsx';
import { balanceOf } from './balance.ts';
import classes from './MaterialBalance.module.css';

function heldText({ onHoldQty }: StockRecord): string | undefined {
  return onHoldQty > 0 ? ofItOnHold(formatQuantity(onHoldQty)) : undefined;
}

/** '193.500 kg, of it 65 on hold'. */
export function balanceText(row: StockRecord): string {
  return [formatQuantityWithUnit(row.balanceQty, row.unit), heldText(row)].filter(Boolean).join(', ');
}

export function MaterialBalance({ row }: { row: StockRecord }) {
  const held = heldText(row);
  return (
    <>
      <Quantity {...balanceOf(row)} />
      {held && `, ${held}`}
    </>
  );
}

/** The column of the balances, aligned like other quantities. */
export function balanceColumn(header: string): Column<StockRecord> {
  return {
    header,
    sort: 'balanceQty',
    weight: 'strong',
    align: 'end',
    cell: (row, rows) => (
      <>
        <Quantity {...balanceOf(row)} column={quantityColumn(rows.map(balanceOf))} />
        <span className={classes.held}>{heldText(row)}</span>
      </>
    ),
  };
}
