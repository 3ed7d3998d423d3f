/** The lines of a stored dispatch: its batches, with quantity, claim and return. */
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import type { DispatchRecord } from '#contract/ship/dispatches.ts';
import { dispatchLineLabels, dispatchLinesLabel } from '#contract/ship/dispatchTexts.ts';
import { afterExpiryTexts, isExpiredOn } from '#contract/stock/lots/afterExpiry.ts';
import { claimTexts } from '#contract/stock/claims/claims.ts';
import { claimsText } from '#contract/stock/claims/schemes.ts';
import { Panel } from '#web/core/ui/Panel.tsx';
import { quantities } from '#web/core/ui/Quantity.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import { LotLink } from '#web/stock/links/LotLink.tsx';

type Line = DispatchRecord['lines'][number];

function BatchLink({ line: { finishedGoodId, lotId, lotCode } }: { line: Line }) {
  if (finishedGoodId !== null) return <DocumentLink kind="goods" id={finishedGoodId} label={lotCode} />;
  return <LotLink lotId={lotId} lotCode={lotCode} />;
}

const columnsOf = (dispatchDate: string): Column<Line>[] => [
  { header: dispatchLineLabels.batch, weight: 'strong', pinned: true, cell: (line) => <BatchLink line={line} /> },
  {
    header: dispatchLineLabels.product,
    cell: (line) => <Wrapped text={line.itemName} minWidth={160} maxWidth={320} />,
  },
  {
    header: claimTexts.claim,
    cell: ({ claim, claims }) => (
      <Wrapped text={claimsText(claims ?? [], claim ?? 'conventional')} minWidth={120} maxWidth={260} />
    ),
  },
  {
    header: dispatchLineLabels.expiresOn,
    cell: ({ expiresOn }) =>
      expiresOn &&
      [formatDate(expiresOn), isExpiredOn(expiresOn, dispatchDate) && afterExpiryTexts.before]
        .filter(Boolean)
        .join(', '),
  },
  quantities({ header: dispatchLineLabels.quantity, weight: 'strong' }, ({ quantity, unit }) => ({ quantity, unit })),
  quantities({ header: dispatchLineLabels.returnedQty }, ({ returnedQty, unit }) => ({ quantity: returnedQty, unit })),
];

export function DispatchedLines({ dispatch }: { dispatch: DispatchRecord }) {
  return (
    <Panel>
      <DataTable
        label={dispatchLinesLabel}
        columns={columnsOf(dispatch.dispatchDate)}
        rows={dispatch.lines}
        rowId={(line) => line.dispatchLineId}
        card={(line) => ({
          title: <BatchLink line={line} />,
          state: formatQuantityWithUnit(line.quantity, line.unit),
          detail: [line.itemName, claimsText(line.claims ?? [], line.claim ?? 'conventional')].join(' · '),
          aside: line.returnedQty > 0 && `${formatQuantityWithUnit(line.returnedQty, line.unit)} returned`,
        })}
        skeletons={0}
        stale={false}
      />
    </Panel>
  );
}
