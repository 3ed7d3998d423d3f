/** The buttons that the pages of records share. */
import { Button } from '@mantine/core';
import { IconHistory, IconPencil } from '@tabler/icons-react';

interface RecordButtonProps {
  onClick: () => void;
}

export function HistoryButton({ onClick }: RecordButtonProps) {
  return (
    <Button
      variant="subtle"
      color="gray"
      aria-keyshortcuts="h"
      leftSection={<IconHistory size={16} aria-hidden />}
      onClick={onClick}
    >
      History
    </Button>
  );
}

export function EditButton({ onClick }: RecordButtonProps) {
  return (
    <Button
      variant="subtle"
      color="gray"
      aria-keyshortcuts="e"
      leftSection={<IconPencil size={16} aria-hidden />}
      onClick={onClick}
    >
      Edit
    </Button>
  );
}
