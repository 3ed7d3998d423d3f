import { formatQuantity } from '#contract/core/values/format.ts';
import type { Column } from './table/DataTable.tsx';
import classes from './Quantity.module.css';

export interface QuantityValue {
  quantity: number;
  unit: string;
  /** Shown in red. */
  isDepleted?: boolean;
}

/** Alignment of a column's quantities. */
export interface QuantityColumn {
  /** Then whole numbers get pale zeros. */
  hasDecimals: boolean;
  /** The distinct units, one per line: each cell is as wide as the widest. */
  units: string;
}

function withSpace(unit: string): string {
  return unit && ` ${unit}`;
}

export function quantityColumn(values: readonly QuantityValue[]): QuantityColumn {
  return {
    hasDecimals: values.some(({ quantity }) => !Number.isInteger(quantity)),
    units: [...new Set(values.map(({ unit }) => withSpace(unit)))].join('\n'),
  };
}

interface QuantityProps extends QuantityValue {
  /** Undefined outside a column. */
  column?: QuantityColumn;
}

/** A quantity and its unit. CSS draws the padding that aligns it, so that it is neither read out nor copied. */
export function Quantity({ quantity, unit, isDepleted, column }: QuantityProps) {
  return (
    <span className={classes.quantity} data-depleted={isDepleted || undefined}>
      <span data-zeros={(column?.hasDecimals && Number.isInteger(quantity)) || undefined}>
        {formatQuantity(quantity)}
      </span>
      <span className={classes.unit} data-units={column?.units}>
        {withSpace(unit)}
      </span>
    </span>
  );
}

/** A column of quantities, aligned at decimal points and units. */
export function quantities<Row>(
  column: Omit<Column<Row>, 'cell' | 'align'>,
  valueOf: (row: Row) => QuantityValue,
): Column<Row> {
  return {
    ...column,
    align: 'end',
    cell: (row, rows) => <Quantity {...valueOf(row)} column={quantityColumn(rows.map(valueOf))} />,
  };
}
