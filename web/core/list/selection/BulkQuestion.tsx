import { Button, Group, TextInput } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import { useState } from 'react';
import { limits } from '#contract/core/fields.ts';
import { fieldTexts } from '#contract/core/sharedTexts.ts';
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

const MAX_NAMES = 6;

function reasonFault(reason: string, missing: string): string | undefined {
  if (reason === '') return missing;
  return reason.length > limits.address ? fieldTexts.tooLong(limits.address) : undefined;
}

/** Confirmation of an action on rows, which it names, with a reason where one is needed. */
export function BulkQuestion<Row>({ opened, action, names, onCancel, onConfirm }: BulkQuestionProps<Row>) {
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { label, question, danger } = action;
  const fault = action.reason && reasonFault(reason.trim(), action.reason.missing);
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
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
          if (fault !== undefined) setChecked(true);
          else onConfirm(reason.trim());
        }}
      >
        <p className={popup.subject}>{names.slice(0, MAX_NAMES).join(', ') + more}</p>
        {action.reason !== undefined && (
          <TextInput
            label={action.reason.label}
            required
            data-autofocus
            mb={16}
            value={reason}
            error={isChecked && fault}
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
