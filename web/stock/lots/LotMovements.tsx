import type { ReactNode } from 'react';
import { sumOfQuantities } from '#contract/core/values/numbers.ts';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import type { LotWithMovements } from '#contract/stock/lots/lots.ts';
import { movementLabels } from '#contract/stock/movementTexts.ts';
import { lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { DocumentCell } from '#web/stock/links/DocumentCell.tsx';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { quantities } from '#web/core/ui/Quantity.tsx';

type Movement = LotWithMovements['movements'][number];
interface Row extends Movement {
  /** Balance after the movement. */
  left: number;
}

/**
 * Movements without reversals, newest first, with the balance after each. Incoming ones precede outgoing ones, though a
 * corrected invoice is posted after quantities were taken.
 */
function rowsOf({ movements }: LotWithMovements): Row[] {
  let left = 0;
  const live = movements.filter((movement) => movement.reversesId === null && !movement.reversed);
  const order = ({ quantity, occurredOn }: Movement) => `${quantity > 0 ? 'in' : 'out'} ${occurredOn}`;
  return live
    .toSorted((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : a.movementId - b.movementId))
    .map((movement) => {
      left = sumOfQuantities([left, movement.quantity]);
      return { ...movement, left };
    })
    .toReversed();
}

/** Its document, in place of the batch of this page the run that made it, and the batches that a run made of it. */
function movedBy({ document }: Row, { lot: { finishedGoodId, wentTo }, madeBy }: LotMovementsProps) {
  const { kind, id } = document;
  if (kind === 'goods' && id === finishedGoodId) return madeBy;
  const { made = [] } = wentTo.find((each) => each.document.kind === kind && each.document.id === id) ?? {};
  return (
    <>
      <DocumentCell {...document} width={360} />
      {made.map(({ finishedGoodId: batch, productName }) => (
        <span key={batch}>
          {' · '}
          <DocumentLink kind="goods" id={batch} label={productName} />
        </span>
      ))}
    </>
  );
}

interface LotMovementsProps {
  lot: LotWithMovements;
  /** The run of a batch. */
  madeBy?: ReactNode;
}

export function LotMovements(props: LotMovementsProps) {
  const { lot } = props;
  const { unit } = lot;
  const columns: Column<Row>[] = [
    { header: 'Date', cell: (row) => formatDate(row.occurredOn) },
    { header: 'What', weight: 'strong', cell: (row) => movementLabels[row.kind] },
    { header: 'Document', cell: (row) => movedBy(row, props) },
    { header: 'By', weight: 'small', cell: (row) => row.recordedBy },
    quantities({ header: 'Quantity' }, ({ quantity }) => ({ quantity, unit })),
    quantities({ header: 'Left', weight: 'strong' }, ({ left }) => ({ quantity: left, unit })),
  ];
  const rows = rowsOf(lot);
  return (
    <Panel>
      <DataTable
        label="Movements"
        columns={columns}
        rows={rows}
        rowId={(row) => row.movementId}
        card={(row) => ({
          title: movementLabels[row.kind],
          state: formatQuantityWithUnit(row.quantity, unit),
          detail: movedBy(row, props),
          aside: formatDate(row.occurredOn),
        })}
        skeletons={0}
        stale={false}
      />
      {rows.length === 0 && <PanelMessage>{lotTexts.noMovements}</PanelMessage>}
    </Panel>
  );
}
