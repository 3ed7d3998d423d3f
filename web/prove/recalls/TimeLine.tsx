/** Events of a recall, newest first, by day. */
import { Button, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { formatDay, formatTime } from '#contract/core/values/format.ts';
import { eventSentence } from '#contract/prove/recallEvents.ts';
import { recallEndpoints, type RecallDetail } from '#contract/prove/recalls.ts';
import { recallTexts } from '#contract/prove/recallTexts.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { newIdempotencyKey } from '#web/core/api/idempotency.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import { useSaving } from '#web/core/form/useSaving.ts';
import { toastDone, toastFailed } from '#web/core/ui/toast.tsx';
import classes from './RecallPage.module.css';
import { sumsText } from './recallFigures.ts';

export function TimeLine({ recall, mayNote }: { recall: RecallDetail; mayNote: boolean }) {
  const days = Map.groupBy(recall.timeline, ({ at }) => formatDay(at));
  return (
    <>
      <ol className={classes.timeline}>
        {[...days].map(([day, events]) => (
          <li key={day}>
            <h3>{day}</h3>
            <ul>
              {events.map((event) => (
                <li key={`${event.at} ${event.kind} ${event.who} ${event.text}`}>
                  <time dateTime={event.at}>{formatTime(event.at)}</time>
                  <span>{eventSentence(event, event.quantities.length === 0 ? '' : sumsText(event.quantities))}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {mayNote && <AddNote recallId={recall.recallId} />}
    </>
  );
}

function AddNote({ recallId }: { recallId: number }) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<ReactNode>();
  const [idempotencyKey, setKey] = useState(newIdempotencyKey);
  const { save, busy } = useSaving({
    send: () => call(recallEndpoints.note, { params: { id: recallId }, body: { text }, idempotencyKey }),
    onSaved: () => {
      toastDone(recallTexts.noted);
      setText('');
      setKey(newIdempotencyKey());
    },
    onFailed: (error) => toastFailed(recallTexts.saveFailed, whyOf(error)),
  });
  return (
    <form
      className={classes.addNote}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') return;
        const next = contractFaults(recallEndpoints.note, { text })['text'];
        setFault(next);
        if (next === undefined) save(undefined);
      }}
    >
      <Textarea
        label="Add a note"
        autosize
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
        error={fault}
      />
      <Button type="submit" variant="default" aria-disabled={busy || text.trim() === ''}>
        Add
      </Button>
    </form>
  );
}
