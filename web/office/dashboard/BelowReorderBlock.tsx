import { Link } from '@tanstack/react-router';
import { formatQuantity } from '#contract/core/values/format.ts';
import type { Morning } from '#contract/office/morning.ts';
import { USE_DAYS } from '#contract/stock/items/useDays.ts';
import { morningBlocks, morningTexts } from '#contract/office/morningTexts.ts';
import { coverText } from '#contract/office/morningTodo.ts';
import { stockReportTexts } from '#contract/office/reports.ts';
import { quantityColumn, Quantity } from '#web/core/ui/Quantity.tsx';
import { Block, Nothing } from './Block.tsx';
import classes from './BelowReorderBlock.module.css';
import { ScrolledTable } from './BlockTable.tsx';

type Row = NonNullable<Morning['belowReorder']>['rows'][number];

/** Days at which a bar is full. */
const FULL_DAYS = 60;
const RED_DAYS = 7;
const YELLOW_DAYS = 21;

function toneOf({ freeQty, coverDays }: Row): 'red' | 'yellow' | 'green' {
  if (freeQty <= 0) return 'red';
  if (coverDays === null) return 'green';
  return coverDays <= RED_DAYS ? 'red' : coverDays <= YELLOW_DAYS ? 'yellow' : 'green';
}

function Lasts({ row }: { row: Row }) {
  const tone = toneOf(row);
  const share = row.freeQty <= 0 ? 0 : Math.min(1, (row.coverDays ?? 0) / FULL_DAYS);
  return (
    <span className={classes.lasts} data-tone={tone}>
      <span className={classes.bar} aria-hidden>
        <span style={{ inlineSize: `${share * 100}%` }} />
      </span>
      <span>{coverText(row)}</span>
    </span>
  );
}

/** Items below their reorder level, the most urgent first. */
export function BelowReorderBlock({ belowReorder }: { belowReorder: NonNullable<Morning['belowReorder']> }) {
  const { count, of, rows } = belowReorder;
  const free = quantityColumn(rows.map(({ freeQty: quantity, unit }) => ({ quantity, unit })));
  return (
    <Block
      title={morningBlocks.belowReorder}
      columns={7}
      about={count > 0 && morningTexts.soonest(count, of)}
      aside={
        <Link to="/reports/rawmaterialreports" search={{ belowReorder: 'true' }}>
          {stockReportTexts.title}
        </Link>
      }
    >
      {rows.length === 0 ? (
        <Nothing>{morningTexts.noneBelow}</Nothing>
      ) : (
        <ScrolledTable label={morningBlocks.belowReorder} numbersFrom={2} className={classes.materials}>
          <thead>
            <tr>
              <th scope="col">Raw material</th>
              <th scope="col">Free</th>
              <th scope="col">Reorder level</th>
              <th scope="col">Used in {USE_DAYS} days</th>
              <th scope="col">Lasts</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.rawMaterialId}>
                <td>
                  <Link to="/stock-ledger" search={{ itemId: String(row.itemId) }}>
                    {row.name}
                  </Link>
                </td>
                <td>
                  <b>
                    <Quantity quantity={row.freeQty} unit={row.unit} column={free} />
                  </b>
                </td>
                <td>{formatQuantity(row.reorderLevel)}</td>
                <td>{formatQuantity(row.usedQty)}</td>
                <td>
                  <Lasts row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </ScrolledTable>
      )}
    </Block>
  );
}
