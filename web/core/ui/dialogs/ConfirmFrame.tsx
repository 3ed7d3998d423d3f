import '@mantine/core/styles/Group.layer.css';
import { Button, Group } from '@mantine/core';
import { unbroken } from '#web/core/ui/unbroken.tsx';
import classes from './Popup.module.css';
import { PopupFrame } from './PopupFrame.tsx';

/** The record that a question is about: its name and further details. */
export interface Subject {
  name: string;
  facts: (string | null | undefined)[];
}

export interface ConfirmDialogProps {
  opened: boolean;
  question: string;
  subject?: Subject;
  note?: string;
  confirm: string;
  cancel?: string;
  danger?: boolean;
  /** False if the answer moves the focus elsewhere. */
  returnFocus?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** ConfirmDialog's lazy chunk. */
export function ConfirmFrame(props: ConfirmDialogProps) {
  const { subject } = props;
  return (
    <PopupFrame
      opened={props.opened}
      onClose={props.onCancel}
      title={props.question}
      size="sm"
      returnFocus={props.returnFocus}
    >
      {subject && (
        <p className={classes.subject}>
          <strong>{unbroken(subject.name)}</strong> {unbroken(subject.facts.filter(Boolean).join(' · '))}
        </p>
      )}
      {props.note && <p className={classes.note}>{unbroken(props.note)}</p>}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" data-autofocus onClick={props.onCancel}>
          {props.cancel ?? 'Cancel'}
        </Button>
        <Button color={props.danger ? 'red' : undefined} onClick={props.onConfirm}>
          {props.confirm}
        </Button>
      </Group>
    </PopupFrame>
  );
}
