/** The balance of an item: red where it is depleted (specification §2), with what it is made of in the same size. */
import { sumOfQuantities } from '#contract/core/values/numbers.ts';
import { balanceTexts, type StockRecord } from '#contract/stock/items/materialStock.ts';
import { Quantity, quantityColumn, type QuantityColumn } from '#web/core/ui/Quantity.tsx';
import type { Column } from '#web/core/ui/table/DataTable.tsx';
import classes from './Balance.module.css';

type BalanceValue = Pick<StockRecord, 'balanceQty' | 'unit'> &
  Partial<Pick<StockRecord, 'adjustedQty' | 'onHoldQty'>> & { isDepleted: boolean };

export function isDepleted({ balanceQty }: StockRecord): boolean {
  return balanceQty <= 0;
}

/** Quantity available to production, in units: on hand and not on hold (docs/domain.md, Production). */
export function availableOf({ balanceQty, onHoldQty }: Pick<StockRecord, 'balanceQty' | 'onHoldQty'>): number {
  return sumOfQuantities([balanceQty, -onHoldQty]);
}

export function Balance({ column, ...value }: BalanceValue & { column?: QuantityColumn }) {
  const { balanceQty, unit, adjustedQty = 0, onHoldQty = 0 } = value;
  return (
    <span>
      <Quantity quantity={balanceQty} unit={unit} isDepleted={value.isDepleted} column={column} />
      {adjustedQty !== 0 && <span className={classes.part}>{balanceTexts.adjusted(adjustedQty)}</span>}
      {onHoldQty !== 0 && <span className={classes.part}>{balanceTexts.onHold(onHoldQty)}</span>}
    </span>
  );
}

/** A column of balances. */
export function balances<Row>(
  column: Omit<Column<Row>, 'cell' | 'align' | 'weight'>,
  valueOf: (row: Row) => BalanceValue,
): Column<Row> {
  const quantityOf = (row: Row) => {
    const { balanceQty: quantity, unit } = valueOf(row);
    return { quantity, unit };
  };
  return {
    ...column,
    align: 'end',
    weight: 'strong',
    cell: (row, rows) => <Balance {...valueOf(row)} column={quantityColumn(rows.map(quantityOf))} />,
  };
}

export function balanceOf(row: StockRecord): BalanceValue {
  return { ...row, isDepleted: isDepleted(row) };
}
