/** The button and the form that put a lot on hold or release it, on a page with another form: one of them is open. */
import { Button } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { LotRecord } from '#contract/stock/lots/lots.ts';
import { lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { may } from '#web/core/api/session.ts';
import { StateForm } from './StateForm.tsx';

interface OtherForm {
  close: () => void;
  leave: (then: () => void) => void;
  props: { onChanged: (changed: boolean) => void };
}

interface LotStateForm {
  /** Absent without permission, and for a recalled lot. */
  button: ReactNode;
  form: ReactNode;
  /** Closes it, before the other form opens. */
  close: () => void;
}

/** Whether the user may put a lot on hold, or release it. */
function mayMove({ state }: LotRecord): boolean {
  return (state === 'released' && may('create', 'holds')) || (state === 'onHold' && may('delete', 'holds'));
}

/** `lot` is undefined while it is loading. */
export function useStateForm(lot: LotRecord | undefined, other: OtherForm): LotStateForm {
  const [isOpen, setOpen] = useState(false);
  const show = (isShown: boolean) => {
    // Closed, the other form has nothing unsaved.
    other.close();
    setOpen(isShown);
  };
  const isHeld = lot?.state === 'onHold';
  return {
    button: lot && mayMove(lot) && (
      <Button
        variant="default"
        leftSection={isHeld ? <IconLockOpen size={16} aria-hidden /> : <IconLock size={16} aria-hidden />}
        onClick={() => other.leave(() => show(true))}
      >
        {isHeld ? lotTexts.release : lotTexts.hold}
      </Button>
    ),
    form: isOpen && lot && (
      <StateForm
        lot={lot}
        onChanged={other.props.onChanged}
        onCancel={() => other.leave(() => show(false))}
        onSaved={() => show(false)}
      />
    ),
    close: () => setOpen(false),
  };
}
