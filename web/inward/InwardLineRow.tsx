import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { formatAmount, formatQuantityWithUnit } from '#contract/format.ts';
import type { StockRecord } from '#contract/production.ts';
import { MaterialField, useBalance } from '#web/production/MaterialField.tsx';
import { NumberField } from '#web/ui/NumberField.tsx';
import type { Lines } from '#web/ui/useLines.ts';
import { totalOfLine, type InwardLine } from './inwardDraft.ts';
import classes from './InwardLines.module.css';

interface InwardLineRowProps {
  line: InwardLine;
  number: number;
  onChoose: (key: number, material: StockRecord) => void;
  onChange: Lines<InwardLine>['change'];
  onRemove: (key: number) => void;
  touch: (field: string) => void;
  materialError?: string;
  quantityError?: string;
  priceError?: string;
}

const labels = { label: classes.label };

/** Remembered, so that typing in one line of a long invoice does not draw the others anew. */
export const InwardLineRow = memo(function InwardLineRow(props: InwardLineRowProps) {
  const { line, number, onChoose, onChange, onRemove, touch } = props;
  const balance = useBalance(line.material);
  const total = totalOfLine(line);
  const path = (field: string) => `lines.${line.key}.${field}`;

  return (
    <div role="group" aria-label={`Line ${number}`} className={classes.line}>
      <MaterialField
        material={line.material}
        onChoose={(material) => onChoose(line.key, material)}
        onBlur={() => touch(path('material'))}
        error={props.materialError}
        path={path('material')}
        classNames={labels}
      />
      <span className={classes.stock}>
        <span className={classes.caption}>In stock </span>
        {line.material && balance !== undefined && formatQuantityWithUnit(balance, line.material.unit)}
      </span>
      <NumberField
        label="Quantity"
        required
        classNames={labels}
        data-path={path('quantity')}
        suffix={line.material?.unit}
        value={line.quantity}
        onChange={(quantity) => onChange(line.key, () => ({ quantity }))}
        onBlur={() => touch(path('quantity'))}
        error={props.quantityError}
      />
      <NumberField
        label="Price per unit (₹)"
        required
        classNames={labels}
        data-path={path('price')}
        value={line.price}
        onChange={(price) => onChange(line.key, () => ({ price }))}
        onBlur={() => touch(path('price'))}
        error={props.priceError}
      />
      <output className={classes.total} aria-label={`Total of line ${number}`}>
        {total === undefined ? '—' : formatAmount(total)}
      </output>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={30}
        className={classes.remove}
        aria-label={`Remove line ${number}`}
        title="Remove this line"
        onClick={() => onRemove(line.key)}
      >
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
});
