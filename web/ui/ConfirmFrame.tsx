import '@mantine/core/styles/Group.layer.css';
import { Button, Group } from '@mantine/core';
import classes from './Popup.module.css';
import { PopupFrame } from './PopupFrame.tsx';

/** The record that a question is about: its name, and by what else one knows it. */
export interface Subject {
  name: string;
  facts: (string | null | undefined)[];
}

export interface ConfirmDialogProps {
  opened: boolean;
  question: string;
  subject?: Subject;
  /** What else is to be known before the answer. */
  note?: string;
  confirm: string;
  cancel?: string;
  danger?: boolean;
  /** Whether the focus goes back to where it was; where the answer leads elsewhere, that takes it. */
  returnFocus?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** The dialog itself, which is fetched when the browser has time. */
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
          <strong>{subject.name}</strong> {subject.facts.filter(Boolean).join(' · ')}
        </p>
      )}
      {props.note && <p className={classes.note}>{props.note}</p>}
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
