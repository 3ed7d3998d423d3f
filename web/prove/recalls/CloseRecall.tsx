/** Closes a recall with its conclusion; shows quantities that are still out. */
import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { recallEndpoints, type RecallDetail } from '#contract/prove/recalls.ts';
import {
  recallEndingLabels,
  recallEndings,
  recallLabels,
  recallTexts,
  type RecallEnding,
} from '#contract/prove/recallTexts.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import { formSaves, useSaving } from '#web/core/form/useSaving.ts';
import { useUnsavedGuard } from '#web/core/form/useUnsavedGuard.tsx';
import { Popup } from '#web/core/ui/dialogs/Popup.tsx';
import { toastDone, toastFailed } from '#web/core/ui/toast.tsx';
import classes from './NoteAnswer.module.css';
import { sumsText } from './recallFigures.ts';

interface CloseRecallProps {
  recall: RecallDetail;
  onClose: () => void;
}

const endings = recallEndings.map((value) => ({ value, label: recallEndingLabels[value] }));

export function CloseRecall({ recall: { recallId, kind, summary, updatedAt }, onClose }: CloseRecallProps) {
  const [conclusion, setConclusion] = useState('');
  const [lots, setLots] = useState<RecallEnding>('keep');
  const [fault, setFault] = useState<string>();
  const guard = useUnsavedGuard();
  const cancel = () => guard.leave(onClose);
  const { save, busy } = useSaving({
    mutationKey: formSaves,
    send: () => call(recallEndpoints.close, { params: { id: recallId }, body: { conclusion, lots, updatedAt } }),
    onSaved: () => {
      guard.setChanged(false);
      toastDone(recallTexts.closedNow);
      onClose();
    },
    onFailed: (error) => toastFailed(recallTexts.saveFailed, whyOf(error)),
  });
  const out = summary.out.length > 0 ? recallTexts.stillOut(sumsText(summary.out)) : recallTexts.allBack;
  return (
    <Popup opened onClose={cancel} title={recallTexts.close(kind)} size="md" withClose>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          const next = contractFaults(recallEndpoints.close, { conclusion })['conclusion'];
          setFault(typeof next === 'string' ? next : undefined);
          if (next === undefined) save(undefined);
        }}
      >
        <p className={classes.hint}>{out} The report stays as it is now.</p>
        <Textarea
          data-autofocus
          label={recallLabels.conclusion}
          required
          autosize
          minRows={3}
          value={conclusion}
          onChange={({ currentTarget: { value } }) => {
            setConclusion(value);
            guard.setChanged(value !== '');
          }}
          error={fault}
        />
        {kind === 'real' && (
          <SelectField
            label={recallLabels.lots}
            data={endings}
            allowDeselect={false}
            value={lots}
            onChange={(chosen) => setLots(chosen ?? 'keep')}
          />
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="subtle" color="gray" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={busy} data-disabled={busy || undefined}>
            {recallTexts.close(kind)}
          </Button>
        </Group>
      </form>
      {guard.dialog}
    </Popup>
  );
}
