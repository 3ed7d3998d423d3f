import { Button, Group } from '@mantine/core';
import { Popup } from './Popup.tsx';
import classes from './Popup.module.css';

/** The record that a question is about: its name, and by what else one knows it. */
export interface Subject {
  name: string;
  facts: (string | null | undefined)[];
}

interface ConfirmDialogProps {
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

/** A question before something that cannot be taken back. Cancel has the focus, so that Enter harms nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Popup
      opened={props.opened}
      onClose={props.onCancel}
      title={props.question}
      size="sm"
      returnFocus={props.returnFocus}
    >
      {props.subject && (
        <p className={classes.subject}>
          <strong>{props.subject.name}</strong>
          {props.subject.facts.filter(Boolean).join(' · ')}
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
    </Popup>
  );
}
