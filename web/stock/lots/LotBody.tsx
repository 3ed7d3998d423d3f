/** The page of a lot below the way back. A batch is a lot with further parts, which web/make gives. */
import type { ReactNode } from 'react';
import { lotRecord, type LotWithMovements } from '#contract/stock/lots/lots.ts';
import { may } from '#web/core/api/session.ts';
import { useOpenedForm } from '#web/core/form/useOpenedForm.ts';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import { EditButton, HistoryButton } from '#web/core/records/RecordButtons.tsx';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { LabelsButton } from '#web/stock/labels/LabelsButton.tsx';
import { BalanceLink } from '#web/stock/links/BalanceLink.tsx';
import { ItemLink } from '#web/stock/links/ItemLink.tsx';
import { TraceLink } from '#web/stock/links/TraceLink.tsx';
import { BeginRecall } from './BeginRecall.tsx';
import { HeldNote } from './HeldNote.tsx';
import { LotCovers } from './LotCovers.tsx';
import { lotValues } from './lotValues.ts';
import { LotFacts, originFacts, type OriginFacts } from './LotFacts.tsx';
import { LotForm } from './LotForm.tsx';
import { LotMovements } from './LotMovements.tsx';
import { LotStatePill } from './LotStatePill.tsx';
import { useLotForms, type RecordForm } from './useLotForms.tsx';
import { WhereIs } from './WhereIs.tsx';
import { WhoMayBuy } from './WhoMayBuy.tsx';

interface LotBodyProps {
  lot: LotWithMovements;
  /** The record that is edited and traced: the lot, or its batch. */
  record: { kind: 'lots' | 'goods'; id: number };
  form: RecordForm & { dialog: ReactNode };
  /** Opens that form. */
  onEdit: () => void;
  openForm: ReactNode;
  /** Beside its name. */
  status: ReactNode;
  origin: OriginFacts;
  /** Further buttons; the primary one, by default Trace, is the last. */
  buttons?: ReactNode;
  primary?: ReactNode;
  /** Sections before those of every lot. */
  children?: ReactNode;
}

export function LotBody({ lot, record, form, onEdit, origin, ...parts }: LotBodyProps) {
  const { lotId, code } = lot;
  const lotForms = useLotForms(lot, form);
  const history = useHistory();
  const edit = () =>
    form.leave(() => {
      lotForms.close();
      onEdit();
    });
  return (
    <>
      <PageHeader
        title={code}
        beside={
          <>
            <ItemLink {...lot} name={lot.itemName} />
            {parts.status}
          </>
        }
      >
        <HistoryButton onClick={() => history.show({ ...record, name: code })} />
        {may('update', record.kind) && <EditButton onClick={edit} />}
        {lotForms.stateButton}
        <BalanceLink lotId={lotId} />
        <LabelsButton lotIds={[lotId]} />
        <BeginRecall lotId={lotId} />
        {parts.buttons}
        <TraceLink of={record.kind} id={record.id} variant={parts.primary ? 'default' : 'filled'} />
        {parts.primary}
      </PageHeader>
      {parts.openForm}
      {lotForms.openForm}
      <HeldNote lot={lot} />
      <LotFacts lot={lot} origin={origin} changeClaim={lotForms.claimButton} />
      <WhoMayBuy lotId={lotId} />
      {parts.children}
      <WhereIs lot={lot} />
      <RecordSection heading="Movements">
        <LotMovements lot={lot} madeBy={origin.from} />
      </RecordSection>
      <LotCovers covers={lot.transactionCertificates} unit={lot.unit} />
      {history.drawer}
      {form.dialog}
    </>
  );
}

/** A lot that is no batch. */
export function PlainLot({ lot }: { lot: LotWithMovements }) {
  const form = useOpenedForm('lots', { record: lotRecord, values: lotValues, draftKey: () => lot.lotId });
  return (
    <LotBody
      lot={lot}
      record={{ kind: 'lots', id: lot.lotId }}
      form={form}
      onEdit={() => form.open(lot)}
      openForm={form.isOpen && <LotForm key={form.key} lot={lot} {...form.props} />}
      status={lot.state === 'released' && <LotStatePill {...lot} />}
      origin={originFacts(lot)}
    />
  );
}
