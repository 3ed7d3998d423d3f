import { Button, Group } from '@mantine/core';
import { Popup } from './Popup.tsx';
import classes from './Popup.module.css';

interface ConfirmDialogProps {
  opened: boolean;
  question: string;
  /** What else is to be known before the answer. */
  note?: string;
  confirm: string;
  cancel?: string;
  danger?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A question before something that cannot be taken back. Cancel has the focus, so that Enter harms nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Popup opened={props.opened} onClose={props.onCancel} title={props.question} size="sm">
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
