import { Button, Group, TextInput } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import { useState } from 'react';
import { limits } from '#contract/core/fields.ts';
import popup from '#web/core/ui/dialogs/Popup.module.css';
import { PopupFrame } from '#web/core/ui/dialogs/PopupFrame.tsx';
import type { BulkAction } from './bulk.ts';

interface BulkQuestionProps<Row> {
  opened: boolean;
  action: BulkAction<Row>;
  names: readonly string[];
  onCancel: () => void;
  onConfirm: (reason: string) => void;
}

const MOST_NAMES = 6;

/** Asks whether to act on rows, which it names, and why, where a reason is needed. */
export function BulkQuestion<Row>({ opened, action, names, onCancel, onConfirm }: BulkQuestionProps<Row>) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { label, question, danger } = action;
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return (
    <PopupFrame
      opened={opened}
      onClose={onCancel}
      title={question?.(names.length) ?? `${label}: ${names.length}`}
      size="sm"
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (action.reason !== undefined && reason.trim() === '') setMissing(true);
          else onConfirm(reason.trim());
        }}
      >
        <p className={popup.subject}>{names.slice(0, MOST_NAMES).join(', ') + more}</p>
        {action.reason !== undefined && (
          <TextInput
            label={action.reason.label}
            required
            data-autofocus
            maxLength={limits.address}
            mb={16}
            value={reason}
            error={isMissing && reason.trim() === '' ? action.reason.missing : undefined}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" data-autofocus={action.reason === undefined || undefined} onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" color={danger ? 'red' : undefined}>
            {label}
          </Button>
        </Group>
      </form>
    </PopupFrame>
  );
}
