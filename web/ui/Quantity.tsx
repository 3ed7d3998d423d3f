import { formatQuantity } from '#contract/format.ts';
import type { Column } from './DataTable.tsx';
import classes from './Quantity.module.css';

export interface QuantityValue {
  quantity: number;
  unit: string;
  /** Nothing is left: it stands there in red. */
  isDepleted?: boolean;
}

/** What the quantities below each other have in common. */
export interface QuantityColumn {
  /** Then whole numbers get pale zeros, so that their points stand below each other. */
  hasDecimals: boolean;
  /** Every unit among them, a line each: all of them take the room of the widest. */
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
  /** Of a column; without it the quantity stands for itself. */
  column?: QuantityColumn;
}

/** A quantity and its unit. What aligns it is drawn by the style sheet: it is neither read out nor copied. */
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

/** A column of quantities: points stand below points, units below units. */
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
