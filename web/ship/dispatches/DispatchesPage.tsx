/** The list of all dispatches, with the form above. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { dispatchEndpoints, type DispatchRecord } from '#contract/ship/dispatches.ts';
import { dispatchLabels, dispatchLineLabels, dispatchTexts } from '#contract/ship/dispatchTexts.ts';
import { schemeClaimText } from '#contract/stock/claims/schemes.ts';
import { pageSizes } from '#contract/kinds.ts';
import { call } from '#web/core/api/client.ts';
import { may } from '#web/core/api/session.ts';
import { deleteAction } from '#web/core/list/selection/deleteAction.tsx';
import { useOpenedDocument } from '#web/core/records/document.ts';
import { RecordListPage } from '#web/core/records/RecordListPage.tsx';
import { dispatchCard, dispatchColumns, dispatchPage } from '#web/ship/dispatches/dispatchColumns.tsx';
import { dispatches } from './dispatchDefinition.ts';
import { dayCell, sheetOfLines } from '#web/core/sheets/listSheet.ts';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';

/** The spreadsheet of dispatches: a row for each line. */
const dispatchSheet = sheetOfLines(
  'Dispatches',
  ({ lines, ...dispatch }: DispatchRecord) => lines.map((line) => ({ ...dispatch, ...line })),
  [
    { heading: 'ID', width: 8, value: (line) => line.dispatchId },
    { heading: dispatchLabels.dispatchDate, width: 14, value: (line) => ({ date: line.dispatchDate }) },
    { heading: dispatchLabels.invoiceNumber, width: 20, value: (line) => line.invoiceNumber },
    { heading: dispatchLabels.buyerId, width: 32, value: (line) => line.buyerName },
    { heading: 'Item', width: 32, value: (line) => line.itemName },
    { heading: dispatchLineLabels.batch, width: 20, value: (line) => line.lotCode },
    { heading: dispatchLineLabels.quantity, width: 12, value: (line) => line.quantity },
    { heading: dispatchLineLabels.returnedQty, width: 12, value: (line) => line.returnedQty },
    { heading: 'Unit', width: 10, value: (line) => line.unit },
    { heading: 'Expires on', width: 13, value: (line) => dayCell(line.expiresOn) },
    { heading: dispatchLabels.soldAs, width: 20, value: ({ soldAs }) => soldAs && schemeClaimText(soldAs) },
    { heading: dispatchLabels.soldAsReason, width: 32, value: (line) => line.soldAsReason },
    { heading: dispatchLabels.afterExpiryReason, width: 32, value: (line) => line.afterExpiryReason },
    { heading: dispatchLabels.vehicle, width: 16, value: (line) => line.vehicle },
    { heading: dispatchLabels.transportDocument, width: 20, value: (line) => line.transportDocument },
    { heading: dispatchLabels.inspectionCertificate, width: 20, value: (line) => line.inspectionCertificate },
    { heading: dispatchLabels.importCertificate, width: 20, value: (line) => line.importCertificate },
    { heading: dispatchLabels.note, width: 32, value: (line) => line.note },
  ],
);

const DispatchForm = preloadedComponent(async () => (await import('./form/DispatchForm.tsx')).DispatchForm);

const remove = () =>
  deleteAction<DispatchRecord>({
    kind: 'dispatches',
    idOf: ({ dispatchId }) => dispatchId,
    question: (count) => (count === 1 ? 'Delete 1 dispatch?' : `Delete ${count} dispatches?`),
    act: ({ dispatchId }) => call(dispatchEndpoints.remove, { params: { id: dispatchId } }),
  });

export function DispatchesPage() {
  const form = useOpenedDocument(dispatches);
  useLotToSend((lotId) => may('create', 'dispatches') && form.begin({ lotId }));
  const navigate = useNavigate();
  const print = (id: number) => {
    const params = { dispatchId: String(id) };
    navigate({ to: '/dispatches/$dispatchId', params, state: { print: true } }).catch(console.error);
  };
  return (
    <RecordListPage
      definition={dispatches}
      pageSize={pageSizes.dispatches}
      words={dispatchTexts}
      columns={dispatchColumns}
      card={dispatchCard}
      to={dispatchPage}
      views="dispatches"
      sheet={dispatchSheet}
      bulk={{ actions: remove() }}
      form={form}
    >
      {(props) => <DispatchForm {...props} onPrint={props.record === undefined ? print : undefined} />}
    </RecordListPage>
  );
}

/** The batch whose page led here; it is removed from the URL, so that going back does not open the form again. */
function useLotToSend(begin: (lotId: number) => void) {
  const { sendLotId } = useSearch({ from: '/shell/dispatches' });
  const navigate = useNavigate();
  const beginOnce = useEffectEvent(() => {
    if (!(Number(sendLotId) > 0)) return;
    begin(Number(sendLotId));
    navigate({ to: '.', search: (before) => ({ ...before, sendLotId: undefined }), replace: true }).catch(
      console.error,
    );
  });
  useEffect(() => beginOnce(), []);
}
