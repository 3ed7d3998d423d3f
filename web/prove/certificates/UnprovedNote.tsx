/** A note that lots lost a claim, with the button that puts them on hold. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { certificateTexts, type UncoveredLotRecord } from '#contract/prove/certificates/certificates.ts';
import { whyOf } from '#web/core/api/client.ts';
import { useSaving } from '#web/core/form/useSaving.ts';
import { toastDone, toastFailed } from '#web/core/ui/toast.tsx';
import classes from './UnprovedNote.module.css';

interface UnprovedNoteProps {
  /** A link to what no longer covers them. */
  subject: ReactNode;
  /** The sentence by the numbers of lots that it covered, and of others in stock that came from them. */
  sentence: (covered: number, others: number) => string;
  lots: readonly UncoveredLotRecord[];
  hold: () => Promise<unknown>;
  failed: string;
  onDone?: () => void;
}

export function UnprovedNote({ subject, sentence, lots, hold, failed, onDone }: UnprovedNoteProps) {
  const { save, busy } = useSaving({
    send: hold,
    onSaved: () => {
      toastDone(certificateTexts.held);
      onDone?.();
    },
    onFailed: (fault) => toastFailed(failed, whyOf(fault)),
  });
  const covered = lots.filter(({ wasCovered }) => wasCovered).length;
  const others = lots.filter(({ wasCovered, onHandQty }) => !wasCovered && onHandQty > 0).length;
  return (
    <div role="alert" className={classes.note}>
      <p>
        {subject}: {sentence(covered, others)}
      </p>
      <Button variant="default" loading={busy} onClick={() => save(undefined)}>
        {certificateTexts.holdUncovered}
      </Button>
      {onDone && (
        <Button variant="subtle" color="gray" onClick={onDone}>
          Leave them
        </Button>
      )}
    </div>
  );
}
