/** Entries of Readiness that are put right together: chosen by ticks, with one button. */
import '#web/core/form/fields/checkbox.css';
import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { readinessScreenTexts, type ReadinessKind, type ReadinessRow } from '#contract/prove/readiness.ts';
import { dispatchEndpoints } from '#contract/ship/dispatches.ts';
import { dispatchLabels, dispatchTexts } from '#contract/ship/dispatchTexts.ts';
import { lotEndpoints } from '#contract/stock/lots/lots.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { may } from '#web/core/api/session.ts';
import { BulkQuestion } from '#web/core/list/selection/BulkQuestion.tsx';
import { runBulk, type BulkAction } from '#web/core/list/selection/bulk.ts';
import type { Choice } from '#web/core/lookup/lookup.ts';
import { BuyerField } from '#web/masters/BuyerField.tsx';
import { sendChange } from '#web/core/records/useDocumentForm.ts';
import { Popup } from '#web/core/ui/dialogs/Popup.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { holdAction } from '#web/stock/lots/lotBulk.tsx';
import { writeOffForm } from '#web/stock/lots/WriteOffLink.tsx';
import classes from './Readiness.module.css';

export type Entry = ReadinessRow['entries'][number];

interface BulkButtonProps {
  chosen: readonly Entry[];
  /** Called once they were tried: the refused ones stay chosen. */
  onDone: (refused: readonly Entry[]) => void;
}

const nameOf = ({ label }: Entry) => label;

async function run(action: BulkAction<Entry>, { chosen, onDone }: BulkButtonProps, reason = '') {
  onDone(await runBulk(action, chosen, { nameOf, reason, onProgress: () => {} }));
}

const hold = holdAction(({ recordId }: Entry) => recordId);

function HoldButton(props: BulkButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
        {hold.label}
      </Button>
      <BulkQuestion
        opened={isAsking}
        action={hold}
        names={props.chosen.map(nameOf)}
        onCancel={() => setAsking(false)}
        onConfirm={(reason) => {
          setAsking(false);
          run(hold, props, reason).catch(console.error);
        }}
      />
    </>
  );
}

/** Opens the form of one write-off with a line for what is left of each. */
function WriteOffButton({ chosen }: BulkButtonProps) {
  const navigate = useNavigate();
  const [isReading, setReading] = useState(false);
  const open = async () => {
    setReading(true);
    try {
      const lots = await Promise.all(
        chosen.map(async ({ recordId }) => await call(lotEndpoints.get, { params: { id: recordId } })),
      );
      const form = writeOffForm(lots);
      if (form) await navigate(form);
    } catch (fault) {
      toastFailed(readinessScreenTexts.notRead, whyOf(fault));
    }
    setReading(false);
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={isReading}
      onClick={() => {
        open().catch(console.error);
      }}
    >
      {readinessScreenTexts.writeOff}
    </Button>
  );
}

function nameBuyerAction(buyerId: number, invoiceNumber: string): BulkAction<Entry> {
  return {
    label: readinessScreenTexts.nameBuyer,
    icon: null,
    act: async ({ recordId }) => {
      const dispatch = await call(dispatchEndpoints.get, { params: { id: recordId } });
      const change = { calls: dispatchEndpoints, rowId: () => recordId, idField: 'dispatchId' } as const;
      return await sendChange(change, dispatch, { ...dispatch, buyerId, invoiceNumber });
    },
    done: readinessScreenTexts.namedBuyer,
  };
}

/** One buyer and one invoice for several sales: batches that were sent together. */
function NameBuyerButton(props: BulkButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const [buyer, setBuyer] = useState<Choice | null>(null);
  const [invoiceNumber, setInvoiceNumber] = useState('');
  const [isChecked, setChecked] = useState(false);
  const save = () => {
    setChecked(true);
    if (buyer === null || invoiceNumber.trim() === '') return;
    setAsking(false);
    run(nameBuyerAction(buyer.value, invoiceNumber.trim()), props).catch(console.error);
  };
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
        {readinessScreenTexts.nameBuyer}
      </Button>
      <Popup
        opened={isAsking}
        title={readinessScreenTexts.buyerOf(props.chosen.length)}
        size="sm"
        onClose={() => setAsking(false)}
      >
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <BuyerField
            label={dispatchLabels.buyerId}
            required
            data-autofocus
            inPortal
            error={isChecked && buyer === null && dispatchTexts.buyerRequired}
            offers={(row) => row.status === 1}
            chosen={buyer}
            onChoose={setBuyer}
          />
          <TextInput
            mt={12}
            mb={16}
            label={dispatchLabels.invoiceNumber}
            required
            description={readinessScreenTexts.oneInvoice}
            value={invoiceNumber}
            error={isChecked && invoiceNumber.trim() === '' && dispatchTexts.invoiceRequired}
            onChange={({ currentTarget }) => setInvoiceNumber(currentTarget.value)}
          />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button type="submit">{readinessScreenTexts.nameBuyer}</Button>
          </Group>
        </form>
      </Popup>
    </>
  );
}

/** The button of a kind whose entries can be put right together, for those who may. */
export function bulkButtonOf(kind: ReadinessKind): ((props: BulkButtonProps) => ReactNode) | undefined {
  if (kind === 'organicByOverride' && may('create', 'holds')) return HoldButton;
  if (kind === 'expiredWithStock' && may('create', 'adjustments')) return WriteOffButton;
  if (kind === 'soldWithoutBuyer' && may('update', 'dispatches')) return NameBuyerButton;
  return undefined;
}

interface ChosenBarProps extends BulkButtonProps {
  of: readonly Entry[];
  BulkButton: (props: BulkButtonProps) => ReactNode;
  onChoose: (entries: readonly Entry[]) => void;
}

/** Above the entries: all at once, and the button once some are chosen. */
export function ChosenBar({ chosen, of, BulkButton, onChoose, onDone }: ChosenBarProps) {
  const isAll = chosen.length === of.length;
  return (
    <Group className={classes.bulk} gap={12}>
      <Checkbox
        size="xs"
        label={chosen.length === 0 ? readinessScreenTexts.chooseAll : readinessScreenTexts.chosen(chosen.length)}
        checked={isAll}
        indeterminate={!isAll && chosen.length > 0}
        onChange={() => onChoose(isAll ? [] : of)}
      />
      {chosen.length > 0 && <BulkButton chosen={chosen} onDone={onDone} />}
    </Group>
  );
}
