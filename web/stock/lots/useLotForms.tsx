/** The forms of a lot beside the one of its page's record: at most one of all is open. */
import { Button } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { LotRecord } from '#contract/stock/lots/lots.ts';
import { lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { may } from '#web/core/api/session.ts';
import classes from './LotClaim.module.css';
import { LotForm } from './LotForm.tsx';
import { StateForm } from './StateForm.tsx';

export interface RecordForm {
  close: () => void;
  leave: (then: () => void) => void;
  props: { onChanged: (changed: boolean) => void };
}

interface LotForms {
  /** Puts it on hold or releases it. Absent without permission, and for a recalled lot. */
  stateButton: ReactNode;
  /** Changes the claim of a batch, whose other fields are in its own form. */
  claimButton: ReactNode;
  openForm: ReactNode;
  /** Closes it, before the other form opens. */
  close: () => void;
}

/** Whether the user may put a lot on hold, or release it. */
function mayMove({ state }: LotRecord): boolean {
  return (state === 'released' && may('create', 'holds')) || (state === 'onHold' && may('delete', 'holds'));
}

export function useLotForms(lot: LotRecord, other: RecordForm): LotForms {
  const [Form, setForm] = useState<typeof StateForm | typeof LotForm>();
  const show = (next?: typeof Form) => {
    // Closed, the other form has nothing unsaved.
    other.close();
    setForm(() => next);
  };
  const isHeld = lot.state === 'onHold';
  return {
    stateButton: mayMove(lot) && (
      <Button
        variant="default"
        leftSection={isHeld ? <IconLockOpen size={16} aria-hidden /> : <IconLock size={16} aria-hidden />}
        onClick={() => other.leave(() => show(StateForm))}
      >
        {isHeld ? lotTexts.release : lotTexts.hold}
      </Button>
    ),
    claimButton: lot.finishedGoodId !== null && may('update', 'lots') && (
      <button type="button" className={classes.add} onClick={() => other.leave(() => show(LotForm))}>
        {lotTexts.changeClaim}
      </button>
    ),
    openForm: Form && (
      <Form
        lot={lot}
        onChanged={other.props.onChanged}
        onCancel={() => other.leave(() => show())}
        onSaved={() => show()}
      />
    ),
    close: () => setForm(undefined),
  };
}
