/** All dispatches: what left for which buyer, with the form above. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { dispatchTexts } from '#contract/ship/dispatches.ts';
import { pageSizes } from '#contract/kinds.ts';
import { may } from '#web/core/api/session.ts';
import { lateForm } from '#web/core/form/lateForm.tsx';
import { useOpenedDocument } from '#web/core/records/document.ts';
import { RecordListPage } from '#web/core/records/RecordListPage.tsx';
import { lazyPart } from '#web/core/ui/lazyWithPreload.ts';
import { dispatchCard, dispatchColumns, dispatchPage } from '#web/ship/dispatches/dispatchColumns.tsx';
import { dispatches } from './dispatchDefinition.ts';

const DispatchForm = lateForm(async () => (await import('./DispatchForm.tsx')).DispatchForm);
const lateBulk = lazyPart(() => import('./dispatchBulk.tsx'));

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
      sheet={async () => (await import('./dispatchSheet.ts')).dispatchSheet}
      bulk={() => lateBulk().dispatchBulk()}
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
