/** The lines of an inward as a grid that one fills without a mouse, and the totals below the column they add up. */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useEffect, useRef } from 'react';
import { formatAmount } from '#contract/format.ts';
import { inwardLabels } from '#contract/inward.ts';
import type { StockRecord } from '#contract/production.ts';
import { numberOf } from '#web/form/numberOf.ts';
import type { Lines } from '#web/form/useLines.ts';
import { totalsOf, type InwardHead, type InwardLine } from './inwardDraft.ts';
import { lastLine } from './lastLine.ts';
import { InwardLineRow } from './InwardLineRow.tsx';
import classes from './InwardLines.module.css';

interface InwardLinesProps extends Lines<InwardLine> {
  head: InwardHead;
  /** The inward that is edited. */
  inwardId?: number;
  touch: (field: string) => void;
  shown: (field: string) => string | undefined;
}

export function InwardLines({ lines, change, add, remove, head, inwardId, touch, shown }: InwardLinesProps) {
  const queryClient = useQueryClient();
  const grid = useRef<HTMLDivElement>(null);
  const totals = totalsOf(lines, head);

  const choose = useCallback(
    (key: number, material: StockRecord) => {
      change(key, () => ({ material }));
      queryClient
        .fetchQuery(lastLine(material.rawMaterialId, inwardId))
        .then(({ pricePerUnit }) => {
          // Proposed only: a price that was typed meanwhile stands.
          change(key, (line) => (line.price === '' && pricePerUnit !== null ? { price: pricePerUnit.toFixed(2) } : {}));
        })
        .catch((fault: unknown) => console.error('The last price could not be loaded:', fault));
    },
    [change, inwardId, queryClient],
  );

  // A line that was added takes the cursor, so that the next one is written without a mouse.
  const count = useRef(lines.length);
  useEffect(() => {
    const rows = grid.current?.querySelectorAll<HTMLElement>('[role=group]');
    if (lines.length > count.current) rows?.[lines.length - 1]?.querySelector('input')?.focus();
    count.current = lines.length;
  }, [lines.length]);

  return (
    <div className={classes.lines}>
      <div className={classes.headings} aria-hidden>
        <span>Raw material</span>
        <span>In stock</span>
        <span>Quantity</span>
        <span>Price per unit (₹)</span>
        <span>Line total (₹)</span>
      </div>
      <div ref={grid}>
        {lines.map((line, index) => (
          <InwardLineRow
            key={line.key}
            line={line}
            number={index + 1}
            inwardId={inwardId}
            onChoose={choose}
            onChange={change}
            onRemove={remove}
            touch={touch}
            materialError={shown(`lines.${line.key}.material`)}
            quantityError={shown(`lines.${line.key}.quantity`)}
            priceError={shown(`lines.${line.key}.price`)}
          />
        ))}
      </div>
      <div className={classes.add}>
        <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          Add line
        </Button>
      </div>
      <dl className={classes.totals}>
        <div>
          <dt>Sub-total</dt>
          <dd>{formatAmount(totals.subTotal)}</dd>
        </div>
        <div>
          <dt>{inwardLabels.totalGst}</dt>
          <dd>{formatAmount(numberOf(head.totalGst) ?? 0)}</dd>
        </div>
        <div className={classes.grand}>
          <dt>{inwardLabels.grandTotal}</dt>
          <dd>
            <output>₹ {formatAmount(totals.grandTotal)}</output>
          </dd>
        </div>
      </dl>
    </div>
  );
}
