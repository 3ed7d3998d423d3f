import { IconX } from '@tabler/icons-react';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { formatAmount, formatQuantityWithUnit } from '#contract/format.ts';
import type { StockRecord } from '#contract/production.ts';
import { REST_MS, warned, WarningsSpoken } from '#web/form/FieldWarning.tsx';
import { MaterialField, useBalance } from '#web/stock/MaterialField.tsx';
import { NumberField } from '#web/form/NumberField.tsx';
import { RowAction } from '#web/ui/RowAction.tsx';
import type { Lines } from '#web/form/useLines.ts';
import { totalOfLine, type InwardLine } from './inwardDraft.ts';
import classes from './InwardLines.module.css';
import { lastLine } from './lastLine.ts';
import { lineWarnings } from './lineWarnings.ts';

interface InwardLineRowProps {
  line: InwardLine;
  number: number;
  /** The inward that is edited. */
  inwardId?: number;
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
  const { data: last } = useQuery({
    ...lastLine(line.material?.rawMaterialId ?? 0, props.inwardId),
    enabled: line.material !== null,
  });
  const [rested] = useDebouncedValue(line, REST_MS);
  const warnings = lineWarnings(rested, last);
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
        {...warned(warnings.quantity, { error: props.quantityError })}
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
        {...warned(warnings.price, { error: props.priceError })}
      />
      <output className={classes.total} aria-label={`Total of line ${number}`}>
        {total === undefined ? '—' : formatAmount(total)}
      </output>
      <WarningsSpoken warnings={[...warnings.quantity, ...warnings.price]} />
      <span className={classes.remove}>
        <RowAction label={`Remove line ${number}`} title="Remove this line" onClick={() => onRemove(line.key)}>
          <IconX size={16} />
        </RowAction>
      </span>
    </div>
  );
});
