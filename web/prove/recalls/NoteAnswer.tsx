/** Records the notice to a buyer, their answer, and the destroyed quantity of each batch. */
import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { recallEndpoints, type RecallDetail, type RecalledBuyer } from '#contract/prove/recalls.ts';
import { recallTexts } from '#contract/prove/recallTexts.ts';
import { call, fieldMessagesOf, whyOf } from '#web/core/api/client.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import links from '#web/stock/links/DocumentLink.module.css';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { typedNumber } from '#web/core/form/fields/numberOf.ts';
import { formSaves, useSaving } from '#web/core/form/useSaving.ts';
import { useUnsavedGuard } from '#web/core/form/useUnsavedGuard.tsx';
import { Popup } from '#web/core/ui/dialogs/Popup.tsx';
import { toastDone, toastFailed } from '#web/core/ui/toast.tsx';
import classes from './NoteAnswer.module.css';

interface NoteAnswerProps {
  recall: Pick<RecallDetail, 'recallId' | 'startedAt' | 'updatedAt'>;
  buyer: RecalledBuyer;
  onClose: () => void;
}

/** A timestamp as the field of the browser has it: in the reader's time zone, to the minute. */
function localTime(timestamp: string): string {
  const at = new Date(timestamp);
  const offset = at.getTimezoneOffset() * 60_000;
  return new Date(at.getTime() - offset).toISOString().slice(0, 16);
}

/**
 * Proposed time of the notice: the recorded one, else now, but never before the recall began, in case this clock is
 * wrong.
 */
function proposedTime({ startedAt }: NoteAnswerProps['recall'], { lines }: RecalledBuyer): string {
  const now = new Date().toISOString();
  return lines[0]?.notifiedAt ?? (now < startedAt ? startedAt : now);
}

function valuesOf({ lines }: RecalledBuyer, proposed: string) {
  const [first] = lines;
  return {
    noticeTime: localTime(proposed),
    how: first?.notifiedBy ?? '',
    answer: first?.answer ?? '',
    destroyed: lines.map(({ destroyedQty }) => (destroyedQty === 0 ? '' : String(destroyedQty))),
  };
}

function bodyOf(
  { lines }: RecalledBuyer,
  proposed: string,
  { noticeTime, how, answer, destroyed }: ReturnType<typeof valuesOf>,
) {
  // The field has no seconds: the times that it began with stay until another minute is chosen.
  const isProposed = noticeTime === localTime(proposed);
  const typedTime = noticeTime === '' ? null : new Date(noticeTime).toISOString();
  return {
    notes: lines.map(({ dispatchLineId, notifiedAt }, index) => {
      const typed = destroyed[index] ?? '';
      return {
        dispatchLineId,
        notifiedAt: isProposed ? (notifiedAt ?? proposed) : typedTime,
        notifiedBy: how,
        answer,
        destroyedQty: typed === '' ? 0 : typedNumber(typed),
      };
    }),
  };
}

export function NoteAnswer({ recall, buyer, onClose }: NoteAnswerProps) {
  const { recallId, updatedAt } = recall;
  // The form starts from the answers at that time.
  const [seenAt] = useState(updatedAt);
  const [proposed] = useState(() => proposedTime(recall, buyer));
  const [values, setValues] = useState(() => valuesOf(buyer, proposed));
  const guard = useUnsavedGuard();
  const cancel = () => guard.leave(onClose);
  const type = (typed: Partial<typeof values>) => {
    setValues({ ...values, ...typed });
    guard.setChanged(true);
  };
  const [faults, setFaults] = useState<Record<string, unknown>>({});
  const { save, busy } = useSaving({
    mutationKey: formSaves,
    send: (body: ReturnType<typeof bodyOf>) =>
      call(recallEndpoints.update, { params: { id: recallId }, body: { ...body, updatedAt: seenAt } }),
    onSaved: () => {
      guard.setChanged(false);
      toastDone(recallTexts.noted);
      onClose();
    },
    onFailed: (fault) => {
      setFaults(fieldMessagesOf(fault));
      toastFailed(recallTexts.saveFailed, whyOf(fault));
    },
  });
  const faultOf = (index: number, field: keyof ReturnType<typeof bodyOf>['notes'][number]) => {
    const fault = faults[`notes.${index}.${field}`];
    return typeof fault === 'string' ? fault : undefined;
  };
  return (
    <Popup opened onClose={cancel} title={buyer.name} size="md" withClose>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          const body = bodyOf(buyer, proposed, values);
          const next = contractFaults(recallEndpoints.update, body);
          setFaults(next);
          if (Object.keys(next).length === 0) save(body);
        }}
      >
        <div className={classes.told}>
          <TextInput
            type="datetime-local"
            label="Told at"
            value={values.noticeTime}
            onChange={({ currentTarget: { value } }) => type({ noticeTime: value })}
            error={buyer.lines.map((_, index) => faultOf(index, 'notifiedAt')).find(Boolean)}
          />
          <TextInput
            data-autofocus
            label="How"
            placeholder="e.g. phone, mail"
            value={values.how}
            onChange={({ currentTarget: { value } }) => type({ how: value })}
            error={faultOf(0, 'notifiedBy')}
          />
        </div>
        <Textarea
          label="Answer"
          autosize
          value={values.answer}
          onChange={({ currentTarget: { value } }) => type({ answer: value })}
          error={faultOf(0, 'answer')}
        />
        <ul className={classes.lines}>
          {buyer.lines.map(({ dispatchLineId, lotCode, itemName, quantity, returnedQty, unit }, index) => (
            <li key={dispatchLineId}>
              <span>
                <strong>{lotCode}</strong> {itemName}
                <small>
                  {formatQuantityWithUnit(quantity, unit)} sent
                  {returnedQty > 0 && `, ${formatQuantityWithUnit(returnedQty, unit)} came back`}
                </small>
              </span>
              <NumberField
                label="Destroyed there"
                aria-label={`Destroyed of ${lotCode}`}
                suffix={unit}
                value={values.destroyed[index] ?? ''}
                onChange={(typed) => type({ destroyed: values.destroyed.with(index, typed) })}
                error={faultOf(index, 'destroyedQty')}
              />
            </li>
          ))}
        </ul>
        <p className={classes.hint}>
          What comes back is recorded as{' '}
          <Link to="/adjustments/new/$kind" params={{ kind: 'buyerReturn' }} className={links.link}>
            a return in Adjustments
          </Link>
          .
        </p>
        <Group justify="flex-end" gap={8}>
          <Button variant="subtle" color="gray" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={busy} data-disabled={busy || undefined}>
            Save
          </Button>
        </Group>
      </form>
      {guard.dialog}
    </Popup>
  );
}
